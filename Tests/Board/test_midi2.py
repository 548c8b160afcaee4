"""The box between UMP instruments, a MIDI 1.0 instrument and a DIN socket (U1 and the rules after it).

One boot for each class; the tests run in the order of the file, and each begins with preset 1 and no sounding note.
"""

import re
import unittest

from boxed import BOXES, BoxedBoard, in_order
from ci import Inquirer, split_messages, without_ci
from common.waiting import collect
from gadget import Gadget
from ump import (
    BOTH, MIDI1, MIDI2, OUTPUT, Block, Endpoint, arguments, clip, controller, midi1, note_bend, note_off, note_on,
    pitch_bend, program, show, sysex)

# A mark is a controller on channel 15. Its value has the same upper seven bits at every resolution.
MARK_CHANNEL, MARK = 14, 20
OTHER_PRESETS = ["More %d" % n for n in range(60)]
CLIP = [note_on(60, 0x5678, 1), note_off(60, 0x1234, 1)]
GROUPS = 4


class Stage:
    """What both test classes need of a board."""

    marks = 0

    def mark(self):
        """Sends a mark from the keyboard behind all that it has played. Returns it."""
        type(self).marks = self.marks % 127 + 1
        packet = controller(MARK, self.marks << 25, MARK_CHANNEL)
        self.keys.send(packet)
        return packet

    def listen(self, instrument):
        return self.enterContext(instrument.listen())

    def heard(self, listener, mark=None):
        """The packets that a UMP instrument has received before a mark, without MIDI-CI and stream messages."""
        mark = mark or self.mark()
        return [packet for packet in without_ci(listener.until(mark)) if packet[0] >> 28 != 0xF]

    def packets(self, listener, count, is_wanted):
        """The next packets that are wanted, at least `count`, without MIDI-CI."""
        found = []
        while len(found) < count:
            more = listener.read(1)
            self.assertTrue(more, "only %s" % "; ".join(map(show, found)))
            found += filter(is_wanted, without_ci(more))
        return found

    def assertHeard(self, listener, *packets):
        self.assertEqual([show(packet) for packet in self.heard(listener)], [show(packet) for packet in packets])


