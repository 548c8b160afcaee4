"""The network card of the emulated board: the far end of its cable, and pulling it."""

import json
import pathlib
import socket
import tempfile

from common.waiting import PATIENCE

# A router with a DHCP server (QEMU's own), which gives the first guest this address.
ROUTER, LEASED = "user,net=192.0.2.0/24,dhcpstart=192.0.2.15", "192.0.2.15"
# A cable with nobody at the other end.
NOBODY = "hubport,hubid=0"

# Notes in /run/plugged when the cable and the first IPv4 address came, in seconds since the kernel's start.
STOPWATCH = """
rm -f /run/plugged
touch /run/waiting
until [ "$(cat /sys/class/net/eth0/carrier 2>/dev/null)" = 1 ]; do usleep 5000; done
plugged=$(cut -d " " -f 1 /proc/uptime)
until ip -4 -o address show eth0 | grep -q inet; do usleep 5000; done
echo $plugged $(cut -d " " -f 1 /proc/uptime) >/run/plugged.new
mv /run/plugged.new /run/plugged
"""


class Cable:
    """A network card for a board, and its cable. leads_to: the netdev behind it."""

    def __init__(self, leads_to):
        self._folder = tempfile.TemporaryDirectory(prefix="treadle-cable-")
        self._path = pathlib.Path(self._folder.name) / "monitor"
        self._monitor = None
        self.arguments = [
            "-netdev", leads_to + ",id=cable", "-device", "virtio-net-pci,netdev=cable,id=card,romfile=",
            "-qmp", "unix:%s,server=on,wait=off" % self._path
        ]

    def pull(self):
        self._command("set_link", name="card", up=False)

    def plug(self):
        self._command("set_link", name="card", up=True)

    def close(self):
        if self._monitor:
            self._monitor.close()
        self._folder.cleanup()

    def _command(self, command, **arguments):
        """One command of the emulator's monitor (QMP)."""
        if self._monitor is None:
            self._monitor = socket.socket(socket.AF_UNIX)
            self._monitor.settimeout(PATIENCE)
            self._monitor.connect(str(self._path))
            self._lines = self._monitor.makefile("r")
            self._command("qmp_capabilities")
        self._monitor.sendall(json.dumps({"execute": command, "arguments": arguments}).encode())
        while "return" not in (answer := json.loads(self._lines.readline())):
            if "error" in answer:
                raise AssertionError("the emulator refused %s: %s" % (command, answer["error"]))


def free_port():
    """A TCP port of this machine that nobody uses."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def watch(board):
    """Starts the stopwatch for the next plug."""
    board.run("rm -f /run/waiting; echo '%s' >/run/stopwatch; sh /run/stopwatch </dev/null >/dev/null 2>&1 &" % STOPWATCH)
    board.wait("[ -e /run/waiting ]")


def seconds(board):
    """Seconds on the board's clock from the cable to the IPv4 address."""
    plugged, addressed = board.wait("cat /run/plugged").split()
    return float(addressed) - float(plugged)


def addresses(board, family):
    """The addresses of the card, of IPv4 (4) or IPv6 (6), with their prefixes."""
    lines = board.run("ip -%d -o address show eth0" % family).splitlines()
    return [line.split()[3] for line in lines]


def sockets(board, *tables):
    """The sockets in these tables of /proc/net, without the headings."""
    return board.sh("grep -hvE '^ *s[lk] ' %s" % " ".join("/proc/net/" + table for table in tables))[1]
