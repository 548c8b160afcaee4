"""An evening with a Bluetooth piano, both ways at once, over an air that loses a tenth of all connection events, and
from which the piano goes out of reach twice (B9, B10, B13), in the board's exact time (still_air.py). It takes a minute
of it, or as many as TREADLE_EVENING says."""

import os
import unittest

from ble_packets import PacketReader
from boxed import note
from still_air import at, latencies, play

MINUTES = int(os.environ.get("TREADLE_EVENING", "1"))
SECONDS = 60 * MINUTES
AWAY = [SECONDS // 3, SECONDS * 2 // 3]
# The piano's clock is 50 millionths faster; the keyboard ends before it.
SCRIPT = "play='1 5 0 %d'; phase evening FP-30X 50 10 0 %d 6 %d %d" % (SECONDS - 6, SECONDS, *AWAY)
SECOND = 10**9
# More than lost connection events hold up a message, and more than a new link takes to its first.
HELD_UP, BEGUN = SECOND // 3, 2 * SECOND
PEDAL_UP = bytes([0xB0, 64, 0])


def is_release(message):
    """Whether a message ends something."""
    return message[0] == 0x80 or message == PEDAL_UP


class Sounding:
    """What is held of what was heard: keys, and the pedal."""

    def __init__(self):
        self.keys, self.has_pedal = set(), False

    def hear(self, message):
        if message[0] == 0x90:
            self.keys.add(message[1])
        elif message[0] == 0x80:
            self.keys.discard(message[1])
        else:
            self.has_pedal = message != PEDAL_UP

    @property
    def is_silent(self):
        return not self.keys and not self.has_pedal


class BluetoothEvening(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        phases, cls.counters = play(SCRIPT, "bluetooth-evening", 3600 * MINUTES)
        cls.phase = phases["evening"]
        cls.away = cls.phase.times("away")
        cls.gone = cls.phase.times("gone")

    def test_the_piano_is_back_after_each_time_out_of_reach(self):
        ready = self.phase.times("ready")
        self.assertEqual((len(self.away), len(self.gone), len(ready)), (2, 2, 3))
        for away, gone, back in zip(self.away, self.gone, ready[1:]):
            # The supervision timeout is 2 s, and it is out of reach for 5.
            self.assertLess(gone - away, 2.1 * SECOND)
            self.assertLess(back - away, 10 * SECOND)
        note("bluetooth: back %s s after the piano was in reach again" % " and ".join(
            "%.2f" % ((back - away) / SECOND - 5) for away, back in zip(self.away, ready[1:])))

    def test_all_that_the_piano_plays_in_reach_comes_in_order_and_nothing_hangs(self):
        sounding, came, links = Sounding(), [], iter([*self.gone, self.phase.times("over")[0]])
        waiting, end = iter(self.phase.aired), 0
        expected = next(waiting, None)
        for time, message in self.phase.usb:
            sounding.hear(message)
            if expected and message == expected[1] and time >= expected[0]:
                came.append((time, message))
                expected = next(waiting, None)
                continue
            # Of its own accord the box only releases, when the link has ended.
            self.assertTrue(is_release(message), (time, message))
            if time - end > SECOND // 10:
                end = next(links)
            self.assertTrue(end <= time <= end + SECOND // 10, (time, end))
        self.assertIsNone(expected)
        self.assertTrue(sounding.is_silent)
        for played, _ in self.phase.lost:
            self.assertTrue(any(away - HELD_UP < played < gone for away, gone in zip(self.away, self.gone)), played)
        values = latencies(self.phase.played, came)
        note("bluetooth: evening, %d messages from the piano, %d lost out of reach: median %.1f ms, 99 %% %.1f ms" % (
            len(values), len(self.phase.lost), at(values, 0.5), at(values, 0.99)))

    def test_nothing_sounds_at_the_keyboard_while_the_piano_is_gone(self):
        for gone in self.gone:
            sounding = Sounding()
            for time, message in self.phase.usb:
                if time < gone + SECOND // 10:
                    sounding.hear(message)
            self.assertTrue(sounding.is_silent, gone)

    def test_all_that_the_keyboard_plays_in_reach_arrives_in_order_and_nothing_hangs(self):
        sounding, count = Sounding(), 0
        ends = [*self.away, self.phase.times("over")[0]]
        for ready, end, link in zip(self.phase.times("ready"), ends, self.phase.links()):
            reader = PacketReader(mtu=247)
            for _, _, packet in link:
                reader.read(packet)
            self.assertEqual(reader.faults, [])
            got = reader.played
            # First comes what was released while the piano was out of reach (H9). Other keys are still held.
            while got and is_release(got[0]):
                sounding.hear(got.pop(0))
            self.assertTrue(self.follows(got, ready, end), ready)
            for message in got:
                sounding.hear(message)
            count += len(got)
        self.assertTrue(sounding.is_silent, sounding.keys)
        note("bluetooth: evening, %d messages to the piano, of %d" % (count, len(self.phase.keys)))

    def follows(self, got, ready, end):
        """Whether what has arrived over a link is all that was played, from a moment after its begin to its end."""
        for first, (time, _) in enumerate(self.phase.keys):
            if not ready <= time <= ready + BEGUN:
                continue
            played = self.phase.keys[first:]
            least = sum(time <= end - HELD_UP for time, _ in played)
            if len(got) >= least and got == [message for _, message in played[:len(got)]]:
                return True
        return False

    def test_the_loop_neither_allocates_nor_drops(self):
        for name in ("allocations", "page faults", "dropped"):
            self.assertEqual(self.counters[name], 0, name)


if __name__ == "__main__":
    unittest.main()
