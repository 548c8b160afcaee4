"""Tests the UMP instruments themselves, without the box: what the kernel of the board makes of them."""

import unittest

from board import Board
from test_bench import WITHOUT_BOX
from ump import BOTH, INPUT, MIDI1, OUTPUT, Block, Endpoint, hear, midi1, note_off, note_on, show, sysex

# What the box's side sends: requests of M2-104-UM.
ASK_MIDI1, ASK_MIDI2 = [0xF0050100, 0, 0, 0], [0xF0050200, 0, 0, 0]
IS_MIDI1, IS_MIDI2 = [0xF0060100, 0, 0, 0], [0xF0060200, 0, 0, 0]


class UMP(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.board = cls.enterClassContext(Board(prepare=WITHOUT_BOX))

    def endpoint(self, *words, **options):
        made = Endpoint(self.board, *words, **options)
        made.plug()
        self.addCleanup(self.board.run, "echo >%s/UDC" % made.folder)
        return made

    def box(self, instrument, *packets):
        self.board.run("ump send %s %s" % (instrument.box_device(), " ".join(map(show, packets))))

    def info(self, instrument):
        return self.board.run("ump info %s" % instrument.box_device())

    def test_the_box_sees_endpoint_and_blocks(self):
        keys = self.endpoint("keys", product="Keystation", product_id="K-0001", blocks=[
            Block("Upper", 0, 2), Block("DIN out", 4, 1, OUTPUT, midi1=2), Block("Voices", 8, 3, INPUT)])
        self.assertEqual(self.info(keys).splitlines(), [
            "endpoint 'UMP Keystation' product 'K-0001' version 101 capabilities 300 protocol 200 flags 0 blocks 3",
            "manufacturer 7d0000 family 0102 model 0304 revision 01020304",
            "block 0 'Upper' direction 3 active 1 groups 0+2 midi1 0 ci 0 sysex8 0 hint 3",
            "block 1 'DIN out' direction 2 active 1 groups 4+1 midi1 3 ci 0 sysex8 0 hint 2",
            "block 2 'Voices' direction 1 active 1 groups 8+3 midi1 0 ci 0 sysex8 0 hint 1"])

    def test_words_pass_both_ways_bit_for_bit(self):
        synth = self.endpoint("synth", product="Montage", blocks=[Block("All", 0, 16)], socket=1)
        played = [note_on(60, 0x1234, 5, 15, 3, 0x7800), [0x40006005, 0x80000001], midi1(0xF8, group=3),
                  *sysex([0xF0, 0x7D, *range(20), 0xF7], 9), [0xD0000000, 0x02FAF080, 0, 0],
                  [0x50000000 | 7 << 16, 1, 2, 3], note_off(60, 0xFFFF, 5, 15)]
        box = self.enterContext(hear(self.board, synth.box_device(), "/tmp/box.heard"))
        synth.send(*played)
        self.assertEqual(box.read(len(played)), played)
        heard = self.enterContext(synth.listen())
        self.box(synth, *played)
        self.assertEqual(heard.read(len(played)), played)

    def test_the_kernel_of_the_instrument_takes_any_protocol(self):
        pad = self.endpoint("pad", protocol=MIDI1)
        self.assertIn("protocol 100", self.info(pad))
        answers = self.enterContext(hear(self.board, pad.box_device(), "/tmp/box.heard"))
        self.box(pad, ASK_MIDI2)
        self.assertEqual(answers.read(1), [IS_MIDI2])
        self.assertIn("protocol 200", self.info(pad))

    def test_a_program_of_the_instrument_refuses_a_protocol_and_answers_discovery(self):
        old = self.endpoint("old", answers="program", protocol=MIDI1, capabilities=MIDI1, product_id="OLD-1",
                            product="Older than MIDI 2.0", blocks=[Block("A function block with a long name", midi1=1)])
        self.assertEqual(self.info(old).splitlines(), [
            "endpoint 'UMP Older than MIDI 2.0' product 'OLD-1' version 101 capabilities 100 protocol 100 flags 0 blocks 1",
            "manufacturer 7d0000 family 0102 model 0304 revision 01020304",
            "block 0 'A function block with a long name' direction 3 active 1 groups 0+1 midi1 1 ci 0 sysex8 0 hint 3"])
        answers = self.enterContext(hear(self.board, old.box_device(), "/tmp/box.heard"))
        self.box(old, ASK_MIDI2)
        self.assertEqual(answers.read(1), [IS_MIDI1])
        self.assertIn("protocol 100", self.info(old))

    def test_a_block_that_changes_is_known_at_once(self):
        live = self.endpoint("live", answers="program", blocks=[Block("Main"), Block("Aux", 1, 1, active=False)])
        self.assertIn("block 0 'Main' direction 3 active 1 groups 0+1", self.info(live))
        self.assertIn("block 1 'Aux' direction 3 active 0 groups 1+1", self.info(live))
        live.change(1, Block("Aux", 1, 4, BOTH))
        self.board.wait("ump info %s | grep \"block 1 'Aux' direction 3 active 1 groups 1+4\"" % live.box_device())

    def test_unplugging_ends_both_sides(self):
        keys = self.endpoint("gone")
        box = hear(self.board, keys.box_device(), "/tmp/box.heard")
        heard = keys.listen()
        keys.unplug()
        for listener in (box, heard):
            self.board.wait("! kill -0 %s" % listener.pid)
        keys.plug()
        self.assertIn("endpoint 'UMP gone'", self.info(keys))

    def test_midi_1_ports_of_the_same_device_carry_the_same_notes(self):
        both = self.endpoint("both")
        self.board.run("amidi -p hw:%d,1,0 -r /tmp/legacy >/dev/null 2>&1 & echo $! >/tmp/legacy.pid" % both.box_card())
        self.addCleanup(self.board.run, "kill $(cat /tmp/legacy.pid)")
        self.board.wait("[ -e /tmp/legacy ]")
        both.send(note_on(60, 0xFFFF), note_off(60))
        self.assertEqual(self.board.wait("xxd -p /tmp/legacy | grep 803c00"), "903c7f803c00")
