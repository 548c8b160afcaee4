"""What a box with Bluetooth waits a minute with, on the emulated board: a peer without MIDI (B2), and a phone whose
pairings were refused (B14). Both wait in the same minute."""

import asyncio
import re
import time
import unittest

from bluetooth_case import NOTE, OFF, PANEL, BluetoothCase, box
from bluetooth_peers import SERVICE
from common.waiting import until

from bumble.gatt import Service

# Seconds: the time that the box waits, of which the radio may have passed a little before it counts, and how late a
# busy machine may be.
MINUTE, EARLY, LATE = 60, 2, 20


class Minutes(BluetoothCase):
    BOX = box({"piano": '"FP-30X"', "guests": '"*"'}, PANEL + "bluetooth: { visible: true }\n")
    NAME = "bluetooth-minutes"

    def refused(self, phone):
        """A phone is refused, and the player is not asked."""
        joining = self.radio.begin(phone.join())
        until(lambda: joining.done() or self.asks())
        self.assertFalse(self.asks())
        phone.player.number = None
        self.fails(joining)
        self.leave(phone)

    def asks(self):
        return re.search(r"PAIR \d", "\n".join(self.board.display().rows))

    def test_a_minute_after_no_midi_and_after_three_refusals(self):
        piano = self.radio.piano("FP-30X", "F0:00:00:00:09:01", has_midi=False)
        connected = []
        piano.device.on("connection", lambda _: connected.append(time.monotonic()))
        self.awaits("piano", state="no MIDI")
        self.gone(piano)
        without_midi = time.monotonic()
        self.assertEqual(len(connected), 1)
        # A firmware that has learnt it meanwhile.
        self.radio.call(piano.device.add_service, Service(SERVICE, [piano.data]))

        phone = self.radio.phone("Pest", "F0:00:00:00:09:02")
        for _ in range(3):
            self.refused(phone)
        closed = time.monotonic()
        self.board.run("treadle bluetooth pair")
        self.refused(phone)
        self.radio.do(asyncio.sleep(closed + MINUTE - 5 - time.monotonic()))
        self.refused(phone)

        self.assertTrue(until(lambda: len(connected) > 1, timeout=MINUTE + LATE))
        waited = connected[1] - without_midi
        self.assertGreater(waited, MINUTE - EARLY)
        self.assertLess(waited, MINUTE + LATE)
        self.radio.do(piano.ready())
        self.passes_to(piano, NOTE, OFF)
        self.passes_from(piano, NOTE, OFF)

        self.radio.do(asyncio.sleep(max(closed + MINUTE - time.monotonic(), 0)))
        self.board.run("treadle bluetooth pair")
        self.pair(phone)
        self.passes_from(phone, NOTE, OFF)


if __name__ == "__main__":
    unittest.main()
