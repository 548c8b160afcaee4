"""Peers with habits, strangers, nonsense, floods, stalls and losses at a box with Bluetooth on the emulated board (B2, B5 to
B8, B10, B11, B13, B14).

Each class has one boot; the tests run in the order of the file, and each leaves the box without its peers."""

import asyncio
import random
import time
import unittest

from air_controller import BUFFERS
from ble_packets import packet
from bluetooth_case import NOTE, OFF, BluetoothCase, box
from bluetooth_peers import NO_MEANS
from boxed import SEED, in_order, note
from common.waiting import PATIENCE, until

from bumble import att

OPEN = "bluetooth: { pairing: always, visible: true }\n"
SYSEX = b"\xf0\x7d" + bytes(count % 128 for count in range(100)) + b"\xf7"


class Habits(BluetoothCase):
    """Peers that play, in their own way."""

    BOX = box({"piano": '"Piano*"', "silent": '"Silent"', "guests": '"*"'}, OPEN)
    NAME, PANEL = "bluetooth-habits", False
    count = 0

    @classmethod
    def address(cls):
        Habits.count += 1
        return "F0:00:00:00:06:%02X" % Habits.count

    def phone(self, name="Phone", **habits):
        phone = self.radio.phone(name, self.address(), means=NO_MEANS, **habits)
        self.radio.do(phone.join())
        self.addCleanup(self.leave, phone)
        return phone

    def piano(self, name="Piano", **habits):
        piano = self.radio.piano(name, self.address(), **habits)
        self.addCleanup(self.radio.do, piano.device.stop_advertising())
        return piano

    def plays(self, name="Piano", **habits):
        """A piano with these habits plays both ways."""
        piano = self.piano(name, **habits)
        self.radio.do(piano.ready())
        self.passes_to(piano, NOTE, OFF)
        self.passes_from(piano, NOTE, OFF)
        self.radio.do(piano.switch_off())
        self.gone(piano)

    def test_a_phone_that_never_asks_for_an_mtu(self):
        phone = self.phone(mtu=None)
        self.passes_from(phone, NOTE, OFF)
        self.passes_to(phone, NOTE, OFF, SYSEX)
        self.assertLessEqual(max(len(data) for _, data in phone.packets), 20)

    def test_running_status_with_and_without_time_stamps(self):
        phone = self.phone()
        self.radio.do(phone.send(bytes.fromhex("84 80 90 3c 40 3e 40 81 40 40")))
        self.hears(bytes.fromhex("90 3c 40 90 3e 40 90 40 40"))
        self.radio.do(phone.send(bytes.fromhex("84 82 80 3c 00 3e 00 40 00")))
        self.hears(bytes.fromhex("80 3c 00 80 3e 00 80 40 00"))

    def test_running_status_from_the_packet_before(self):
        phone = self.phone()
        self.radio.do(phone.send(bytes.fromhex("84 80 90 3c 40")))
        self.radio.do(phone.send(bytes.fromhex("84 81 3c 00")))
        self.hears(bytes.fromhex("90 3c 40 90 3c 00"))

    def test_time_stamps_that_are_always_zero(self):
        phone = self.phone()
        for count in range(10):
            self.radio.do(phone.play(bytes([0x90, 60 + count, 1]), stamp=0))
        self.hears(b"".join(bytes([0x90, 60 + count, 1]) for count in range(10)))
        self.assertTrue(until(lambda: "no time stamps" in self.board.run("treadle ports"), pause=0.2))

    def test_a_write_with_response(self):
        phone = self.phone()
        self.radio.do(phone.send(packet(1000, NOTE), with_response=True))
        self.hears(NOTE)

    def test_a_piano_that_does_not_advertise_the_service(self):
        self.plays(lists=False)

    def test_a_piano_that_needs_no_pairing(self):
        self.plays(wants_keys=False)

    def test_a_piano_that_wants_writes_with_response(self):
        self.plays(acknowledges=True)

    def test_a_piano_whose_read_gives_something(self):
        self.plays(value=b"\x80\x80\x90\x3c\x40")

    def test_a_piano_that_refuses_to_be_read(self):
        self.plays(value=None)

    def test_a_piano_with_the_smallest_mtu(self):
        self.plays(mtu=23)

    def test_a_device_without_midi_is_left_alone(self):
        piano = self.piano("Silent", has_midi=False)
        self.awaits("Silent", state="no MIDI")
        self.gone(piano)
        self.radio.do(asyncio.sleep(3))
        self.assertIsNone(piano.connection, "tried again after 60 s only")

    def test_a_phone_with_a_slow_interval_is_asked_for_a_faster_one(self):
        phone = self.phone(interval=60)
        wish = until(lambda: phone.wishes)[0][1]
        # 7.5 to 15 ms in units of 1.25 ms.
        self.assertEqual((wish.interval_min, wish.interval_max), (6, 12))
        self.awaits("Phone", interval=15)
        self.passes_from(phone, NOTE, OFF)

    def test_a_phone_that_refuses_is_asked_once_again_and_marked_slow(self):
        phone = self.phone("Stubborn", interval=60, yields=False)
        self.assertTrue(until(lambda: len(phone.wishes) >= 2))
        (first, _), (second, wish) = phone.wishes[:2]
        self.assertGreater(second - first, 4)
        self.assertEqual((wish.interval_min, wish.interval_max), (12, 12))
        self.assertEqual(self.said_of("Stubborn")["interval"], 60)
        self.assertIn("slow", self.board.run("treadle ports"))
        self.radio.do(asyncio.sleep(6))
        self.assertEqual(len(phone.wishes), 2)

    def test_a_piano_that_asks_for_a_longer_interval_gets_it(self):
        piano = self.piano()
        self.radio.do(piano.ready())
        self.radio.do(piano.connection.update_parameters(30, 30, 0, 4000, use_l2cap=True))
        self.assertTrue(until(lambda: piano.connection.parameters.connection_interval == 30))
        self.assertTrue(until(lambda: piano.connection.parameters.connection_interval == 15), "the box asks once")
        self.radio.do(piano.connection.update_parameters(30, 30, 0, 4000, use_l2cap=True))
        self.assertTrue(until(lambda: piano.connection.parameters.connection_interval == 30))
        self.radio.do(asyncio.sleep(6))
        self.assertEqual(piano.connection.parameters.connection_interval, 30, "and leaves it then")
        self.radio.do(piano.switch_off())
        self.gone(piano)


