"""Footswitches at two MCP23017 and a PCF8575 on the emulated board (I10, F1, F5), in the board's own time: one
instruction takes a nanosecond, so that a busy host has no influence.

The chips are registers of i2c-stub. A PCF8575 has none: what SMBus sends as the number of a register is written to its
lines 0 to 7. So the stub stands for one as long as the box reads the "register" 0xFF, all lines high, and writes
nothing, which a test checks.

TREADLE_SEED=N tries other bursts.
"""

import random
import re
import unittest

from boxed import SEED, BoxedBoard, in_order, note
from chips import TRACE, Bus, bus_commands
from test_feet import CLOSED, MS, OPEN, Schedule, Seen, bounces

PERIOD = 4 * MS
# Registers of an MCP23017; the only "register" of a PCF8575.
DIRECTIONS, PULL_UPS, LEVELS, ALL_HIGH = 0x00, 0x0C, 0x12, 0xFF
FIRST, SECOND, THIRD = 0x20, 0x21, 0x22
ADDRESSES = [FIRST, SECOND, THIRD]
# Each footswitch: its chip and line.
PLACES = {"A": (FIRST, 0), "B": (FIRST, 15), "C": (SECOND, 8), "D": (THIRD, 0), "E": (THIRD, 15)}
# How much longer than others it bounces.
SLOWNESS = {"C": 2}
# The notes of a press.
PLAYED = {"A": bytes.fromhex("90147f801440"), "E": bytes.fromhex("90157f801540")}

BOX = """
treadle: 1
name: Expanders
ports:
  din: { uart: /dev/ttyS0 }
midi-ci: { enabled: false } # the tests count bytes
expanders:
  first:  { chip: mcp23017, bus: /dev/i2c-0 }
  second: { chip: mcp23017, bus: /dev/i2c-0, address: 0x21 }
  third:  { chip: pcf8575, bus: /dev/i2c-0, address: 0x22 }
  absent: { chip: pcf8575, bus: /dev/i2c-0, address: 0x23 }
footswitches:
  A: { line: "first:0" }
  B: { line: "first:15" }
  C: { line: "second:8", debounce: 10 ms }
  D: { line: "third:0" }
  E: { line: "third:15" }
  F: { line: "absent:3" }
start-preset: 1
presets:
- name: Notes
  number: 1
  routings:
  - { from: [footswitches], to: [din], controllers: { remap: [{ from: switch A, to: key 20 }, { from: switch E, to: key 21 }] } }
"""


def register(address):
    return ALL_HIGH if address == THIRD else LEVELS


def clean(place):
    """100 presses, each at another time between two readings."""
    dice, schedule, at = random.Random(SEED), Schedule(), 1000
    for _ in range(100):
        schedule.edge(at, place, CLOSED)
        schedule.edge(at + dice.randrange(15_000, 30_000), place, OPEN)
        at += dice.randrange(50_000, 60_000)
    return schedule


def bouncing(place, slowness):
    """200 presses that bounce for up to 4.5 ms, times `slowness`, at their beginning and end."""
    dice, schedule, at = random.Random(SEED), Schedule(), 1000
    for _ in range(200):
        for level in [CLOSED, OPEN]:
            times = [time * slowness for time in bounces(dice, 1, 19)]
            schedule.marks.append(schedule.burst(at, place, level, times))
            at += dice.randrange(20_000, 30_000) * slowness
    return schedule


