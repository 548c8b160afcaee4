"""Notes both ways between a USB keyboard and a model peer while datagrams are lost, and what must be true afterwards
(N3, N4)."""

import unittest

from common.waiting import collect

# Notes each way, and the time between two messages in microseconds.
NOTES, PACE = 200, 10_000
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


class LossyCase(unittest.TestCase):
    """A `board`, its keyboard `keys`, and the far `end` of its cable with the peer `desk`."""

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

    def plays_both_ways(self):
        """The keyboard and the peer play all notes at once, at the same pace."""
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

    def accounts_for_all(self, heard):
        """Over a line that is good again the next packet repairs all: of what was lost nothing hangs, and each gap is
        known. heard: what the keyboard has heard since the first note. Returns how it went, in words."""
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
        return "%d came to the peer and %d to the keyboard, %d gaps repaired by the peer and %d by the box" % (
            begun, notes.begun, self.desk.receiver.repaired, repaired)
