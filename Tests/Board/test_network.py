"""Network MIDI through the board's network card: a USB keyboard, the box, and model peers at the far end of the cable,
over a line that loses packets; eight peers at once; and the end (N3, N4, N7, N9, N10).

One boot; the tests run in the order of the file."""

import unittest

from boxed import BoxedBoard, in_order, note
from common.waiting import collect
from far_end import BOX, FarEnd
from gadget import Gadget
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

# Notes of a test with losses, and the time between two messages in microseconds.
NOTES, PACE = 200, 10_000
LOSS = 0.2
PLAYED = [bytes([status, 36 + count % 48, 1 + count % 100]) for count in range(NOTES) for status in (0x90, 0x80)]
# The last note is held, and shows that the end was heard.
HELD, RELEASED = b"\x90\x7f\x40", b"\x80\x7f\x40"


class Notes:
    """What sounds, and how many notes have begun."""

    def __init__(self):
        self.sounding, self.begun = {}, 0

    def play(self, data):
        for place in range(0, len(data) - 2, 3):
            status, key, velocity = data[place:place + 3]
            if status == 0x90 and velocity > 0:
                self.begun += 1
                self.sounding[key] = velocity
            elif status in (0x80, 0x90):
                self.sounding.pop(key, None)
            else:
                raise AssertionError("no note: %s" % data[place:place + 3].hex(" "))


class Network(unittest.TestCase):
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

    # Peers live only while they are run, and must not be left alone for long.

    def until(self, condition):
        return self.end.peers.until(condition)

    def sounding(self, peer):
        return peer.receiver.instrument.parts[0].notes

    def counted(self, text):
        """The numbers before "repaired" and "unrepaired" of the desk."""
        line = next(line for line in text.splitlines() if "desk" in line and "peer " in line)
        words = line.replace(",", "").split()
        return int(words[words.index("repaired") - 1]), int(words[words.index("unrepaired") - 1])

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
        data = "".join("".join("\\%03o" % byte for byte in message) + "\n" for message in PLAYED)
        path = "/dev/snd/midiC%dD0" % self.keys.card()
        self.board.run("echo '%s' >/tmp/notes" % data)
        self.board.run("(while read -r note; do printf \"$note\"; usleep %d; done </tmp/notes >%s; touch /tmp/played) "
                       ">/dev/null 2>&1 &" % (PACE, path))
        for message in PLAYED:
            self.desk.play([message])
            self.end.peers.run(PACE / 1e6)
        self.assertTrue(self.until(lambda: self.board.sh("[ -e /tmp/played ]")[0] == 0))
        self.end.peers.run(0.5)
        lost = [line.lost - before for line, before in zip(self.desk.lines, lost)]
        self.assertGreater(min(lost), NOTES * 2 * LOSS / 2, "hardly anything was lost")

        # Over a good line the next packet repairs all.
        self.good(True)
        self.keys.send(HELD)
        self.desk.play([HELD])
        self.assertTrue(self.until(lambda: 127 in self.sounding(self.desk)), self.sounding(self.desk))
        self.assertEqual(self.sounding(self.desk), {127: 0x40}, "at the peer nothing else sounds")
        notes = Notes()
        notes.play(collect(lambda: heard.read(3), lambda data: HELD in data))
        self.assertEqual(notes.sounding, {127: 0x40}, "at the keyboard nothing else sounds")
        self.assertGreater(notes.begun, NOTES / 2)
        begun = sum(message[0] == 0x90 for message in self.desk.receiver.played)
        self.assertGreater(begun, NOTES / 2)
        self.keys.send(RELEASED)
        self.desk.play([RELEASED])
        self.assertTrue(self.until(lambda: not self.sounding(self.desk)))
        self.assertEqual(heard.read(3), RELEASED)
        repaired, unrepaired = self.counted(self.board.run("treadle status"))
        self.assertGreater(repaired, 0)
        self.assertEqual(unrepaired, 0)
        self.assertEqual(self.desk.receiver.uncovered, 0)
        note("network: of %d notes each way, with %d and %d datagrams lost, %d came to the peer and %d to the keyboard, "
             "%d gaps repaired by the peer and %d by the box" % (
                 NOTES, *lost, begun, notes.begun, self.desk.receiver.repaired, repaired))

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
