"""Strangers, nonsense, floods, stalls and losses at a box with Bluetooth on the emulated board (B5, B10, B13, B14).

One boot; the tests run in the order of the file."""

import asyncio
import random
import time
import unittest

from air import AN_EVENT, BUFFERS
from ble_packets import packet
from bluetooth_case import NOTE, OFF, BluetoothCase, box
from bluetooth_peers import NO_MEANS
from boxed import SEED, in_order, note
from common.waiting import PATIENCE, until

from bumble import att

PAIRS = "bluetooth: { pairing: always, visible: true }\n"


class PeerAttacks(BluetoothCase):
    BOX = box({"guests": '"*"'}, PAIRS)
    NAME, PANEL = "bluetooth-attacks", False

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.phone = cls.radio.phone("Phone", "F0:00:00:00:07:01", means=NO_MEANS, timeout=8000)
        cls.stranger = cls.radio.phone("Stranger", "F0:00:00:00:07:02", means=NO_MEANS, pairs=False)
        cls.radio.do(cls.phone.join())

    def still_plays(self):
        self.passes_from(self.phone, NOTE, OFF)
        self.passes_to(self.phone, NOTE, OFF)

    def pace(self, *messages):
        """The keyboard plays messages one after the other, each time after 10 ms."""
        lines = "".join("".join("\\%03o" % byte for byte in message) + "\n" for message in messages)
        self.board.run("echo '%s' >/tmp/paced" % lines.rstrip("\n"))
        self.board.run("while read -r message; do printf \"$message\"; usleep 10000; done </tmp/paced "
                       ">/dev/snd/midiC%dD0" % self.keys.card())

    def test_a_stranger_gets_nothing_but_errors(self):
        joining = self.radio.begin(self.stranger.join())
        self.assertEqual(self.fails(joining).error_code, att.ErrorCode.INSUFFICIENT_AUTHENTICATION)
        self.radio.do(self.stranger.play(NOTE))
        with self.assertRaises(att.ATT_Error):
            self.radio.do(self.stranger.send(packet(1000, NOTE), with_response=True))
        self.still_plays()

    def test_a_stranger_is_disconnected_after_half_a_minute(self):
        self.assertIsNotNone(self.stranger.connection)
        self.gone(self.stranger)
        self.assertEqual(self.stranger.reasons[-1:], [0x13])

    def test_nonsense_as_requests(self):
        chance = random.Random(SEED)
        self.radio.do(self.stranger.connect())
        for _ in range(60):
            if self.stranger.connection:
                self.radio.call(
                    self.stranger.connection.send_l2cap_pdu, att.ATT_CID, chance.randbytes(chance.randrange(24)))
        self.still_plays()
        self.leave(self.stranger)

    def test_nonsense_as_packets(self):
        chance = random.Random(SEED)
        for _ in range(60):
            self.radio.do(self.phone.send(chance.randbytes(chance.randrange(1, 40))))
        # What stands in nonsense may be a message: only the marker tells that all of it was read, and that all of it
        # was released when the phone left.
        self.leave(self.phone)
        self.radio.do(self.phone.join())
        self.radio.do(self.phone.play(b"\xf0\x7d\x55\xf7"))
        heard = b""
        while b"\xf0\x7d\x55\xf7" not in heard:
            more = self.heard.read(1, PATIENCE)
            self.assertTrue(more, "the box does not read on")
            heard += more
        self.still_plays()

    def test_a_malformed_packet_loses_no_more_than_what_is_malformed(self):
        self.radio.do(self.phone.send(b"\x84\x80\x90\x3c"))
        self.radio.do(self.phone.send(b""))
        self.radio.do(self.phone.send(b"\x84"))
        self.radio.do(self.phone.send(packet(1000, NOTE, OFF)))
        self.hears(NOTE + OFF)

    def test_half_a_sysex_of_a_peer_that_goes_is_forgotten(self):
        self.radio.do(self.phone.send(b"\x84\x80\xf0\x7d\x01\x02"))
        self.leave(self.phone)
        self.radio.do(self.phone.join())
        self.radio.do(self.phone.play(NOTE, OFF))
        heard = b""
        while OFF not in heard:
            heard += self.heard.read(1)
        self.assertTrue(heard.endswith(NOTE + OFF), heard.hex(" "))
        # A SysEx of which something has left already ends at once (S4).
        self.assertIn(heard[:-6], [b"", b"\xf0\x7d\x01\x02\xf7"])

    def test_no_note_hangs_when_a_peer_is_lost(self):
        self.radio.do(self.phone.play(NOTE))
        self.hears(NOTE)
        self.phone.controller.is_away = True
        released = self.heard.read(3)
        self.assertEqual(released[:2], bytes([0x80 | NOTE[0] & 15, NOTE[1]]))
        self.gone(self.phone)
        self.phone.controller.is_away = False
        self.radio.do(self.phone.join())
        self.still_plays()

    def test_a_stalled_link_goes_on_with_what_is_true_now(self):
        """At most 6 packets of a link wait in the kernel, beside those of the controller."""
        before = len(self.phone.reader.played)
        self.radio.controller.busiest = 0
        self.phone.controller.is_away = True
        volumes = [bytes([0xB0, 7, count]) for count in range(100)]
        self.pace(*volumes, NOTE)
        self.phone.controller.is_away, resumed = False, time.monotonic()
        played = until(lambda: self.phone.reader.played[before:], lambda played: NOTE in played)
        late = time.monotonic() - resumed
        note("bluetooth: after a stall %d of %d values and, after %.0f ms, the note" % (
            len(played) - 1, len(volumes), 1000 * late))
        self.assertEqual(played[-2:], [volumes[-1], NOTE])
        self.assertEqual(self.phone.reader.faults, [])
        # A peer that stands still leaves buffers to the others.
        self.assertLessEqual(self.radio.controller.busiest, BUFFERS // 2)
        self.assertLess(len(played) - 1, 50)
        self.keys.send(OFF)

    def test_losses_lose_nothing(self):
        self.radio.air.loss = 0.4
        try:
            for _ in range(5):
                self.still_plays()
        finally:
            self.radio.air.loss = 0

    def test_a_flood_of_requests_ends_its_link_only(self):
        self.radio.air.an_event = 40
        flooder = self.radio.phone("Flooder", "F0:00:00:00:07:04", means=NO_MEANS, interval=7.5)
        self.radio.do(flooder.join())

        async def flood():
            # Read the data characteristic again and again, without waiting for the answers.
            while flooder.connection:
                for _ in range(20):
                    flooder.connection.send_l2cap_pdu(
                        att.ATT_CID, bytes(att.ATT_Read_Request(attribute_handle=flooder.data.handle)))
                await asyncio.sleep(0.0075)

        self.radio.do(asyncio.wait_for(flood(), PATIENCE))
        self.radio.air.an_event = AN_EVENT
        self.still_plays()

    def test_a_link_that_takes_nothing_is_ended_and_disturbs_no_other(self):
        phone = self.radio.phone("Sleeper", "F0:00:00:00:07:03", means=NO_MEANS, timeout=30000)
        self.radio.do(phone.join())
        self.phone.reasons.clear()
        phone.controller.is_away = True
        while self.said_of("Sleeper").get("state") == "connected":
            self.passes_to(self.phone, NOTE, OFF)
        self.still_plays()
        self.assertEqual(self.phone.reasons, [])
        phone.controller.is_away = False
        self.gone(phone)

    def test_the_loop_has_allocated_nothing(self):
        counters = self.board.counters()
        self.assertEqual(counters["allocations"], 0)


load_tests = in_order(PeerAttacks)

if __name__ == "__main__":
    unittest.main()
