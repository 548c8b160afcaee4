"""The judge of session messages and packets accepts what the standard says, and blames each fault by name."""

import unittest

import wire
from validator import Stream

NOTE = b"\x90\x3c\x40"
CLOCK = bytes.fromhex("ffff434b 00000001 00 000000") + bytes(24)


def packet(commands=((0, NOTE),), sequence=1, time=1000, ssrc=7, **options):
    return wire.write_packet(sequence, time, ssrc, list(commands), **options)


# What a session message is blamed for.
BAD_MESSAGES = [
    (b"\xffxIN", "no session message"), (b"\xff\xffZZ", "unknown"), (b"\xff\xffIN\0\0", "IN of 6 bytes"),
    (wire.write_exchange("IN", 1, 2, b"a", version=3), "version 3"),
    (wire.write_exchange("OK", 1, 2, b"a" * 24), "name of OK has 24 bytes"),
    (wire.write_exchange("OK", 1, 2, b"a") + b"b\0", "bytes after the name"),
    (wire.write_exchange("IN", 1, 2, b"a")[:-1], "does not end with zero"),
    (wire.write_exchange("IN", 1, 2, b"\xc3"), "not UTF-8"), (wire.write_exchange("NO", 1, 2, b""), "1 bytes too many"),
    (wire.write_exchange("BY", None, 2), "BY of 12 bytes"), (CLOCK[:-1], "CK of 35"),
    (CLOCK[:8] + b"\3" + CLOCK[9:], "count 3"), (CLOCK[:9] + b"\1" + CLOCK[10:], "padding"),
    (b"\xff\xffRS\0\0\0\1", "RS of 8"), (b"\xff\xffRL\0\0\0\1", "RL of 8"),
]

# What a packet is blamed for.
BAD_PACKETS = [
    (packet()[:11], "RTP packet of 11"), (b"\x40" + packet()[1:], "version 1"), (b"\xa0" + packet()[1:], "padding"),
    (b"\x90" + packet()[1:], "extension"), (b"\x81" + packet()[1:], "contributing"),
    (packet()[:1] + b"\xe0" + packet()[2:], "payload type 96"), (packet(marker=False), "M bit 0"),
    (packet([], marker=True), "M bit 1"), (packet()[:12] + b"\x13" + NOTE, "P bit"),
    (packet()[:12] + b"\x20", "M bit"), (packet([])[:12] + b"\x20", "Z bit"), (packet()[:-1], "section is cut"),
    (packet()[:12] + b"\x80", "section is cut"), (packet() + b"\0", "J bit 0"),
    (packet()[:12] + b"\x43" + NOTE, "J bit 1"), (packet([(0, b"\x90\x40\xc0")]), "above 127"),
    (packet([(0, b"\x90\x40")]), "90 is cut"), (packet([(0, b"\x40\x40")]), "running status"),
    (packet([(0, NOTE), (0, b"\x3c\x40")]), "running status"), (packet([(0, b"\xf4")]), "undefined status F4"),
    (packet([(0, b"\xf9")]), "undefined status F9"), (packet([(0, b"\xf0\x01")]), "segment is cut"),
    (packet([(0, b"\xf0\x01\xf5")]), "ends with F5"), (packet([(0, b"\xf0\x01\xf4")]), "ends with F4"),
    (packet([(0, b"\xf7\x01\xf4")]), "F4 with data"), (packet([(0, b"\xf0\xf0")]), "empty SysEx"),
    (packet([(0, NOTE), (0, b"")]), "without a command"), (packet()[:12] + b"\x05" + NOTE + b"\x80\x80", "time is cut"),
    (packet()[:12] + b"\x09" + NOTE + b"\x80\x80\x80\x80\0\xfe", "more than 4"),
    (packet([(0, b"\xf0" + bytes(1400) + b"\xf7")]), "packet of 14"),
]


