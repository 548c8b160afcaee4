"""How fast and how evenly Bluetooth MIDI passes the box on the emulated board (B9, B12): the numbers go into the
report. The radio is a program of this machine, so a busy machine makes them worse; the bounds here only find what is
broken.

One boot; the tests run in the order of the file."""

import asyncio
import math
import time
import unittest

from bluetooth_case import BluetoothCase, box
from boxed import in_order, note
from common.waiting import PATIENCE, until

NOTES, PLAYED = 400, 300
MILLISECOND = 1_000_000


def at(values, share):
    """The percentile of a share 0...1 of sorted values."""
    return values[max(math.ceil(share * len(values)) - 1, 0)]


class BluetoothGoals(BluetoothCase):
    BOX = box({"wind": '"EWI*", buffer: 18 ms', "piano": '"FP-30X"'},
              "bluetooth: { pairing: always, encryption: optional }\n")
    NAME, PANEL = "bluetooth-goals", False

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # Only one program may read the keyboard.
        cls.heard.stop()
        cls.device = "/dev/snd/midiC%dD0" % cls.keys.card()

    def test_from_usb_to_the_controller(self):
        piano = self.radio.piano("FP-30X", "F0:00:00:00:08:01", wants_keys=False)
        self.radio.do(piano.ready())
        self.awaits("FP-30X", state="connected")
        # A moment, for the parameters of the new connection.
        self.radio.do(asyncio.sleep(1))
        lines = self.board.run("stamp-packets %s %d" % (self.device, NOTES), 4 * PATIENCE).split()
        lost = lines.count("lost")
        values = sorted(int(line) / MILLISECOND for line in lines if line != "lost")
        note("bluetooth: from USB to the controller, of %d notes: median %.2f ms, 99 %% %.2f ms, worst %.2f ms" % (
            len(values), at(values, 0.5), at(values, 0.99), values[-1]))
        self.assertEqual(lost, 0)
        self.assertEqual(piano.reader.faults, [])
        self.radio.do(piano.switch_off())
        self.gone(piano)

    def spread(self, name, address):
        """A peer plays. Returns when the notes left at USB minus when they were played, sorted, the earliest as 0."""
        peer = self.radio.piano(name, address, wants_keys=False)
        self.radio.do(peer.ready())
        self.awaits(name, state="connected")
        self.board.run("rm -f /tmp/stamps; stamp-notes %s %d >/tmp/stamps 2>&1 &" % (self.device, PLAYED))
        self.board.wait("grep ready /tmp/stamps")
        played = []

        async def play():
            for count in range(PLAYED):
                # 10 notes a second would take half a minute; these do not beat with the connection interval.
                await asyncio.sleep(0.037 + 0.011 * (count % 3))
                now = time.monotonic_ns()
                played.append(now)
                await peer.play(bytes([0x90, count % 128, 1]), stamp=now // MILLISECOND)

        self.radio.do(play(), 4 * PATIENCE)
        lines = until(lambda: self.board.run("cat /tmp/stamps").splitlines()[1:], lambda lines: len(lines) == PLAYED)
        self.assertEqual([int(line.split()[1]) for line in lines], [count % 128 for count in range(PLAYED)])
        late = sorted(int(line.split()[0]) - at for line, at in zip(lines, played))
        return [(value - late[0]) / MILLISECOND for value in late]

    def test_no_note_is_lost_and_the_spread_is_noted(self):
        smooth = self.spread("EWI 5000", "F0:00:00:00:08:02")
        rough = self.spread("FP-30X", "F0:00:00:00:08:03")
        for name, values in [("with a buffer", smooth), ("without", rough)]:
            note("bluetooth: spread of %d notes %s: 98 %% within %.2f ms, 99.9 %% within %.2f ms" % (
                PLAYED, name, at(values, 0.99) - at(values, 0.01), values[-1]))


load_tests = in_order(BluetoothGoals)

if __name__ == "__main__":
    unittest.main()
