"""The judge of recovery journals: journals written out by hand from RFC 6295 pass, and each fault is blamed by name."""

import random
import unittest

import journal
import journal_writer
import wire
from evening import Evening
from instrument import Instrument
from receiver import Receiver
from sender import Sender
from validator import History, Stream

# The commands of packet 1, and the journal of packet 2 behind its flags and checkpoint.
BY_HAND = [
    ("903c64", "20", "0007 08 81f0 3ce4"), ("803c40", "20", "0006 08 0077 08"),
    ("803c21", "20", "0009 0c 0077 08 003ca1"), ("903c00", "20", "0006 08 0077 08"),
    ("923c64", "20", "1007 08 81f0 3ce4"), ("c005", "20", "0006 80 050000"),
    ("b00001 b02002 c005", "20", "0006 80 058102"), ("b00001 c005", "20", "0006 80 058100"),
    ("b00764", "20", "0006 40 000764"), ("b00764 b00a05", "20", "0008 40 01 0764 0a05"),
    ("e00140", "20", "0005 10 0140"), ("d037", "20", "0004 02 37"), ("a03c46", "20", "0006 01 003c46"),
    ("b06500 b06400 b00602", "20", "0009 20 2006 0000 82 02"), ("b06500", "20", "0006 20 4003 00"),
    ("b06300", "20", "0006 20 4003 80"), ("b0657f b0647f", "20", "0005 20 0002"),
    ("b06500 b06401 b00640 b02605", "20", "000a 20 2007 0100 c2 4005"),
    ("b06500 b06401 b06000 b06000", "20", "000a 20 2007 0100 22 0002"), ("f304", "40", "4004 1004"),
    ("f6", "40", "4004 2001"), ("fe", "40", "2003 01"), ("fa", "40", "1003 40"), ("f20200", "40", "1005 10000c"),
    ("f105", "40", "0807 20 50000000"), ("f07f7f010101020304f7", "40", "0807 47 01020304"),
    ("f07d01f7", "40", "0405 0f 7d81"), ("f07d01f0", "40", "0405 0c 7d81"), ("f6 f304", "40", "4005 300104"),
    ("", "80", ""),
]

SETUP = ["903c64", "b00764 b04a01", "803c40", "c105", "e10140", "903d10 903e11", "b16500 b16400 b10602", "f304", "fa",
         "f8", "f07d0102f7", "a03d20 a03e21", "d305", "803d21", "f100 f111"]


def commands(text):
    """Commands in hexadecimal, separated by spaces."""
    return [(0, bytes.fromhex(word)) for word in text.split()]


def packet(sequence, text="", body=None):
    return wire.write_packet(sequence, 10 * sequence, 7, commands(text), body if body is not None else b"\x80\0\1")


def with_journal(found, **changes):
    return journal_writer.write(found._replace(**changes))


def channel(found, number, **chapters):
    """The journal with other chapters of a channel; None takes one away."""
    channels = []
    for each in found.channels:
        if each.number == number:
            kept = {**each.chapters, **chapters}
            each = each._replace(chapters={letter: value for letter, value in kept.items() if value is not None})
        channels.append(each)
    return with_journal(found, channels=[each for each in channels if each.chapters])


def system(found, **chapters):
    kept = {letter: value for letter, value in {**found.system.chapters, **chapters}.items() if value is not None}
    return with_journal(found, system=found.system._replace(chapters=kept))


def part(found, number):
    return next(each.chapters for each in found.channels if each.number == number)


def change(letter, number, **values):
    """A fault: other values in a chapter of a channel, or of the system if number is None."""
    def apply(found):
        chapters = found.system.chapters if number is None else part(found, number)
        values_now = {key: value(chapters[letter]) if callable(value) else value for key, value in values.items()}
        chapter = chapters[letter]._replace(**values_now)
        return system(found, **{letter: chapter}) if number is None else channel(found, number, **{letter: chapter})
    return apply


def log(place, **values):
    """The logs of a chapter, with other values in one."""
    return lambda chapter: [each._replace(**values) if index == place % len(chapter.logs) else each
                            for index, each in enumerate(chapter.logs)]