class Packets(Stage, unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # So many presets that their list does not fit into one message.
        more = "".join("  - { name: %s, number: %d, routings: [] }\n" % (name, number)
                       for number, name in enumerate(OTHER_PRESETS, 10))
        cls.board = cls.enterClassContext(BoxedBoard(
            (BOXES / "packets.yaml").read_text() + more, "packets", panel=False,
            files={"data/notes.midi2": clip(CLIP)}))
        blocks = [Block("All", 0, GROUPS)]
        cls.keys = Endpoint(cls.board, "keys", blocks, product="Keystation", product_id="K-0002", socket=0).plug()
        cls.synth = Endpoint(cls.board, "synth", blocks, product="Montage", socket=1).plug()
        cls.old = Gadget(cls.board, "old", product="Oldie", socket=2).plug()
        for alias in ["keys", "synth", "old", "din"]:
            cls.board.said(r"^  %s: in and out" % alias)
        cls.din = b""

    def setUp(self):
        self.load(1)

    def load(self, number):
        self.keys.send(program(number, 15))

    def old_heard(self, recording, mark):
        """The messages that the MIDI 1.0 instrument has received before a mark, without MIDI-CI."""
        return self._before(mark, lambda: recording.read(1))

    def din_heard(self, mark):
        return self._before(mark, lambda: self.board.read_din(1))

    def _before(self, mark, more):
        end = bytes([0xB0 | MARK_CHANNEL, MARK, mark[1] >> 25])
        data = collect(more, lambda data: end in data)
        return [message.hex(" ") for message in split_messages(data.partition(end)[0])]

    # U3: translation, and none where none is due.

    def test_message_between_midi_2_ports_arrives_bit_for_bit(self):
        synth = self.listen(self.synth)
        played = [
            note_on(60, 0x1234, 2, 0, 3, 0x7955), [0x40023C05, 0x12345678], [0x40123C01, 0x80000001],
            [0x40F23C03, 0x55AA55AA], note_bend(60, 0x80001234, 2), [0x40A23C7F, 0x01020304], [0x40220102, 0x7FFFFFFF],
            [0x40320102, 0xFFFFFFFF], [0x40420102, 0x00000001], [0x40520102, 0xFFFFFFFF],
            controller(98, 0x12345678, 2), [0x40C22D01, 0x05000102], [0x40D20000, 0x00000001],
            pitch_bend(0x80000001, 2), note_off(60, 0xFFFF, 2, 0, 3, 0x7955)]
        self.keys.send(*played)
        self.assertHeard(synth, *played)

    def test_midi_1_ports_beside_it_get_the_same_as_midi_1(self):
        old, synth = self.listen(self.old), self.listen(self.synth)
        # What waited for a listener, and for the wire, is out.
        mark = self.mark()
        self.heard(synth, mark)
        self.old_heard(old, mark)
        self.din_heard(mark)
        played = [note_on(60, 0x4900), note_on(61, 0x0001), controller(1, 0x80000000), pitch_bend(0xFFFFFFFF),
                  pitch_bend(0x80000000), note_off(60, 0x8000), note_off(61, 0)]
        # So slow that nothing waits for the wire, where notes would overtake controllers (S8).
        self.keys.send(*(part for packet in played for part in (packet, 10)))
        mark = self.mark()
        self.assertEqual(self.heard(synth, mark), played)
        expected = ["90 3c 24", "90 3d 01", "b0 01 40", "e0 7f 7f", "e0 00 40", "80 3c 40", "80 3d 00"]
        self.assertEqual(self.old_heard(old, mark), expected)
        self.assertEqual(self.din_heard(mark), expected)

    def test_midi_1_source_is_scaled_up(self):
        self.load(3)
        synth = self.listen(self.synth)
        self.old.send([0x90, 60, 64, 0xB0, 1, 127, 0xE0, 0, 64, 0x80, 60, 0, 0x90, 60, 1, 0x90, 60, 0])
        expected = [note_on(60, 0x8000), controller(1, 0xFFFFFFFF), pitch_bend(0x80000000), note_off(60),
                    note_on(60, 0x0200), note_off(60, 0x8000)]
        found = self.packets(synth, len(expected), lambda packet: packet[0] >> 28 == 4 and packet[0] >> 16 & 15 == 0)
        # A Note On with velocity 0 becomes a Note Off of medium velocity (M2-115) or of none.
        self.assertIn(found[-1][1] >> 16, [0, 0x8000])
        self.assertEqual(list(map(show, found[:-1])), list(map(show, expected[:-1])))

    # U4: the resolution of the message.

    def test_velocity_of_16_bits_passes_a_split_with_a_curve(self):
        self.load(2)
        synth = self.listen(self.synth)
        # None but the last is a scaled-up velocity of 7 bits, which would give what it gives in MIDI 1.0. Those just above
        # such a velocity may give the same as it (U4), so these lie further away.
        played = [0x0300, 0x40FF, 0x4140, 0x4180, 0x8001, 0xC123, 0xFFFF]
        for velocity in played:
            self.keys.send(note_on(72, velocity), note_off(72, 0x1234))
        heard = self.heard(synth)
        ons = [packet for packet in heard if packet[0] >> 20 & 15 == 9]
        self.assertEqual({packet[0] for packet in ons}, {note_on(84, 0, 4)[0]}, "shifted by an octave, on channel 5")
        velocities = [packet[1] >> 16 for packet in ons]
        self.assertEqual(velocities, sorted(set(velocities)), "a curve rises, and no two of these velocities are one")
        self.assertEqual(velocities[-1], 0xFFFF)
        self.assertNotEqual(velocities[1], played[1], "the curve changes velocities")
        self.assertEqual([packet[1] >> 16 for packet in heard if packet[0] >> 20 & 15 == 8], [0x1234] * len(played))

    def test_linear_remap_of_a_controller_is_computed_at_32_bits(self):
        self.load(2)
        synth = self.listen(self.synth)
        played = [0, 1 << 20, 0x80000000, 0x80000400, 0xFFFFFFFF]
        self.keys.send(*(controller(1, value, 0) for value in played))
        heard = self.heard(synth)
        self.assertEqual([packet[0] for packet in heard], [controller(74, 0, 4)[0]] * len(played))
        values = [packet[1] for packet in heard]
        self.assertEqual(values, sorted(set(values)), "it rises, and no two of these values are one")
        self.assertEqual((values[0] >> 25, values[-1] >> 25), (20, 100))

    def test_range_of_a_split_is_compared_at_seven_bits(self):
        self.load(2)
        synth = self.listen(self.synth)
        # Velocities 100..127 of key 40 go to channel 9; 100 is 0xC800 to 0xC9FF.
        self.keys.send(note_on(40, 0xC7FF), note_on(41, 0xC800), note_off(40), note_off(41))
        self.assertEqual([show(packet) for packet in self.heard(synth)], [
            show(note_on(41, 0xC800, 8)), show(note_off(41, 0, 8))])

    # U5: held notes.

    def test_per_note_bend_follows_the_note_over_a_change_of_preset(self):
        self.load(2)
        synth = self.listen(self.synth)
        self.keys.send(note_on(72, 0x8000), note_bend(72, 0xC0000001))
        self.heard(synth)
        self.load(1)
        self.keys.send(note_bend(72, 0x40000002), note_on(73, 0x8001), note_off(72, 0x4321), note_bend(72, 0x40000003),
                       note_off(73))
        self.assertHeard(synth, note_bend(84, 0x40000002, 4), note_on(73, 0x8001), note_off(84, 0x4321, 4),
                         note_bend(72, 0x40000003), note_off(73))

    # U6: groups.

    def test_every_group_is_a_stream_of_its_own(self):
        synth = self.listen(self.synth)
        dumps = [sysex([0xF0, 0x7D, *range(group, group + 20), 0xF7], group) for group in range(GROUPS)]
        played = [packet for packets in zip(*dumps) for packet in packets]
        played += [note_on(60, 0x8000 + group, group=group) for group in range(GROUPS)]
        played += [note_off(60, group=group) for group in reversed(range(GROUPS))]
        self.keys.send(*played)
        heard = self.heard(synth)
        for group in range(GROUPS):
            own = [show(packet) for packet in played if packet[0] >> 24 & 15 == group]
            self.assertEqual([show(packet) for packet in heard if packet[0] >> 24 & 15 == group], own)

    def test_group_that_a_port_has_not_is_not_sent(self):
        synth = self.listen(self.synth)
        self.keys.send(note_on(60, 0x8000, group=9), note_off(60, group=9))
        self.assertHeard(synth)

    # U7: what is not music.

    def test_timestamps_are_consumed_and_flex_data_passes(self):
        synth = self.listen(self.synth)
        tempo, lyric = [0xD0100000, 50_000_000, 0, 0], [0xD0110201, 0x4C616C61, 0, 0]
        self.keys.send([0x00201234], [0x00400010], [0x00000000], tempo, [0x00300060], lyric)
        self.assertHeard(synth, tempo, lyric)

    # U1, U2, U8: endpoints.

    def test_ports_shows_endpoints_and_blocks(self):
        text = self.board.run("/proc/1/exe ports")
        self.assertIn("endpoint speaks MIDI 2.0, can speak MIDI 1.0 and MIDI 2.0, product K-0002", text)
        self.assertIn("block All  in and out  groups 1..4", text)
        self.assertIn('"product":"K-0002"', self.board.run("/proc/1/exe ports --json").replace(": ", ":"))

    def test_virtual_port_is_an_endpoint_that_other_programs_play_in_midi_2(self):
        self.load(3)
        listing = self.board.run("cat /proc/asound/seq/clients")
        self.assertRegex(listing, r'"daw".*UMP MIDI2')
        client = re.search(r'^Client +(\d+) : "daw"', listing, re.M)[1]
        self.board.run("chrt -f 10 aseqdump -u 2 -p %s:1 >/tmp/dumped 2>&1 & echo $! >/tmp/dump.pid" % client)
        self.addCleanup(self.board.sh, "kill $(cat /tmp/dump.pid)")
        self.board.wait("grep -q 'Connecting To: [1-9]' /proc/asound/seq/clients")
        self.keys.send(note_on(60, 0x1234), note_off(60, 0x4321))
        self.board.wait("grep -q 'Note off .* note 60, velocity 0x4321' /tmp/dumped")
        self.assertRegex(self.board.run("cat /tmp/dumped"), r"Group +0, Note on +0, note 60, velocity 0x1234")
        synth = self.listen(self.synth)
        self.board.run("aplaymidi2 -p %s:1 /data/notes.midi2" % client)
        self.assertEqual(self.read(synth, 2), CLIP)

    # U5, S8: unplugging.

    def test_source_unplugged_in_the_middle_of_notes_and_a_dump_leaves_nothing_open(self):
        synth = self.listen(self.synth)
        dump = sysex([0xF0, 0x7D, *range(40), 0xF7], 1)
        self.keys.send(note_on(60, 0x1234), note_on(61, 0x1235, group=2), note_bend(60, 0xC0000000),
                       controller(64, 0xFFFFFFFF), *dump[:3])
        self.assertEqual(len(without_ci(self.read(synth, 7))), 7)
        self.keys.unplug()
        # Two releases, the pedal, and the end of the dump.
        found = self.read(synth, 4)
        while more := synth.read(1, 1):
            found += without_ci(more)
        since = len(self.board.console)
        self.keys.plug()
        self.board.said(r"^  keys: in and out", since)
        self.assertIn(note_off(60)[0], [packet[0] for packet in found])
        self.assertIn(note_off(61, group=2)[0], [packet[0] for packet in found])
        self.assertIn(show(controller(64, 0)), list(map(show, found)))
        self.assertEqual([packet[0] >> 20 & 15 for packet in found if packet[0] >> 28 == 3], [3], "the dump is ended")
        self.keys.send(note_on(60, 0x1234), note_off(60))
        self.assertHeard(synth, note_on(60, 0x1234), note_off(60))

    def test_destination_unplugged_while_it_sounds_plays_again_and_is_silent_before(self):
        self.listen(self.synth)
        self.keys.send(note_on(60, 0x1234))
        self.synth.unplug()
        since = len(self.board.console)
        self.keys.send(note_off(60))
        self.synth.plug()
        self.board.said(r"^  synth: in and out", since)
        synth = self.listen(self.synth)
        self.keys.send(note_on(62, 0x1234), note_off(62))
        ons = [packet for packet in self.heard(synth) if packet[0] >> 20 & 15 == 9]
        self.assertEqual(ons, [note_on(62, 0x1234)])

    def read(self, listener, count):
        """The next `count` packets without MIDI-CI."""
        return self.packets(listener, count, lambda packet: packet[0] >> 28 != 0xF)

    # U9: MIDI-CI.

    def test_discovery_is_answered_over_usb_and_over_din(self):
        usb = Inquirer.over_usb(self.synth, self.listen(self.synth))
        din = Inquirer.over_din(self.board)
        first, second = usb.discover(), din.discover()
        self.assertNotEqual(first.muid, second.muid, "each place has a MUID of its own")
        for answer in (first, second):
            self.assertLess(answer.muid, 0x0FFFFF00)
            self.assertEqual((answer.version, answer.manufacturer), (2, b"\0\x7D\0"))

    def test_list_of_presets_comes_in_chunks_while_notes_and_clock_flow(self):
        asker = Inquirer.over_usb(self.synth, self.listen(self.synth))
        asker.discover()
        self.load(4)
        self.old.send([0xFA])
        old = self.listen(self.old)
        notes = [part for key in range(40) for part in (note_on(key + 30, 0x8000), 5, note_off(key + 30), 5)]
        self.board.run("ump send %s %s >/dev/null 2>&1 &" % (self.keys.device(), arguments(notes)))
        header, body, chunks = asker.get("ProgramList")
        self.assertEqual(header["status"], 200)
        self.assertEqual([entry["title"] for entry in body],
                         ["Through", "Split", "From others", "Clocked", *OTHER_PRESETS])
        self.assertGreater(chunks, 1)
        mark = self.mark()
        played = [message for message in self.old_heard(old, mark) if message[0] in "89"]
        self.assertEqual(len(played), 80)

    def test_loop_has_neither_allocated_nor_faulted(self):
        self.board.is_clean(self, ", with UMP")


NEGOTIATED = """
treadle: 1
name: Negotiation
ports:
  keys: { match: "Keystation*" }
  wants: { match: "Wanted*", protocol: %s }
clock: { send-when-stopped: false }
presets:
  - { name: Only, number: 1, routings: [{ from: [keys], to: [wants] }] }
"""


class Negotiation(Stage, unittest.TestCase):
    """U2: which protocol a port speaks. A board for each test."""

    def box(self, wanted, **instrument):
        self.board = self.enterContext(
            BoxedBoard(NEGOTIATED % wanted, "negotiation-" + self._testMethodName[5:25], panel=False))
        self.keys = Endpoint(self.board, "keys", product="Keystation", socket=0).plug()
        self.wants = Endpoint(self.board, "wants", product="Wanted", socket=1, **instrument).plug()
        for alias in ["keys", "wants"]:
            self.board.said(r"^  %s: in and out" % alias)
        return self.wants.listen()

    def plays(self, heard, *packets):
        """Plays a note until it arrives: the protocol is agreed on after the port has come."""
        self.keys.send(note_on(60, 0x8000), note_off(60))
        found = self.packets(heard, 2, lambda packet: packet[0] >> 28 in (2, 4))
        self.assertEqual(list(map(show, found)), list(map(show, packets)))

    def protocol(self):
        return self.board.run("ump info %s" % self.wants.box_device()).split(" protocol ")[1].split()[0]

    def test_auto_speaks_midi_2_with_an_instrument_that_does(self):
        heard = self.box("auto", protocol=MIDI2)
        self.plays(heard, note_on(60, 0x8000), note_off(60))

    def test_auto_speaks_midi_1_with_an_instrument_that_does(self):
        heard = self.box("auto", protocol=MIDI1)
        self.plays(heard, midi1(0x90, 60, 64), midi1(0x80, 60, 0))
        self.assertEqual(self.protocol(), "100", "it was not asked for another one")

    def test_midi_2_is_asked_for(self):
        heard = self.box("midi-2.0", protocol=MIDI1)
        self.board.wait("ump info %s | grep 'protocol 200'" % self.wants.box_device())
        self.plays(heard, note_on(60, 0x8000), note_off(60))

    def test_midi_1_is_asked_for(self):
        heard = self.box("midi-1.0", protocol=MIDI2)
        self.board.wait("ump info %s | grep 'protocol 100'" % self.wants.box_device())
        self.plays(heard, midi1(0x90, 60, 64), midi1(0x80, 60, 0))

    def test_refusal_is_said_and_the_port_speaks_what_the_instrument_does(self):
        heard = self.box("midi-2.0", protocol=MIDI1, capabilities=MIDI1, answers="program")
        self.board.said(r"wants: .*the device refuses MIDI 2\.0")
        self.assertIn("not MIDI 2.0 as wants asks", self.board.run("/proc/1/exe ports /etc/treadle"))
        self.plays(heard, midi1(0x90, 60, 64), midi1(0x80, 60, 0))
        self.assertEqual(self.protocol(), "100")

    def test_function_blocks_that_change_give_the_port_more_groups(self):
        blocks = [Block("Main"), Block("Aux", 1, 1, BOTH, active=False)]
        heard = self.box("auto", answers="program", blocks=blocks)
        since = len(self.board.console)
        self.wants.change(1, Block("Aux", 1, 3, OUTPUT))
        self.wants.change(1, Block("Aux", 1, 3, BOTH))
        self.board.wait("/proc/1/exe ports | grep 'Aux.*groups 2..4'")
        self.assertNotIn("has ended", self.board.console[since:])
        self.plays(heard, note_on(60, 0x8000), note_off(60))


load_tests = in_order(Packets, Negotiation)
