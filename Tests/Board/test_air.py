"""The air of the Bluetooth tests against hosts of Bumble, without a board."""

import asyncio
import unittest

from air import BUFFERS, Air
from ble_packets import PacketReader, packet
from bluetooth_peers import COMPARES, MTU, NAME, NO_MEANS
from bluetooth_phone import Phone
from bluetooth_piano import Piano

NOTE, OFF = b"\x90\x3c\x40", b"\x80\x3c\x00"
PHONE, PIANO = "F0:00:00:00:00:01", "F0:00:00:00:00:02"


async def pair_of(air=None, phone=None, piano=None):
    """A phone and a piano that is called like a box, both switched on."""
    air = air or Air()
    phone = Phone(air, "Phone", PHONE, **(phone or {}))
    piano = Piano(air, "Treadle", PIANO, **(piano or {}))
    for peer in (phone, piano):
        await peer.device.power_on()
    await piano.switch_on()
    return phone, piano


async def until(condition, seconds=60):
    async def wait():
        while not condition():
            await asyncio.sleep(0.005)

    await asyncio.wait_for(wait(), seconds)


class AirTests(unittest.IsolatedAsyncioTestCase):
    async def asyncTearDown(self):
        # A host that advertises again after a link has ended still waits for answers.
        await asyncio.sleep(0.1)

    async def test_a_scan_response_is_apart_from_the_advertisement(self):
        phone, piano = await pair_of()
        heard = await phone.scan(0.3)
        self.assertEqual({each.kind: each.data.get(NAME) for each in heard}, {0: None, 4: "Treadle"})

    async def test_advertisements_keep_their_interval(self):
        phone, piano = await pair_of()
        times = [each.time for each in await phone.scan(2) if each.kind == 0]
        pauses = sorted(after - before for before, after in zip(times, times[1:]))
        # 50 to 60 ms each; one that comes late has a short pause behind it.
        self.assertGreater(pauses[len(pauses) // 2], 0.045)
        self.assertLess(pauses[len(pauses) // 2], 0.08)

    async def test_both_ends_know_the_interval_that_was_chosen(self):
        phone, piano = await pair_of(phone={"interval": 30})
        await phone.connect()
        await until(lambda: piano.connection)
        for peer in (phone, piano):
            self.assertEqual(peer.connection.parameters.connection_interval, 30)
            self.assertEqual(peer.connection.parameters.supervision_timeout, 5000)

    async def test_notes_pass_both_ways_after_pairing_by_numbers(self):
        phone, piano = await pair_of(piano={"means": COMPARES})
        joining = asyncio.ensure_future(phone.join())
        await until(lambda: phone.player.number and piano.player.number)
        self.assertEqual(phone.player.number, piano.player.number)
        phone.player.agree()
        piano.player.agree()
        await joining
        self.assertTrue(phone.connection.is_encrypted)
        self.assertEqual(phone.connection.att_mtu, MTU)
        await phone.play(NOTE, OFF)
        await piano.play(NOTE)
        await until(lambda: len(piano.reader.played) == 2 and phone.reader.played)
        self.assertEqual(piano.reader.played, [NOTE, OFF])
        self.assertEqual(phone.reader.played, [NOTE])
        self.assertEqual(phone.reader.faults + piano.reader.faults, [])

    async def test_a_bond_encrypts_again_and_a_lost_one_does_not(self):
        phone, piano = await pair_of(phone={"means": NO_MEANS})
        await phone.join()
        await phone.leave()
        await until(lambda: not piano.connection)
        refusals = len(phone.refusals)
        await phone.join()
        self.assertEqual(len(phone.refusals), refusals, "nothing is refused")
        await phone.leave()
        await piano.forget()
        with self.assertRaises(Exception):
            await phone.join()

    async def test_a_private_address_is_resolved_by_its_bond(self):
        phone, piano = await pair_of(phone={"means": NO_MEANS, "private": True})
        await phone.join()
        old = piano.connection.self_address, phone.device.random_address
        await phone.leave()
        await phone.new_address()
        self.assertNotEqual(old[1], phone.device.random_address)
        await phone.join()
        self.assertTrue(piano.connection.is_encrypted)

    async def test_a_link_over_a_dead_air_ends_by_its_timeout(self):
        phone, piano = await pair_of(phone={"timeout": 500})
        await phone.connect()
        await until(lambda: piano.connection)
        piano.controller.is_away = True
        await until(lambda: phone.reasons and piano.reasons)
        self.assertEqual((phone.reasons, piano.reasons), ([0x08], [0x08]))

    async def test_a_reset_ends_links_without_a_word(self):
        phone, piano = await pair_of(phone={"timeout": 500})
        await phone.connect()
        await until(lambda: piano.connection)
        piano.controller.forget_all()
        await until(lambda: phone.reasons)
        self.assertEqual((phone.reasons, piano.reasons), ([0x08], []))

    async def test_both_ends_hear_of_a_disconnection(self):
        phone, piano = await pair_of()
        await phone.connect()
        await until(lambda: piano.connection)
        await phone.leave()
        await until(lambda: piano.reasons)
        self.assertEqual((phone.reasons, piano.reasons), ([0x16], [0x13]))

    async def test_a_controller_holds_few_packets_and_passes_few_an_event(self):
        phone, piano = await pair_of(phone={"means": NO_MEANS, "interval": 30})
        await phone.join()
        piano.packets.clear()
        for count in range(40):
            await phone.send(packet(200, bytes([0x90, count, 1])))
        await until(lambda: len(piano.packets) == 40)
        self.assertEqual(phone.controller.busiest, BUFFERS)
        self.assertEqual(len(piano.reader.played), 40)
        seconds = piano.packets[-1][0] - piano.packets[0][0]
        self.assertGreater(seconds, 0.25, "40 packets take 10 events of 30 ms")

    async def test_everything_arrives_in_order_over_a_lossy_air(self):
        phone, piano = await pair_of(Air(loss=0.5), phone={"means": NO_MEANS})
        await phone.join()
        played = [bytes([0x90, count, 1]) for count in range(50)]
        for message in played:
            await phone.play(message)
        await until(lambda: len(piano.reader.played) == 50)
        self.assertEqual(piano.reader.played, played)

    async def test_a_peripheral_may_ask_for_other_parameters(self):
        phone, piano = await pair_of()
        await phone.connect()
        await until(lambda: piano.connection)
        await piano.connection.update_parameters(30, 60, 0, 4000, use_l2cap=True)
        await until(lambda: phone.connection.parameters.connection_interval == 60)
        await until(lambda: piano.connection.parameters.connection_interval == 60)


class PacketReaderTests(unittest.TestCase):
    def test_reads_what_it_makes(self):
        reader = PacketReader()
        reader.read(packet(1000, NOTE, OFF))
        self.assertEqual((reader.messages, reader.faults), ([(1000, NOTE), (1000, OFF)], []))

    def test_joins_sysex_over_packets_with_clocks_between(self):
        reader = PacketReader()
        for data in ["84 80 f0 01 02", "84 81 f8", "84 03", "84 82 f7"]:
            reader.read(bytes.fromhex(data))
        self.assertEqual(reader.faults, [])
        self.assertEqual(reader.played, [b"\xf8", b"\xf0\x01\x02\x03\xf7"])

    def test_follows_stamps_that_wrap_within_a_packet(self):
        reader = PacketReader()
        reader.read(bytes.fromhex("84 ff 90 3c 40 80 80 3c 00"))
        self.assertEqual([stamp for stamp, _ in reader.messages], [0x27F, 0x280])

    def test_finds_faults(self):
        for data, words in [
                ("84 80 90 3c 40 3e 40", "no time stamp"), ("84 80 90 3c 40 81 3e 40", "running status"),
                ("84", "empty"), ("80 81 90 3c 40 81 80 3c 00", "upper bits"), ("04 80 90 3c 40", "no header"),
                ("84 80 90 3c", "short"), ("84 80 f7", "no SysEx"), ("84 80 f0 01 80 90 3c 40", "inside a SysEx")]:
            with self.subTest(data):
                reader = PacketReader()
                reader.read(bytes.fromhex(data))
                self.assertIn(words, "".join(reader.faults))


if __name__ == "__main__":
    unittest.main()
