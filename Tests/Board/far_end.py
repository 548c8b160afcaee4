"""Model peers (Tests/Network) at the far end of the board's cable: ports of the host that the emulator's router joins to
those of the box."""

import socket
import sys

from common.project import ROOT
from network import ROUTER

# Behind the test's own modules, some of which have the same names.
sys.path.append(str(ROOT / "Tests" / "Network"))

from peers import Gathering, Peer  # noqa: E402

HERE = "127.0.0.1"
# The box, and how it sees the host.
BOX, HOST = "192.0.2.15", "192.0.2.2"


def pair():
    """Two sockets whose ports follow each other."""
    while True:
        control = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        control.bind((HERE, 0))
        data = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            data.bind((HERE, control.getsockname()[1] + 1))
        except (OSError, OverflowError):
            control.close()
            data.close()
            continue
        for made in (control, data):
            made.setblocking(False)
        return control, data


class FarEnd:
    """Peers of one box, which has an address. netdev: what its cable leads to."""

    def __init__(self, address=BOX):
        ends = pair()
        self.box = ends[0].getsockname()
        for end in ends:
            end.close()
        self.netdev = ROUTER + "".join(
            ",hostfwd=udp:%s:%d-%s:%d" % (HERE, self.box[1] + step, address, 5004 + step) for step in (0, 1))
        self.peers = Gathering()

    def peer(self, kind=Peer, seed=1, lines=None):
        made = kind(pair(), self.box, seed, lines)
        self.peers.peers.append(made)
        return made

    @staticmethod
    def place(peer):
        """The address of a peer as a box file has it."""
        return "%s:%d" % (HOST, peer.sockets[0].getsockname()[1])

    def close(self):
        for peer in self.peers.peers:
            for end in peer.sockets:
                end.close()