def without(letter, number):
    return lambda found: system(found, **{letter: None}) if number is None else channel(found, number, **{letter: None})


def backwards(chapter):
    return chapter.logs[::-1]


# What is done to the journal after SETUP, and the blame.
FAULTS = [
    (lambda found: with_journal(found, s=0), "S bit of the journal is 0"),
    (lambda found: with_journal(found, checkpoint=found.checkpoint + 1), "younger than what the peer"),
    (lambda found: with_journal(found, checkpoint=found.checkpoint - 1), "packets before this"),
    (lambda found: with_journal(found, channels=found.channels[::-1]), "ascending order"),
    (lambda found: with_journal(found, channels=found.channels + found.channels[-1:]), "ascending order"),
    (lambda found: journal_writer.write(found, total=7), "is cut"),
    (lambda found: journal_writer.write(found) + b"\0", "1 bytes too many"),
    (lambda found: journal_writer.write(found)[:-1], "is cut"),
    (lambda found: with_journal(found, channels=found.channels[:-1]), "channel 3, chapter T: is missing"),
    (lambda found: with_journal(found, system=None), "chapter D: log H is missing"),
    (lambda found: b"\x10" + journal_writer.write(found)[1:], "H bit"),
    (change("N", 0, b=0), "S bit of the journal of channel 0"), (change("N", 0, low=15, high=2), "LOW 15 and HIGH 2"),
    (change("N", 0, logs=log(0, value=0)), "velocity 0"), (change("N", 0, logs=log(0, note=61)), "in both lists"),
    (change("N", 0, logs=log(0, note=20)), "note 20 is logged"),
    (change("N", 0, logs=log(0, value=9)), "after velocity"),
    (change("N", 0, logs=log(0, s=0)), "S bit of the journal of channel 0"),
    (change("N", 0, off=lambda chapter: chapter.off - {60}), "note 60 is missing in OFFBITS"),
    (change("N", 0, off=lambda chapter: chapter.off | {59}, low=7), "OFFBITS end note 59"),
    (change("N", 0, logs=lambda chapter: chapter.logs[:0]), "note 62 is missing in the logs"),
    (change("N", 0, logs=[], off=set(), low=15, high=0), "says nothing"),
    (change("N", 0, logs=lambda chapter: chapter.logs * 2), "a note twice"),
    (change("C", 0, logs=log(0, value=9)), "controller 7 has 9"),
    (change("C", 0, logs=log(0, number=9)), "9 is not active"), (change("C", 0, logs=backwards), "oldest first"),
    (change("C", 0, logs=lambda chapter: chapter.logs[:1]), "74 is missing"),
    (change("C", 0, logs=lambda chapter: chapter.logs * 2), "a log twice"),
    (change("C", 0, logs=log(0, a=1, value=0x42)), "tool 0"), (change("C", 0, logs=log(0, a=1, value=2)), "tool 2"),
    (change("C", 0, s=0), "S bit of chapter C is 0"), (change("C", 0, logs=log(0, s=0)), "S bit of chapter C is 1"),
    (change("P", 1, program=6), "program=6"), (change("P", 1, msb=1), "without its B bit"),
    (change("P", 1, b=1, msb=1), "b=1"), (without("P", 1), "chapter P: is missing"),
    (change("W", 1, second=65), "second=65"), (change("W", 1, s=0), "S bit of the journal of channel 1"),
    (without("W", 1), "chapter W: is missing"), (change("M", 1, p=1, q=0, pending=0), "P and E bits of chapter M"),
    (change("M", 1, e=0), "P and E bits are"), (change("M", 1, e=0, p=1, q=0, pending=0), "P and E bits are"),
    (change("M", 1, w=1), "with an RPN"), (change("M", 1, logs=log(0, msb=(0, 3))), "ENTRY-MSB is"),
    (change("M", 1, logs=log(0, msb=(1, 2))), "ENTRY-MSB is"),
    (change("M", 1, logs=log(0, msb=None)), "ENTRY-MSB is missing"),
    (change("M", 1, logs=log(0, lsb=(0, 2))), "ENTRY-LSB is"),
    (change("M", 1, logs=log(0, a_button=(0, 1))), "A-BUTTON"),
    (change("M", 1, logs=log(0, v=0)), "without its V bit"),
    (change("M", 1, logs=log(0, count=(0, 1))), "without its T bit"),
    (change("M", 1, logs=log(0, count=(0, 2), t=1)), "COUNT is"),
    (change("M", 1, logs=log(0, t=1)), "COUNT is missing"), (change("M", 1, logs=log(0, number=5)), "never set"),
    (change("M", 1, logs=[]), "is missing"), (change("M", 1, logs=log(0, number=0x3FFF)), "null parameter"),
    (change("M", 1, logs=lambda m: m.logs * 2), "twice"), (change("M", 1, z=1, logs=log(0, number=128)), "above 127"),
    (change("M", 1, s=0), "S bit"), (change("E", 0, logs=log(0, value=9)), "instead of 33"),
    (change("E", 0, logs=log(0, note=62)), "note 62 is not active"), (without("E", 0), "chapter E: log"),
    (change("E", 0, s=0), "S bit of chapter E is 0"), (change("A", 0, logs=log(0, value=9)), "instead of 32"),
    (change("A", 0, logs=log(0, flag=1)), "with X 0"), (change("A", 0, logs=backwards), "oldest first"),
    (change("A", 0, logs=lambda a: a.logs[:1]), "note 62 is missing"), (change("T", 3, pressure=6), "pressure=6"),
    (change("T", 3, s=0), "S bit of the journal of channel 3"), (change("D", None, logs={"H": (1, 5)}), "log H is"),
    (change("D", None, logs={"G": (1, 1)}), "log G codes"), (change("D", None, logs={}), "says nothing"),
    (change("D", None, s=0), "S bit of chapter D"), (change("Q", None, n=0), "N, D, position"),
    (change("Q", None, d=0), "N, D, position"), (change("Q", None, c=1, position=1), "N, D, position"),
    (without("Q", None), "chapter Q: is missing"), (change("F", None, partial=bytes(4)), "PARTIAL is"),
    (change("F", None, point=2), "D and POINT"), (change("F", None, partial=None), "POINT of chapter F is 1 without"),
    (change("F", None, q=1), "Q bit of chapter F"), (change("F", None, complete=bytes(4)), "COMPLETE is"),
    (without("F", None), "chapter F: is missing"),
    (change("X", None, logs=log(0, data=b"\x7d\x03")), "no command in this order"),
    (change("X", None, logs=log(0, sta=0)), "no command"), (change("X", None, logs=log(0, count=9)), "no command"),
    (change("X", None, logs=log(0, first=1, data=b"\x01\x02")), "DATA of a log begins"),
    (without("X", None), "SysEx 7d"), (change("X", None, logs=lambda x: x.logs * 2), "no command in this order"),
]


