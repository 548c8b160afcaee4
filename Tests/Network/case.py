"""What the tests with a network share."""

import os
import pathlib
import tempfile
import unittest

import namespaces
import tools
from peers import Gathering, Peer
from relay import Line

BOX = ("10.77.0.1", 5004)
BINARY = os.environ.get("TREADLE", str(tools.ROOT / ".build" / "debug" / "treadle"))


class NetworkCase(unittest.TestCase):
    """Three hosts: the box is the first, peers are the others."""

    hosts = 3

    def setUp(self):
        # On the unit test's own list: a report that names what was not tried.
        why = namespaces.reason()
        if why:
            self.skipTest("network namespaces are forbidden: %s" % why)
        self.network = self.enterContext(namespaces.Network(self.hosts))
        self.taken = {}  # the sockets of the newest peer at each place
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="treadle-pcap-")))

    def peer(self, kind=Peer, host=2, box=BOX, seed=1, lines=None, port=5004, address=None):
        for made in self.taken.pop((host, port), []):
            made.close()
        sockets = self.taken[host, port] = [self.network.bound(host, port + step, address)
                                                   for step in (0, 1)]
        for made in sockets:
            self.addCleanup(made.close)
        return kind(sockets, box, seed, lines)

    def judge(self, *peers):
        """The strict judge and tshark have nothing against what the box sent."""
        for peer in peers:
            faults = ["%d: %s\n  %s" % (number, text, data.hex()) for number, text, data in peer.stream.faults]
            self.assertEqual(faults[:5], [], "%d faults of %d datagrams to %s" % (
                len(faults), peer.stream.datagrams, peer.name.decode()))
            self.assertEqual(peer.stops, [], "%s would stop reading" % peer.name.decode())
            try:
                found = tools.judged_by_tshark(peer.recorder, self.folder / "judged.pcap")
            except tools.Missing as error:
                print("skipped: tshark's verdict: %s" % error)
                continue
            self.assertEqual(found[:5], [], "%d faults found by tshark" % len(found))


def bad_lines(seed, loss=0.3, burst=50):
    """Both directions: 5 of 100 doubled, one of ten late."""
    return tuple(Line(seed + step, loss, burst, 0.05, 0.1) for step in (0, 1))


def gathered(*peers):
    return Gathering(*peers)
