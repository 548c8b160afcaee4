"""Tilt on the emulated board: each supported chip, its mounting, learning its range, and its failures (F4, F5).

One boot with all four chips on the bus, whose registers the test writes as a chip would; the box is restarted with
another box file for each chip.
"""

import math
import unittest

from boxed import LCD, BoxedBoard, in_order, learn
from chips import TRACE, Bus, bus_commands
from common.waiting import collect
from display import Display
from gadget import Gadget

# Address, registers of a measuring chip, first register of the data, counts of 1 g, and byte order, as in the data
# sheets.
CHIPS = {
    "lis3dh": (0x18, {0x0F: 0x33, 0x27: 0x0F}, 0x28, 16000, "little"),
    "adxl345": (0x53, {0x00: 0xE5, 0x30: 0x83}, 0x32, 256, "little"),
    "mma8452q": (0x1D, {0x0D: 0x2A, 0x00: 0x0F}, 0x01, 16384, "big"),
    "mpu6050": (0x68, {0x75: 0x68, 0x3A: 0x01, 0x6B: 0x40}, 0x3B, 16384, "big"),
}
ADDRESSES = [LCD] + [chip[0] for chip in CHIPS.values()]

BOX = """
treadle: 1
name: %(name)s
ports:
  keys: { match: "Keystation*", direction: in }
  synth: { match: "Montage*", direction: out }
clock: { send-when-stopped: false }
# Which way up it lies.
motion: { chip: %(chip)s, bus: /dev/i2c-0, rate: 50, %(more)s smoothing: 0 }   # under the lid
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
presets:
- name: Lean
  number: 1
  routings:
  - { from: [keys], to: [synth] }
  - { from: [motion], to: [synth], controllers: { remap: [{ from: motion x, to: cc 11 }] } }
"""


class Chip:
    """A chip on the bus."""

    def __init__(self, bus, name):
        self.bus = bus
        self.address, self.there, self.data, self.g, self.order = CHIPS[name]

    def command(self, x, y, z):
        """The shell command that sets a sample in g with one write."""
        data = b"".join(round(value * self.g).to_bytes(2, self.order, signed=True) for value in (x, y, z))
        return "i2cset -y %d %#x %#x %s i" % (
            self.bus.number, self.address, self.data, " ".join("%#04x" % byte for byte in data))

    def feel(self, x, y, z):
        self.bus.board.run(self.command(x, y, z))

    def put(self, registers):
        """Sets registers by number. Unlike `Bus.set`, it does not interrupt the trace of the box's writes to the
        display."""
        self.bus.board.run("set -e\n" + "\n".join(
            "i2cset -y %d %#x %#x %#x" % (self.bus.number, self.address, register, value)
            for register, value in registers.items()))

    def appear(self):
        """Sets the chip as after power-up, lying level."""
        self.put(self.there)
        self.feel(0, 0, 1)


def lean(degrees):
    """x and z of a box that leans to the right. Multiples of 1/62 g, whose low byte in an LIS3DH is always 0: the box
    reads byte by byte, so a mix of an old and a new sample is still a position between them."""
    x = round(62 * math.sin(math.radians(degrees)))
    return x * 256 / 16000, round(math.sqrt(62 * 62 - x * x)) * 256 / 16000


