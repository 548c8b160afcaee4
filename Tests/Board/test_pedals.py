"""Expression pedals and knobs on the emulated board (I10, F5).

One boot with an ADS1115 on the bus, whose registers the test writes as a chip would, and a knob at two lines of a GPIO
chip.
"""

import unittest

from boxed import LCD, BoxedBoard, in_order, learn
from chips import Bus, bus_commands
from common.waiting import collect
from gadget import Gadget
from lines import Lines, chip_commands

ADDRESS = 0x48
CONVERSION, CONFIG = 0, 1
LINES = ["A", "B", "KnobA", "KnobB"]

BOX = """
treadle: 1
name: Pedals
ports:
  synth: { match: "Montage*", direction: out }
clock: { send-when-stopped: false }
footswitches:
  A: { line: "gpiochip0:0" }
  B: { line: "gpiochip0:1" }
pedals:
  1: { bus: /dev/i2c-0, range: 100..3200 }   # the swell
knobs:
  1: { a: "gpiochip0:2", b: "gpiochip0:3", fast: 1 }
menu: { step: A, choose: B, knob: 1 }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
presets:
- name: Swell
  number: 1
  routings:
  - { from: [pedals], to: [synth], controllers: { remap: [{ from: pedal 1, to: cc 11 }] } }
  - { from: [knobs], to: [synth], controllers: { remap: [{ from: knob 1, to: cc 74 }] } }
"""


class Pedals(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        prepare = bus_commands([LCD, ADDRESS]) + "\n" + chip_commands(LINES)
        cls.board = cls.enterClassContext(BoxedBoard(BOX, "pedals", prepare=prepare, panel=False))
        cls.bus = cls.board.bus = Bus(cls.board, [LCD, ADDRESS], make=False)
        cls.lines = cls.board.lines = Lines(cls.board, LINES, make=False)
        cls.synth = Gadget(cls.board, "synth", product="Montage", socket=0).plug()
        cls.board.said(r"^  synth: out")
        cls.recording = cls.synth.listen()

    @classmethod
    def press(cls, millivolts):
        """Sets the result of the chip, an eighth of a millivolt a step, the high byte first."""
        value = round(millivolts * 8) & 0xFFFF
        swapped = value >> 8 | (value & 0xFF) << 8
        cls.board.run("i2cset -y %d %#x %#x %#x w" % (cls.bus.number, ADDRESS, CONVERSION, swapped))

    def heard(self, controller, last, data=b""):
        """Returns the values of a controller up to `last`, with those of `data` that was read before."""
        end = bytes([0xB0, controller, last])
        data = collect(lambda: self.recording.read(3), lambda data: data.endswith(end), data)
        return [data[at + 2] for at in range(0, len(data), 3) if data[at + 1] == controller]

    def test_1_pedal_moves_a_controller(self):
        self.press(3200)
        self.heard(11, 127)
        moved = b""
        # The box reads the chip in its own time: each position has moved the controller before the next one.
        for millivolts in range(3100, 50, -100):
            self.press(millivolts)
            moved += self.recording.read(3)
        values = self.heard(11, 0, moved)
        self.assertEqual(values, sorted(set(values), reverse=True), "the values only fall")
        self.assertGreater(len(values), 20)

    def test_2_resting_pedal_is_silent(self):
        self.press(1650)
        self.heard(11, 63)
        # Noise within the hysteresis, then a movement: nothing is between them.
        self.board.run("\n".join(
            "i2cset -y %d %#x 0 %#x w" % (self.bus.number, ADDRESS, value >> 8 | (value & 0xFF) << 8)
            for value in [1650 * 8 + noise for noise in (-40, 30, -20, 40, 0) * 20]), 60)
        self.press(100)
        self.assertEqual(self.heard(11, 0), [0])

    def test_3_range_is_learnt_and_saved(self):
        finish = learn(self.board, "pedals.1.range")
        self.press(500)
        self.heard(11, 13)
        self.press(2500)
        self.heard(11, 100)
        said = finish()
        self.assertIn("pedals.1.range is 100..2500, was 100..3200", said)
        self.assertIn("range: 100..2500 }   # the swell", self.board.run("cat /etc/treadle/box.yaml"))

    def test_4_chip_that_fails_is_survived(self):
        mark = len(self.board.console)
        # i2c-stub cannot lose a chip, so the chip forgets its settings. The box writes them before each measurement and
        # reads them after it, so the test has to come between the two once.
        self.board.run("while :; do i2cset -y %d %#x %#x 0x0000 w; done >/dev/null 2>&1 & echo $! >/tmp/spoiler" % (
            self.bus.number, ADDRESS, CONFIG))
        self.board.said(r"^treadle: pedals: 0x48 on /dev/i2c-0: .*has lost its settings.*; tried again every second", mark)
        self.board.shows(r"  1 Swell       ", r"120\.0 \.   PEDAL\?")
        self.board.run("kill $(cat /tmp/spoiler)")
        self.board.said(r"^treadle: pedals: ads1115 at 0x48 on /dev/i2c-0 answers again", mark)
        self.board.shows(r"  1 Swell       ", r"120\.0 \. {9}")

    def turn(self, right):
        """Turns the knob to its next detent."""
        order = ["KnobA", "KnobB"] if right else ["KnobB", "KnobA"]
        for move in (self.lines.down, self.lines.up):
            for name in order:
                move(name)

    def test_5_knob_turns_both_ways(self):
        for value, right in [(1, True), (2, True), (3, True), (2, False)]:
            self.turn(right)
            self.assertEqual(self.heard(74, value), [value])

    def test_6_knob_steps_through_the_menu(self):
        self.lines.down("A")
        self.lines.down("B")
        self.board.shows("MENU            ", ">Preset        1")
        self.lines.up("A")
        self.lines.up("B")
        self.turn(True)
        self.board.shows("MENU            ", ">Tempo     120.0")
        self.turn(False)
        self.board.shows("MENU            ", ">Preset        1")

    def test_7_loop_allocates_nothing(self):
        counters = self.board.counters()
        self.assertEqual((counters["allocations"], counters["page faults"]), (0, 0))


load_tests = in_order(Pedals)