class Expanders(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.schedules = {}
        for name, (address, line) in PLACES.items():
            cls.schedules["clean " + name] = clean(line)
            cls.schedules["bouncing " + name] = bouncing(line, SLOWNESS.get(name, 1))
        high = ["i2cset -y 0 %#x %#x 0xFFFF w" % (address, register(address)) for address in ADDRESSES]
        cls.board = cls.enterClassContext(BoxedBoard(
            BOX, "expanders", panel=False, prepare="\n".join([bus_commands(ADDRESSES), *high]), seed=SEED,
            boot_timeout=180, files={"data/" + name: made.text for name, made in cls.schedules.items()},
            # The emulator runs several processors in turns, which at times delays a reading by a millisecond.
            arguments=["-smp", "1"]))
        cls.board.said(r"^  din: in and out")
        cls.bus = Bus(cls.board, ADDRESSES, make=False)
        cls.seen = Seen(cls.board)

    def events(self):
        """The new movements of contacts that the box reports: (nanoseconds, name, 127 or 0)."""
        return [event for event in self.seen.gestures(50_000) if len(event[1]) == 1]

    def walk(self, kind, name):
        """Runs a schedule. Returns the times of its edges, from and to, and the movements that the box reports."""
        address, _ = PLACES[name]
        output = self.board.run("feet '/dev/i2c-0 %#x %#x' '/data/%s %s'" % (address, register(address), kind, name), 400)
        return [tuple(map(int, line.split())) for line in output.splitlines()], self.events()

    def put(self, address, levels):
        self.board.run("i2cset -y 0 %#x %#x %#x w" % (address, register(address), levels))

    def moved(self, *wanted):
        """Waits until the box has reported these movements, in any order, and nothing else."""
        found = []
        for _ in range(100):
            found += [(name, value) for _, name, value in self.events()]
            if len(found) >= len(wanted):
                break
        self.assertEqual(sorted(found), sorted(wanted))

    def played(self, name, presses):
        """Checks that DIN sends the notes of these presses next."""
        notes = PLAYED.get(name, b"") * presses
        self.assertEqual(self.board.read_din(len(notes)) if notes else b"", notes)

    def test_1_chips_are_set_up_and_named(self):
        for name, text in [("first", "mcp23017 at 0x20"), ("second", "mcp23017 at 0x21"), ("third", "pcf8575 at 0x22")]:
            self.board.said(r"^  expander %s: %s on /dev/i2c-0" % (name, text))
        self.board.said(r"^treadle: expander absent: 0x23 on /dev/i2c-0: .*; tried again every second")
        # All lines are inputs with pull-up resistors. The test itself has written the levels.
        for address in [FIRST, SECOND]:
            self.assertEqual(self.bus.written(address)[1:], [[DIRECTIONS, 0xFF, 0xFF], [PULL_UPS, 0xFF, 0xFF]])
        self.assertEqual(self.bus.written(THIRD)[1:], [])

    def test_2_chips_are_read_every_4_ms(self):
        self.board.run("echo >%(0)s/trace; echo 1 >%(0)s/events/smbus/smbus_read/enable; usleep 500000\n"
                       "echo 0 >%(0)s/events/smbus/smbus_read/enable" % {"0": TRACE})
        reads = re.findall(r" (\d+\.\d+): smbus_read: i2c-0 a=0(\w\w) f=\w+ c=(\w+) (\w+)", self.board.run(
            "cat %s/trace" % TRACE))
        for address in ADDRESSES:
            # Once a second an MCP23017 is asked for its settings, and the chip that is not there whether it is.
            own = [(float(time), int(command, 16), kind) for time, at, command, kind in reads
                   if int(at, 16) == address and int(command, 16) != PULL_UPS]
            self.assertEqual({(command, kind) for _, command, kind in own}, {(register(address), "WORD_DATA")})
            steps = [round((after[0] - before[0]) * 1000, 1) for before, after in zip(own, own[1:])]
            self.assertGreater(len(steps), 100)
            self.assertLessEqual(max(steps), 4.5, steps)
            self.assertGreaterEqual(min(steps), 4, steps)

    def test_3_each_press_acts_within_4_ms(self):
        late = []
        for name in PLACES:
            stamps, events = self.walk("clean", name)
            self.assertEqual([event[1:] for event in events], [(name, 127), (name, 0)] * 100)
            late += [event[0] - before for (before, _), event in zip(stamps, events)]
            self.played(name, 100)
        self.assertGreaterEqual(min(late), 0)
        self.assertLessEqual(max(late), PERIOD + MS // 2)
        note("expanders: %d presses and releases act %.1f ms late at most" % (len(late), max(late) / MS))

    def test_4_bouncing_press_is_one_press(self):
        for name in PLACES:
            stamps, events = self.walk("bouncing", name)
            self.assertEqual([event[1:] for event in events], [(name, 127), (name, 0)] * 200)
            for (first, last), event in zip(self.schedules["bouncing " + name].marks, events):
                self.assertLessEqual(stamps[first][0], event[0])
                # The kernel's own work may come between: once in some thousand presses it took half a millisecond.
                self.assertLessEqual(event[0], stamps[last][1] + PERIOD + MS)
            self.played(name, 200)

    def test_5_footswitches_of_all_chips_act_at_once(self):
        for address, levels in [(FIRST, 0x7FFE), (SECOND, 0xFEFF), (THIRD, 0x7FFE)]:
            self.put(address, levels)
        self.moved(*((name, 127) for name in PLACES))
        for address in ADDRESSES:
            self.put(address, 0xFFFF)
        self.moved(*((name, 0) for name in PLACES))

    def test_6_chip_that_lost_its_power_is_set_up_again(self):
        mark = len(self.board.console)
        self.put(FIRST, 0xFFFE)
        self.moved(("A", 127))
        self.bus.forget()
        # Off and on: the registers are as after power-up, and the switch is up by now.
        self.board.run("i2cset -y 0 0x20 0x12 0xFFFF w; i2cset -y 0 0x20 0x00 0xFFFF w; i2cset -y 0 0x20 0x0C 0 w")
        self.board.said(r"^treadle: expander first: 0x20 on /dev/i2c-0: the chip has lost its settings.*; tried again every second", mark)
        self.board.said(r"^treadle: expander first answers again", mark)
        self.moved(("A", 0))
        self.assertEqual(self.bus.written(FIRST)[-2:], [[DIRECTIONS, 0xFF, 0xFF], [PULL_UPS, 0xFF, 0xFF]])
        self.put(FIRST, 0x7FFF)
        self.moved(("B", 127))
        self.put(FIRST, 0xFFFF)
        self.moved(("B", 0))

    def test_7_bus_that_is_cut_releases_and_comes_back(self):
        mark = len(self.board.console)
        self.put(FIRST, 0xFFFE)
        self.put(THIRD, 0x7FFF)
        self.moved(("A", 127), ("E", 127))
        cut = self.board.run("cut-i2c %d" % self.board.box())
        for name in ["first", "second", "third"]:
            self.board.said(r"^treadle: expander %s: .*; tried again every second" % name, mark)
        self.moved(("A", 0), ("E", 0))
        # E goes up meanwhile; A is still down when the bus is back.
        self.put(THIRD, 0xFFFF)
        self.board.run("kill -9 %s" % cut)
        for name in ["first", "second", "third"]:
            self.board.said(r"^treadle: expander %s answers again" % name, mark)
        self.moved(("A", 127))
        self.put(FIRST, 0xFFFF)
        self.moved(("A", 0))
        self.assertEqual(self.board.console.count("expander", mark), 6, "said once each")

    def test_8_loop_allocates_nothing(self):
        counters = self.board.counters()
        self.assertEqual((counters["allocations"], counters["page faults"]), (0, 0))


load_tests = in_order(Expanders)