class Tilt(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        box = BOX % {"name": "Box 0", "chip": "lis3dh", "more": ""}
        cls.board = cls.enterClassContext(BoxedBoard(box, "tilt", prepare=bus_commands(ADDRESSES), panel=False))
        cls.bus = cls.board.bus = Bus(cls.board, ADDRESSES, make=False)
        cls.keys = Gadget(cls.board, "keys", product="Keystation", socket=0).plug()
        cls.synth = Gadget(cls.board, "synth", product="Montage", socket=1).plug()
        cls.starts = 0

    def start(self, name, more=""):
        """Restarts the box with a chip. Returns the chip and a recording of the synthesizer."""
        type(self).starts += 1
        chip = Chip(self.bus, name)
        chip.appear()
        box = BOX % {"name": "Box %d" % self.starts, "chip": name, "more": more}
        self.board.run("cat >/etc/treadle/box.yaml <<'END'\n%sEND" % box)
        self.bus.forget()
        mark = len(self.board.console)
        self.board.run("kill %d" % self.board.box())
        self.board.said(r"^Treadle [0-9.]+: Box %d\b" % self.starts, mark)
        self.board.said(r"^  synth: out", mark)
        self.board.shows(r"  1 Lean        ", r"120\.0 \. {9}")
        recording = self.synth.listen()
        # A port can be open only once; stopping twice does no harm.
        self.addCleanup(recording.stop)
        return chip, recording

    def heard(self, recording, last):
        """Returns the values of CC 11 up to `last`."""
        data = collect(lambda: recording.read(3), lambda data: data.endswith(bytes([0xB0, 11, last])))
        self.assertEqual({data[at:at + 2] for at in range(0, len(data), 3)}, {bytes([0xB0, 11])}, data.hex(" "))
        return list(data[2::3])

    def sweep(self, recording, command):
        """Leans from left to right, a step every 50 ms, which is two samples."""
        self.board.run(command(-90))
        self.heard(recording, 0)
        self.board.run("\n".join("%s; sleep 0.05" % command(degrees) for degrees in range(-88, 92, 2)))
        values = self.heard(recording, 127)
        self.assertEqual(values, sorted(set(values)), "the values only rise")
        self.assertGreater(len(values), 50)

    def test_each_chip_sweeps_a_controller(self):
        for name in CHIPS:
            with self.subTest(name):
                chip, recording = self.start(name)
                self.sweep(recording, lambda degrees: chip.command(lean(degrees)[0], 0, lean(degrees)[1]))
                recording.stop()

    def test_chip_that_lies_another_way_sweeps_too(self):
        chip, recording = self.start("mma8452q", "mounting: { x: -y, y: z, z: x },")
        self.sweep(recording, lambda degrees: chip.command(lean(degrees)[1], -lean(degrees)[0], 0))

    def test_range_is_learnt_and_saved(self):
        chip, recording = self.start("adxl345")
        finish = learn(self.board, "motion.range.x")
        for degrees, value in [(-24, 47), (41, 92)]:
            chip.feel(math.sin(math.radians(degrees)), 0, math.cos(math.radians(degrees)))
            self.heard(recording, value)
        said = finish()
        self.assertRegex(said, r"motion\.range\.x is -2[34]\.\.4[01]")
        # Nothing else in the file has changed, and the version before is kept.
        learnt = "range: { x: %s }, " % said.split(" is ")[1].split(";")[0]
        text = self.board.run("cat /etc/treadle/box.yaml")
        before = self.board.run("cat /etc/treadle/box.yaml.before")
        self.assertEqual(text.replace(learnt, ""), before)
        self.assertIn("rate: 50,  %ssmoothing: 0 }   # under the lid" % learnt, text)
        mark = len(self.board.console)
        self.board.run("kill -HUP %d" % self.board.box())
        self.board.said(r"^treadle: configuration reloaded", mark)
        self.heard(recording, 127)
        chip.feel(-1, 0, 0)
        self.heard(recording, 0)

    def test_chip_that_fails_is_survived(self):
        chip, recording = self.start("lis3dh")
        chip.feel(1, 0, 0)
        self.heard(recording, 127)
        # The registers to write, and the expected message. All bits 0 or 1, and no answer, are tested in
        # TiltSensorTests, where a chip can be made to do so.
        faults = {
            "another chip": ({0x0F: 0x32}, "another chip answers: it calls itself 0x32"),
            "without power": ({0x20: 0x07}, "has lost its settings"),
            "stuck": ({0x27: 0}, "measures nothing"),
        }
        for count, (name, (registers, why)) in enumerate(faults.items()):
            with self.subTest(name):
                mark = len(self.board.console)
                # After a loss of power it recovers by itself.
                is_back = name == "without power"
                if is_back:
                    self.bus.forget()
                chip.put(registers)
                self.board.said(r"^treadle: motion: 0x18 on /dev/i2c-0: .*%s.*; tried again every second" % why, mark)
                if not is_back:
                    self.board.shows(r"  1 Lean        ", r"120\.0 \.  NO TILT")
                    # It has lost its settings too. They are gone before it answers: a box that tries again meanwhile
                    # would lose what it has just set.
                    chip.put({0x20: 0x07})
                # Routing continues, and the value stays.
                self.keys.send([0x90, 60, count + 1])
                self.assertEqual(recording.read(3).hex(" "), bytes([0x90, 60, count + 1]).hex(" "))
                if not is_back:
                    # The chip returns, and so does the display, which has lost its state.
                    self.bus.forget()
                    chip.put(chip.there)
                self.board.said(r"^treadle: motion: the chip answers again", mark)
                x = -1 if count % 2 == 0 else 1
                chip.feel(x, 0, 0)
                self.heard(recording, 127 if x > 0 else 0)
                self.assertEqual(self.bus.get(chip.address, 0x20), 0x47, "50 Hz, three axes")
                # A display that has lost its state gets everything: four-bit mode, on, and the whole picture.
                self.board.shows(r"  1 Lean        ", r"120\.0 \. {9}")
                self.assertTrue(Display().feed(self.bus.written(LCD)).on)
                self.assertEqual(self.board.console.count("motion:", mark), 2, "said once each")
        counters = self.board.counters()
        self.assertEqual((counters["allocations"], counters["page faults"]), (0, 0))


class LateBus(unittest.TestCase):
    """A bus that does not exist when the box starts."""

    def test_bus_that_comes_late_is_used(self):
        box = BOX % {"name": "Late", "chip": "lis3dh", "more": ""}
        with BoxedBoard(box, "late", panel=False) as board:
            board.said(r"^treadle: motion: .*i2c-0: not there.*; tried again every second")
            board.said(r"^treadle: display: .*i2c-0: not there.*; tried again every second")
            # Trace from the first byte on.
            board.run("echo 1 >%s/events/smbus/smbus_write/enable" % TRACE)
            board.bus = Bus(board, ADDRESSES)
            Chip(board.bus, "lis3dh").appear()
            board.said(r"^treadle: motion: the chip answers again")
            board.said(r"^treadle: the display on /dev/i2c-0 answers again")
            board.shows(r"  1 Lean        ", r"120\.0 \. {9}")


load_tests = in_order(Tilt, LateBus)