class ByHandTests(unittest.TestCase):
    def test_journals_written_by_hand_pass(self):
        for text, flags, body in BY_HAND:
            with self.subTest(text=text):
                data = bytes.fromhex(flags + "0001" + body)
                self.assertEqual(self.faults(text, data), [])
                self.assertEqual(journal_writer.write(journal.read(data)), data)

    def test_the_least_journal_is_the_one_written_by_hand(self):
        for text, flags, body in BY_HAND:
            history = History()
            for _, command in commands(text):
                history.add(1, command)
            with self.subTest(text=text):
                found = history.needed(1, 2)
                if "b00001" in text:
                    self.assertIn("C", found.channels[0].chapters)
                    continue
                self.assertEqual(journal_writer.write(found).hex(" "), bytes.fromhex(flags + "0001" + body).hex(" "))

    @staticmethod
    def faults(text, body):
        stream = Stream()
        stream.sent(0, packet(1, text))
        stream.sent(0, packet(2, "", body))
        # Some of these commands would not share a packet.
        return [fault for _, fault, _ in stream.faults if "not alone" not in fault]


class FaultTests(unittest.TestCase):
    def stream(self):
        stream, sender = Stream(), Sender(7, 1)
        for text in SETUP:
            stream.sent(0, sender.packet(0, [data for _, data in commands(text)]))
        # The S bits are 1 below what is tried.
        stream.sent(0, sender.packet(0, []))
        self.assertEqual(stream.faults, [])
        return stream, sender

    def test_each_fault_is_blamed(self):
        for place, (fault, text) in enumerate(FAULTS):
            stream, sender = self.stream()
            found = sender.history.needed(sender.checkpoint, sender.next)
            stream.sent(0, wire.write_packet(sender.next, 0, 7, [], fault(found)))
            with self.subTest(place=place, text=text):
                self.assertRegex("\n".join(blame for _, blame, _ in stream.faults) or "no fault", text)

    def test_a_good_journal_is_not_blamed(self):
        stream, sender = self.stream()
        found = sender.history.needed(sender.checkpoint, sender.next)
        stream.sent(0, wire.write_packet(sender.next, 0, 7, [], journal_writer.write(found)))
        self.assertEqual(stream.faults, [])

    def test_an_s_bit_of_one_hides_nothing_of_the_packet_before(self):
        for text, _, body in BY_HAND[:-1]:
            lying = bytes.fromhex("c0" if text[0] == "f" else "a0") + b"\0\1" + bytes.fromhex(body)
            with self.subTest(text=text):
                self.assertNotEqual(ByHandTests.faults(text, lying), [])

    def test_an_s_bit_of_zero_needs_a_command_in_the_packet_before(self):
        for text, flags, body in BY_HAND[:-1]:
            stream = Stream()
            stream.sent(0, packet(1, text))
            stream.sent(0, packet(2, "", bytes.fromhex(flags + "0001" + body)))
            stream.faults = []
            stream.sent(0, packet(3, "", bytes.fromhex(flags + "0001" + body)))
            with self.subTest(text=text):
                self.assertNotEqual(stream.faults, [])

    def test_a_checkpoint_that_does_not_follow_an_acknowledgement_is_blamed(self):
        stream, sender = self.stream()
        stream.acknowledge(0, 5)
        stream.sent(0.4, sender.packet(4000, []))
        self.assertEqual(stream.faults, [])
        stream.sent(0.6, sender.packet(6000, []))
        self.assertRegex(stream.faults[-1][1], "ignores the acknowledgement of 5")
        sender.acknowledge(5)
        stream.sent(0.7, sender.packet(7000, []))
        self.assertEqual(len(stream.faults), 1)
        sender.checkpoint -= 3
        stream.sent(0.7, sender.packet(7000, []))
        self.assertRegex(stream.faults[1][1], "goes back")


