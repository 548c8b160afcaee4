"""What the tests with a network share."""

import os
import subprocess

import namespaces
import tools
from common import folders
from common.lines import Lines
from common.project import ROOT
from peers import Peer
from relay import Line

BOX = ("10.77.0.1", 5004)
BINARY = os.environ.get("TREADLE", str(ROOT / ".build" / "debug" / "treadle"))


class NetworkCase(folders.Case):
    """Three hosts: the box is the first, peers are the others."""

    hosts = 3

    def setUp(self):
        # On the unit test's own list: a report that names what was not tried.
        why = namespaces.reason()
        if why:
            self.skipTest("network namespaces are forbidden: %s" % why)
        super().setUp()
        self.network = self.enterContext(self.made_network())
        self.taken = {}  # the sockets of the newest peer at each place

    def made_network(self):
        return namespaces.Network(self.hosts)

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
            self.assertEqual(peer.stops, [], "%s would stop reading" % peer.name.decode())
            self.judge_stream(peer.stream, peer.recorder, peer.name.decode())

    def judge_stream(self, stream, recording, name):
        faults = ["%d: %s\n  %s" % (number, text, data.hex()) for number, text, data in stream.faults]
        self.assertEqual(faults[:5], [], "%d faults of %d datagrams to %s" % (len(faults), stream.datagrams, name))
        try:
            found = tools.judged_by_tshark(recording, self.folder / "judged.pcap")
        except tools.Missing as error:
            print("skipped: tshark's verdict: %s" % error)
            return
        self.assertEqual(found[:5], [], "%d faults found by tshark" % len(found))

    def needs(self, tool):
        """What `tool` returns. Skips the test where it is missing."""
        try:
            return tool()
        except tools.Missing as error:
            return self.skipTest(str(error))

    def pymidi(self, host):
        """Starts pymidi as responder in a host. Returns what it prints."""
        command = [self.needs(tools.pymidi), ROOT / "Tests" / "Network" / "responder.py", "10.77.0.%d" % host, "5004"]
        started = self.network.start(host, command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        lines = Lines(started.stdout)
        self.assertTrue(lines.wait("ready"))
        return lines


def bad_lines(seed, loss=0.3, burst=50):
    """Both directions: 5 of 100 doubled, one of ten late."""
    return tuple(Line(seed + step, loss, burst, 0.05, 0.1) for step in (0, 1))
