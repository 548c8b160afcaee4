"""Network MIDI through the board's network card: a USB keyboard, the box, and model peers at the far end of the cable,
over a line that loses packets; eight peers at once; and the end (N3, N4, N7, N9, N10).

One boot; the tests run in the order of the file."""

import unittest

from boxed import BoxedBoard, in_order, note
from far_end import BOX, FarEnd
from gadget import Gadget
from lossy import NOTES, LossyCase
from network import Cable
from relay import Line

BOX_FILE = """treadle: 1
name: Network
network:
  name: Board
  address: "%s/24"
  rtp-midi: { accept: any }
ports:
  keys: { match: "Keystation*" }
  desk: { network: "%s" }
  others: { network: "*" }
clock: { send-when-stopped: false }
presets:
- name: Through
  number: 1
  routings:
  - { name: To peers, from: [keys], to: [desk, others] }
  - { name: From peers, from: [desk, others], to: [keys] }
"""

LOSS = 0.2


class Network(LossyCase):
    @classmethod
    def setUpClass(cls):
        cls.end = FarEnd()
        cls.addClassCleanup(cls.end.close)
        cls.desk = cls.end.peer(lines=(Line(1, LOSS), Line(2, LOSS)))
        cls.good(True)
        cls.cable = Cable(cls.end.netdev)
        cls.addClassCleanup(cls.cable.close)
        cls.board = cls.enterClassContext(BoxedBoard(
            BOX_FILE % (BOX, cls.end.place(cls.desk)), "network", arguments=cls.cable.arguments, panel=False))
        cls.keys = Gadget(cls.board, "keys", product="Keystation", socket=0).plug()
        cls.board.said(r"^  keys: in and out")

    @classmethod
    def good(cls, is_good):
        for line in cls.desk.lines:
            line.is_bad = not is_good

    def test_a_note_goes_to_the_peer_and_another_comes_back(self):
        self.assertTrue(self.until(lambda: self.desk.state == "open"), self.desk.state)
        self.assertFalse(self.desk.is_initiator, "the box invites")
        self.assertTrue(self.until(lambda: self.board.run("treadle status").count(": connected") == 1))
        self.keys.send([0x90, 60, 100])
        self.assertTrue(self.until(lambda: self.sounding(self.desk) == {60: 100}), self.sounding(self.desk))
        self.keys.send([0x80, 60, 64])
        self.assertTrue(self.until(lambda: not self.sounding(self.desk)))
        heard = self.enterContext(self.keys.listen())
        self.desk.play([b"\x90\x40\x11", b"\x80\x40\x12"])
        self.end.peers.run(0.1)
        self.assertEqual(heard.read(6).hex(" "), "90 40 11 80 40 12")

    def test_two_hundred_notes_each_way_over_a_line_that_loses_a_fifth(self):
        heard = self.enterContext(self.keys.listen())
        self.good(False)
        lost = [line.lost for line in self.desk.lines]
        self.plays_both_ways()
        lost = [line.lost - before for line, before in zip(self.desk.lines, lost)]
        self.assertGreater(min(lost), NOTES * 2 * LOSS / 2, "hardly anything was lost")
        self.good(True)
        note("network: of %d notes each way, with %d and %d datagrams lost, %s" % (
            NOTES, *lost, self.accounts_for_all(heard)))

    def test_eight_peers_cost_the_loop_nothing_and_a_ninth_is_refused(self):
        guests = [self.end.peer(seed=10 + number) for number in range(8)]
        for guest in guests:
            # Soon at the pace of a session that is under way.
            guest.clocks = (0.1,) * 6 + (10.0,)
        for guest in guests[:7]:
            guest.invite()
        self.assertTrue(self.until(lambda: all(guest.state == "open" for guest in guests[:7])),
                        [guest.state for guest in guests])
        guests[7].invite()
        self.assertTrue(self.until(lambda: guests[7].state == "refused"), guests[7].state)
        self.keys.send([0x90, 62, 1, 0x80, 62, 1])
        for guest in [self.desk, *guests[:7]]:
            self.assertTrue(self.until(lambda: guest.receiver.played[-2:] == [b"\x90\x3e\x01", b"\x80\x3e\x01"]),
                            guest.receiver.played[-2:])
        self.assertTrue(self.until(lambda: all(guest.exchanges >= 6 for guest in guests[:7])))
        self.assertEqual(self.board.run("treadle status").count(": connected"), 8)

        first, began = self.board.counters(), float(self.board.run("cut -d' ' -f1 /proc/uptime"))
        self.end.peers.run(10)
        second, ended = self.board.counters(), float(self.board.run("cut -d' ' -f1 /proc/uptime"))
        share = (second["us of processor"] - first["us of processor"]) / (ended - began) / 1e6
        wakes = second["wakes"] - first["wakes"]
        # How long a wake takes depends on the machine; `make bench-board` judges it.
        note("network: eight silent peers take %.3f %% of the loop's processor, in %d wakes of %.1f s" % (
            100 * share, wakes, ended - began))
        self.assertLess(wakes / (ended - began), 10, "a wake for a clock and a report, and no more")
        self.assertEqual((second["allocations"], second["page faults"], second["dropped"]), (0, 0, 0))

    def test_everybody_hears_goodbye_when_the_box_ends(self):
        here = [peer for peer in self.end.peers.peers if peer.state == "open"]
        self.assertEqual(len(here), 8)
        for peer in here:
            # How soon a packet is here, or there, depends on the machine.
            faults = [text for _, text, _ in peer.stream.faults
                      if "time of capture" not in text and "ignores the acknowledgement" not in text]
            self.assertEqual(faults[:5], [], "of %d datagrams" % peer.stream.datagrams)
            self.assertEqual(peer.stops, [])
        self.board.run("kill -TERM %d" % self.board.box())
        self.assertTrue(self.until(lambda: all(peer.goodbyes == 1 for peer in here)), [peer.goodbyes for peer in here])


load_tests = in_order(Network)