class EveningTests(unittest.TestCase):
    """Our own sending model passes the judge, and our receiving model has the same state after any loss."""

    def test_random_evenings_pass(self):
        for seed in range(4):
            evening, sender, stream, chance = Evening(seed), Sender(7, 65_000), Stream(), random.Random(seed)
            for time, group in enumerate(group for _ in range(250) for group in evening.moment()):
                stream.sent(time / 1000, sender.packet(10 * time, group))
                if chance.random() < 0.05:
                    sequence = (sender.next - 1 - chance.randrange(5)) & 0xFFFF
                    sender.acknowledge(sequence)
                    stream.acknowledge(time / 1000, sequence)
            with self.subTest(seed=seed):
                self.assertEqual(stream.faults, [])

    def test_the_state_after_loss_is_that_before(self):
        for seed in range(4):
            evening, sender, receiver = Evening(seed, Evening.LASTING), Sender(7, 65_000), Receiver()
            truth, chance, burst = Instrument(), random.Random(seed), 0
            groups = [group for _ in range(250) for group in evening.moment()] + evening.end()
            for place, group in enumerate(groups + [[b"\xfe"]]):
                for command in group:
                    truth.play(command)
                data = sender.packet(place, group)
                burst = max(burst - 1, chance.randrange(50) if chance.random() < 0.02 else 0, 0)
                if (burst or chance.random() < 0.1) and place < len(groups):
                    continue
                receiver.take(data)
                self.assertEqual(receiver.instrument.state(), truth.state(), "seed %d, packet %d" % (seed, place))
                if chance.random() < 0.05:
                    sender.acknowledge(receiver.newest)
            self.assertEqual((receiver.instrument.sounding(), receiver.uncovered), ([], 0))
            self.assertGreater(receiver.repaired, 10)
