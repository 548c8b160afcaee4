"""How fast and how evenly Bluetooth MIDI passes the box (B9, B12): the goals, in the emulated board's exact time
(still_air.py). The numbers go into the report. One boot; each test reads a phase of it. With a buffer it plays 20 s, or
a minute with TREADLE_EVENING."""

import os
import unittest

from boxed import note
from still_air import at, latencies, play, width

# Milliseconds.
INTERVAL = 15
# Seconds: what is played, and until the clock has seen its window twice (B12).
LENGTH, WARM = 60 if "TREADLE_EVENING" in os.environ else 20, 20
IS_NOTE = (0x80, 0x90)
SCRIPT = """
to_din 20
play="1 1 20 20"; phase to FP-30X 0 0 -1 23 1; play=
phase fast EWI 200 0 100 %(length)d 2
phase slow EWI -200 0 100 %(length)d 3
phase rough FP-30X 0 0 100 30 4
""" % {"length": WARM + LENGTH}


def told(what, values):
    """Puts a row of figures into the report."""
    note("bluetooth: %s, %d messages: median %.3f ms, 99 %% %.3f ms, 99.9 %% %.3f ms, worst %.3f ms" % (
        what, len(values), at(values, 0.5), at(values, 0.99), at(values, 0.999), values[-1]))


class BluetoothGoals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.phases, cls.counters = play(SCRIPT, "bluetooth-goals", 1800)

    def heard(self, name):
        """A phase in which the instrument plays, and what came to the keyboard of it. When the radio goes at the end,
        the note that is still held is released."""
        phase = self.phases[name]
        self.assertLessEqual({message[0] for _, message in phase.usb[len(phase.played):]}, {0x80})
        return phase, phase.usb[:len(phase.played)]

    def test_a_note_is_as_fast_to_the_controller_as_to_din(self):
        din, phase = self.phases["din"], self.phases["to"]
        sent = [each for each in phase.to_radio if each[1][0] in IS_NOTE]
        to_din, to_radio = latencies(din.keys, din.line), latencies(phase.keys, sent)
        told("from USB to DIN", to_din)
        told("from USB to the controller", to_radio)
        for share in (0.5, 0.99):
            self.assertLessEqual(at(to_radio, share), at(to_din, share) + 0.3)

    def test_the_box_adds_little_beyond_the_interval(self):
        to, (rough, usb) = self.phases["to"], self.heard("rough")
        packets = [packet for link in to.links() for packet in link]
        # Each packet of this phase has one message behind its header and stamp.
        came = latencies(to.keys, [(came, data[2:]) for came, _, data in packets])
        waited = sorted((passed - came) / 1e6 for came, passed, _ in packets)
        back = latencies(rough.aired, usb)
        told("from USB to the far end of the serial line", came)
        told("from there to the connection event", waited)
        told("from the connection event to USB", back)
        for added in (came, back):
            self.assertLessEqual(at(added, 0.5), 1.0)
            self.assertLessEqual(at(added, 0.999), 2.0)
        self.assertLessEqual(waited[-1], INTERVAL)

    def test_with_a_buffer_notes_come_as_evenly_as_they_were_played(self):
        for name, drift in (("fast", 200), ("slow", -200)):
            with self.subTest(drift=drift):
                phase, usb = self.heard(name)
                begin = phase.times("ready")[0] + WARM * 10**9
                first = next(i for i, (time, _) in enumerate(phase.played) if time >= begin)
                values = latencies(phase.played[first:], usb[first:])
                note("bluetooth: %+d ppm, buffer 18 ms, %d messages: 98 %% within %.2f ms, 99.9 %% within %.2f ms" % (
                    drift, len(values), width(values, 0.98), width(values, 0.999)))
                self.assertGreaterEqual(len(values), 20 * LENGTH - 1)
                self.assertLessEqual(width(values, 0.98), 2.6)
                self.assertLessEqual(width(values, 0.999), 3.5)

    def test_without_a_buffer_the_spread_is_that_of_the_interval(self):
        phase, usb = self.heard("rough")
        values = latencies(phase.played, usb)
        note("bluetooth: no buffer, %d messages: 98 %% within %.2f ms, 99.9 %% within %.2f ms" % (
            len(values), width(values, 0.98), width(values, 0.999)))
        self.assertLessEqual(width(values, 0.999), INTERVAL + 0.3)
        # A packet of several messages is known by its last.
        rest, added = iter(usb), []
        for came, message in phase.from_radio:
            if message[0] in IS_NOTE:
                added.append((next(time for time, other in rest if other == message) - came) / 1e6)
        told("from the packet in the HCI monitor to USB", sorted(added))
        self.assertLessEqual(max(added), 0.3)

    def test_the_loop_neither_allocates_nor_drops(self):
        for name in ("allocations", "page faults", "dropped"):
            self.assertEqual(self.counters[name], 0, name)


if __name__ == "__main__":
    unittest.main()