class WireTests(unittest.TestCase):
    def test_each_bad_message_is_blamed(self):
        for data, text in BAD_MESSAGES:
            with self.subTest(data=data.hex()), self.assertRaisesRegex(wire.Fault, text):
                wire.read(data)

    def test_each_bad_packet_is_blamed(self):
        for data, text in BAD_PACKETS:
            with self.subTest(data=data.hex()), self.assertRaisesRegex(wire.Fault, text):
                wire.read_packet(data)

    def test_good_messages_are_read(self):
        self.assertEqual(wire.read(bytes.fromhex("ffff494e00000002000000050000000941c3a400")),
                         wire.Exchange("IN", 2, 5, 9, b"A\xc3\xa4"))
        self.assertEqual(wire.read(bytes.fromhex("ffff425900000002000000050000000a")),
                         wire.Exchange("BY", 2, 5, 10, None))
        self.assertEqual(wire.read(CLOCK), wire.Clock(1, 0, (0, 0, 0)))
        self.assertEqual(wire.read(bytes.fromhex("ffff52530000000100640000")), wire.Feedback(1, 0x640000))

    def test_a_packet_written_by_hand_is_read(self):
        data = bytes.fromhex("80e1 0102 00000a00 00000007 27 05 903c40 8100 f6")
        read = wire.read_packet(data)
        self.assertEqual(read, wire.Packet(0x102, 0xA00, 7, [(0xA05, NOTE), (0xA85, b"\xf6")], None))

    def test_delta_times_are_those_of_figure_4(self):
        for value, data in [(0, "00"), (127, "7f"), (128, "8100"), (0x3FFF, "ff7f"), (0x4000, "818000"),
                            (0xFFFFFFF, "ffffff7f")]:
            self.assertEqual(wire.write_delta(value).hex(), data)
            self.assertEqual(wire.read_delta(bytes.fromhex(data), 0), (value, len(data) // 2))


class StreamTests(unittest.TestCase):
    """Faults that only the packets before show."""

    def blamed(self, *datagrams, has_journal=False):
        stream = Stream(has_journal)
        for at, data in datagrams:
            stream.sent(at, data)
        return [text for _, text, _ in stream.faults]

    def test_a_good_stream_is_not_blamed(self):
        self.assertEqual(self.blamed((0, packet(sequence=0xFFFF)), (1, packet(sequence=0, time=11_000))), [])

    def test_sequence_numbers_ssrc_and_journal(self):
        for second, text in [(packet(sequence=3), "sequence number 3 instead of 2"),
                             (packet(sequence=2, ssrc=8), "SSRC 00000008"),
                             (packet(sequence=2, journal=b"\x80\0\1"), "gets none")]:
            self.assertRegex(" ".join(self.blamed((0, packet()), (0, second))), text)
        self.assertRegex(self.blamed((0, packet()), has_journal=True)[0], "no journal")

    def test_time_stamps(self):
        for second, text in [((0, packet(sequence=2, time=999)), "before 1000"),
                             ((1, packet(sequence=2, time=45_100)), "from the time of capture"),
                             ((1, packet([(0, NOTE), (10_001, NOTE)], sequence=2, time=11_000)), "span 10001")]:
            self.assertRegex(" ".join(self.blamed((0, packet()), second)), text)

    def test_real_time_and_sysex_stand_alone(self):
        for command in (b"\xf8", b"\xf0\x01\xf7", b"\xfe"):
            self.assertRegex(self.blamed((0, packet([(0, NOTE), (0, command)])))[0], "not alone")

    def test_segments_follow_each_other(self):
        self.assertIn("continues nothing", self.blamed((0, packet([(0, b"\xf7\x01\xf7")])))[0])
        first = packet([(0, b"\xf0\x01\xf0")])
        self.assertEqual(self.blamed((0, first), (0, packet(sequence=2)), (0, packet([(0, b"\xf7\xf7")], 3))), [])
        self.assertIn("inside another", self.blamed((0, first), (0, packet([(0, b"\xf0\x01\xf7")], 2)))[0])