class Attacks(BluetoothCase):
    """Who or what disturbs."""

    BOX = box({"guests": '"*"'}, OPEN)
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
        # What stands in nonsense may be a message: only the marker tells that all of it was read.
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
        """No more than 6 packets wait in the kernel, beside those of the controller."""
        before = len(self.phone.reader.played)
        self.radio.controller.busiest = 0
        self.phone.controller.is_away = True
        volumes = [bytes([0xB0, 7, count]) for count in range(120)]
        for start in range(0, 120, 4):
            self.keys.send(b"".join(volumes[start:start + 4]))
        self.keys.send(NOTE)
        self.phone.controller.is_away, resumed = False, time.monotonic()
        played = until(lambda: self.phone.reader.played[before:], lambda played: NOTE in played)
        late = time.monotonic() - resumed
        note("bluetooth: after a stall %d of 120 values and, after %.0f ms, the note" % (len(played) - 1, 1000 * late))
        self.assertEqual(played[-2:], [volumes[-1], NOTE])
        self.assertEqual(self.phone.reader.faults, [])
        self.assertLessEqual(self.radio.controller.busiest, BUFFERS)
        self.assertLess(len(played) - 1, 60)
        self.keys.send(OFF)

    def test_a_link_that_takes_nothing_is_ended(self):
        phone = self.radio.phone("Sleeper", "F0:00:00:00:07:03", means=NO_MEANS, timeout=30000)
        self.radio.do(phone.join())
        phone.controller.is_away = True
        for count in range(30):
            self.keys.send(bytes([0x90, 40 + count, 1, 0x80, 40 + count, 1]))
        gone = until(lambda: self.said_of("Sleeper").get("state"), lambda state: state != "connected", pause=0.2)
        self.assertNotEqual(gone, "connected")
        phone.controller.is_away = False
        self.gone(phone)
        self.still_plays()

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
        self.radio.air.an_event = 4
        self.still_plays()

    def test_the_loop_has_allocated_nothing(self):
        counters = self.board.counters()
        self.assertEqual(counters["allocations"], 0)


load_tests = in_order(Habits, Attacks)

if __name__ == "__main__":
    unittest.main()
