"""Peers with habits at a box with Bluetooth on the emulated board: they play, in their own way (B2, B6, B8, B11).

One boot; the tests run in the order of the file, and each leaves the box without its peers."""

import asyncio
import unittest

from ble_packets import packet
from bluetooth_case import NOTE, OFF, BluetoothCase, box
from bluetooth_peers import NO_MEANS
from boxed import in_order
from common.waiting import until

PAIRS = "bluetooth: { pairing: always, visible: true }\n"
SYSEX = b"\xf0\x7d" + bytes(count % 128 for count in range(100)) + b"\xf7"


class PeerHabits(BluetoothCase):
    BOX = box({"piano": '"Piano*"', "silent": '"Silent"', "late": '"Late*", initiate: false, buffer: 18 ms',
               "guests": '"*"'}, PAIRS)
    NAME, PANEL = "bluetooth-habits", False
    count = 0

    @classmethod
    def address(cls):
        PeerHabits.count += 1
        return "F0:00:00:00:06:%02X" % PeerHabits.count

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
        # While there is a bond, no other piano of its name is taken (B2).
        self.board.run("treadle bluetooth forget all")

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
        phone = self.phone("Late phone")
        for count in range(20):
            self.radio.do(phone.play(bytes([0x90, 60 + count, 1]), stamp=0))
            self.radio.do(asyncio.sleep(0.05))
        self.hears(b"".join(bytes([0x90, 60 + count, 1]) for count in range(20)))
        self.awaits("late", **{"no-time-stamps": True})
        for count in range(20):
            self.passes_from(phone, bytes([0x80, 60 + count, 1]))

    def test_a_write_with_response(self):
        phone = self.phone()
        self.radio.do(phone.send(packet(1000, NOTE, OFF), with_response=True))
        self.hears(NOTE + OFF)

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
        self.awaits("silent", state="no MIDI")
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
        self.awaits("Stubborn", interval=60, slow=True)
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


load_tests = in_order(PeerHabits)

if __name__ == "__main__":
    unittest.main()
