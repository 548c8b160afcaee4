"""Bouncing contacts, gestures at the edges of their windows, and LEDs (F1, F2, F3), with real GPIO lines of the kernel,
in the board's own time: one instruction takes a nanosecond, so that a busy host has no influence.

TREADLE_SEED=N tries other bursts.
"""

import random
import re
import threading
import unittest

from boxed import BOXES, SEED, BoxedBoard, in_order, note
from lines import Lines, chip_commands

NAMES = ["A", "B", "C", "D", "LED A", "LED B", "LED C", "LED D"]
PRESSES = 1000
MS = 1_000_000
DEBOUNCE = 5 * MS

CLOSED, OPEN = 0, 1


class Seen:
    """The gestures of footswitches that a box reports, by `watch-box`."""

    def __init__(self, board):
        self.board, self.count = board, 0
        board.run("watch-box /run/treadle.sock /data/seen")

    def gestures(self, microseconds):
        """The new ones, when some time of the board is over: (nanoseconds, name, 127 or 0)."""
        self.board.run("usleep %d; ! grep missed /data/seen" % microseconds)
        lines = self.board.run("tail -n +%d /data/seen" % (self.count + 1), 120).splitlines()
        self.count += len(lines)
        found = [re.fullmatch(r'in (\d+) "footswitches" "switch (.*) = (\d+)"', line) for line in lines]
        return [(int(match[1]), match[2], int(match[3])) for match in found if match]


class Schedule:
    """Edges for `feet`: [microseconds, line, level]. `marks` holds indices of edges that a test checks."""

    def __init__(self):
        self.edges = []
        self.marks = []

    def edge(self, at, line, level):
        self.edges.append((at, line, level))
        return len(self.edges) - 1

    def burst(self, at, line, level, times):
        """Adds edges at these times after `at`; the first goes to `level`. Returns the indices of the first and the
        last."""
        first = len(self.edges)
        for number, time in enumerate(times):
            self.edge(at + time, line, level if number % 2 == 0 else 1 - level)
        return first, len(self.edges) - 1

    @property
    def text(self):
        return "".join("%d %d %d\n" % edge for edge in self.edges)


def bounces(dice, first, last):
    """Random times of edges within 4.5 ms; the number of edges is `first` plus an even number, mostly small. Sometimes
    all edges are at once."""
    count = dice.randrange(first, (last if dice.random() < 0.25 else first + 4) + 1, 2)
    if dice.random() < 0.3:
        return [0] * count
    return [0] + sorted(dice.randrange(4500) for _ in range(count - 1))


def bouncing():
    """1,000 presses. Most bounce at their beginning and end; a quarter is shorter than the lock-out and has an even
    number of edges, so that the contact is open again at the end of the lock-out."""
    dice, schedule, at = random.Random(SEED), Schedule(), 1000
    for _ in range(PRESSES):
        if dice.random() < 0.25:
            down = schedule.burst(at, 0, CLOSED, bounces(dice, 2, 20))
            schedule.marks.append((down, None))
        else:
            down = schedule.burst(at, 0, CLOSED, bounces(dice, 1, 19))
            at += dice.randrange(5500, 20000)
            up = schedule.burst(at, 0, OPEN, bounces(dice, 1, 19))
            schedule.marks.append((down, up))
        at += dice.randrange(12000, 20000)
    return schedule


def too_many(level):
    """More edges than the 16 that the kernel keeps; the last one it keeps has the opposite level of the last edge."""
    schedule = Schedule()
    schedule.burst(0, 0, level, [200 * number for number in range(19)])
    return schedule


# Microseconds before or after the end of a window; the line itself is a few instructions late.
BESIDE = [-5000, -500, -200, -100, -50, -20, 0, 20, 50, 100, 200, 500, 5000]


def holding():
    """A is held for about `long`."""
    schedule, at = Schedule(), 1000
    for off in BESIDE:
        schedule.edge(at, 0, CLOSED)
        schedule.edge(at + 500_000 + off, 0, OPEN)
        at += 1_200_000
    return schedule


def doubling():
    """A is pressed twice, about `double` apart, and a third time soon after."""
    schedule, at = Schedule(), 1000
    for off in BESIDE:
        for press in [at, at + 300_000 + off, at + 400_000 + off]:
            schedule.edge(press, 0, CLOSED)
            schedule.edge(press + 40_000, 0, OPEN)
        at += 1_200_000
    return schedule


def pairing():
    """A and B are pressed about 80 ms apart, in turn first; the first is released first or last."""
    schedule, at = Schedule(), 1000
    for number, off in enumerate(BESIDE * 2):
        first = number % 2
        schedule.edge(at, first, CLOSED)
        schedule.edge(at + 80_000 + off, 1 - first, CLOSED)
        let_go = [first, 1 - first] if number < len(BESIDE) else [1 - first, first]
        schedule.edge(at + 200_000, let_go[0], OPEN)
        schedule.edge(at + 250_000, let_go[1], OPEN)
        at += 800_000
    return schedule


class Feet(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        note("feet: seed %d" % SEED)
        cls.schedules = {made.__name__: made() for made in [bouncing, holding, doubling, pairing]}
        cls.schedules |= {"down": too_many(CLOSED), "up": too_many(OPEN)}
        cls.board = cls.enterClassContext(BoxedBoard(
            (BOXES / "feet.yaml").read_text(), "feet", panel=False, prepare=chip_commands(NAMES), seed=SEED,
            boot_timeout=180, files={"data/" + name: schedule.text for name, schedule in cls.schedules.items()},
            # The emulator runs several processors in turns, which at times delays a process by a millisecond.
            arguments=["-smp", "1"]))
        cls.board.said(r"^  din: in and out")
        cls.lines = Lines(cls.board, NAMES, make=False)
        cls.seen = Seen(cls.board)

    def walk(self, name):
        """Runs a schedule. Returns the two times between which each edge happened, the gestures that the box reported:
        (nanoseconds, name, value), and the bytes that came out at DIN."""
        din, is_over = bytearray(), threading.Event()

        def listen():
            # If nobody read the socket, the wire would block.
            while not is_over.is_set():
                din.extend(self.board.read_din(4096, 0.2))

        listener = threading.Thread(target=listen)
        listener.start()
        try:
            return (*self.gestures("feet %s /data/%s" % (self.lines.folder, name)), din)
        finally:
            is_over.set()
            listener.join()

    def gestures(self, command):
        output = self.board.run(command, 400)
        stamps = [tuple(map(int, line.split())) for line in output.splitlines()]
        # Longer than any window, so that all gestures are over.
        return stamps, self.seen.gestures(600_000)

    def close_to(self, stamps, place, time, later=0):
        """F1: a gesture has the kernel's time stamp of its edge, plus `later` nanoseconds.

        The reported time may be a few microseconds later than the stamp, because reported times never go back and the
        loop may have handled something else after the edge. Later gestures are computed from the stamp. """
        before, after = (stamp + later for stamp in stamps[place])
        self.assertLessEqual(before, time, "edge %d: early by %d ns" % (place, before - time))
        self.assertLessEqual(time, after, "edge %d: late by %d ns" % (place, time - after))

    def test_1000_bouncing_presses_are_1000_presses_and_1000_releases(self):
        stamps, events, din = self.walk("bouncing")
        schedule = self.schedules["bouncing"]
        self.assertEqual(len(stamps), len(schedule.edges))
        events = [event for event in events if event[1] == "A"]
        self.assertEqual([value for _, _, value in events], [127, 0] * PRESSES)
        # The other notes are those of doubles, which quick presses cause.
        notes = [bytes(din[at:at + 3]) for at in range(0, len(din), 3) if din[at + 1] == 20]
        self.assertEqual(notes, [b"\x90\x14\x7F", b"\x80\x14\x40"] * PRESSES)
        for (down, up), pressed, released in zip(schedule.marks, events[::2], events[1::2]):
            for first, last in [down, up or down]:
                self.assertLess(stamps[last][1] - stamps[first][0], DEBOUNCE, "the feet were too slow")
            self.close_to(stamps, down[0], pressed[0])
            if up:
                self.close_to(stamps, up[0], released[0])
            else:
                self.close_to(stamps, down[0], released[0], DEBOUNCE)

        note("feet: %d edges of %d presses are as many presses and releases, each at its own time" % (
            len(stamps), PRESSES))

    def test_more_edges_than_the_kernel_keeps_are_one_press(self):
        """The box is stopped meanwhile and cannot read the edges. The present level of the contact decides."""
        stamps, events = self.gestures("""n=0; while [ $n -lt 20 ]; do n=$((n+1)); for name in down up; do
            kill -STOP %(box)d; taskset 1 feet %(chip)s /data/$name; usleep 10000; kill -CONT %(box)d; usleep 20000
            done; done""" % dict(box=self.board.box(), chip=self.lines.folder))
        events = [event for event in events if event[1] == "A"]
        self.assertEqual([value for _, _, value in events], [127, 0] * 20)
        for number, event in enumerate(events):
            self.close_to(stamps, 19 * number, event[0])

    def test_long_begins_at_its_time(self):
        stamps, events, _ = self.walk("holding")
        self.assert_both(self.times(events, "A long"))
        press = -1
        for (time, name, value), after in zip(events, events[1:] + [(0, "", 0)]):
            if (name, value) == ("A", 127):
                press += 1
                self.close_to(stamps, 2 * press, time)
                # The long press comes exactly at its time, unless the release is earlier.
                if after[1] == "A long":
                    self.close_to(stamps, 2 * press, after[0], 500 * MS)
                else:
                    self.assertLess(after[0] - time, 500 * MS)
            if name == "A long" and value == 0:
                self.assertGreaterEqual(time - stamps[2 * press][0], 500 * MS)

    def times(self, events, name):
        return [time for time, what, value in events if what == name and value == 127]

    def assert_both(self, times):
        """Checks that some tries were within the window and some were not."""
        self.assertTrue(5 <= len(times) <= 8, times)

    def test_double_is_within_its_time(self):
        stamps, events, _ = self.walk("doubling")
        contacts = [time for time, name, value in events if (name, value) == ("A", 127)]
        self.assertEqual(len(contacts), 3 * len(BESIDE))
        doubles = self.times(events, "A double")
        expected = []
        for number, (second, third) in enumerate(zip(contacts[1::3], contacts[2::3])):
            # The least and the greatest time between the two presses.
            first_edge, second_edge = stamps[6 * number], stamps[6 * number + 2]
            least, most = second_edge[0] - first_edge[1], second_edge[1] - first_edge[0]
            if most <= 300 * MS or least <= 300 * MS and second in doubles:
                expected.append(second)
            else:
                # The second press then begins another double, which the third completes.
                self.assertLess(third - second, 300 * MS)
                expected.append(third)
        self.assertEqual(doubles, expected)
        self.assert_both([time for time in expected if time in contacts[1::3]])
        # A double is released together with its press.
        ends = [time for time, name, value in events if (name, value) == ("A double", 0)]
        self.assertEqual(len(ends), len(expected))
        for begin, end in zip(expected, ends):
            self.assertIn((end, "A", 0), events)
            self.assertLess(end - begin, 41 * MS)

    def test_pair_is_within_80_ms(self):
        stamps, events, _ = self.walk("pairing")
        pairs = 0
        for number in range(2 * len(BESIDE)):
            mine = [event for event in events if stamps[4 * number][0] <= event[0] <= stamps[4 * number + 3][1]]
            first, second = ("A", "B") if number % 2 == 0 else ("B", "A")
            pressed = {name: time for time, name, value in mine if value == 127}
            self.assertIn(first, pressed)
            if "A+B" in pressed:
                pairs += 1
                self.close_to(stamps, 4 * number + 1, pressed["A+B"])
                self.assertLessEqual(stamps[4 * number + 1][0] - stamps[4 * number][1], 80 * MS)
                # The second press does not act alone; the pair ends at the first release of the two.
                self.assertEqual(
                    sorted((name, value) for _, name, value in mine),
                    sorted([(first, 127), (first, 0), ("A+B", 127), ("A+B", 0)]))
                self.close_to(stamps, 4 * number + 2, next(time for time, *rest in mine if rest == ["A+B", 0]))
            else:
                self.assertGreater(stamps[4 * number + 1][1] - stamps[4 * number][0], 80 * MS)
                self.assertIn(second, pressed)
                self.assertEqual(
                    sorted((name, value) for _, name, value in mine),
                    sorted([(first, 127), (first, 0), (second, 127), (second, 0)]))
        self.assertTrue(10 <= pairs <= 16, pairs)

    def lit(self, name, value):
        self.board.wait("[ $(cat %s) = %d ]" % (self.lines.file("LED " + name, "value"), value))

    def tap(self, name):
        self.lines.down(name)
        self.lines.up(name)

    def test_leds_follow_contact_latch_and_action(self):
        # The pairs before have switched B's latch; C's latch is as at the start.
        self.lines.down("A")
        self.lit("A", 1)
        self.lines.up("A")
        self.lit("A", 0)
        for name in ["B", "C"]:
            before = self.lines.value("LED " + name)
            self.tap(name)
            self.lit(name, 1 - before)
            self.tap(name)
            self.lit(name, before)
        self.board.send_din([0xC0, 1])
        self.lit("D", 1)
        self.lines.down("D")
        self.board.send_din([0xC0, 2])
        # The action `led` switches it off although the contact is closed, until a preset is loaded.
        self.lit("D", 0)
        self.board.send_din([0xC0, 9])
        self.lit("D", 1)
        self.lines.up("D")
        self.lit("D", 0)

    def test_led_blinks_twice_a_second(self):
        self.board.send_din([0xC0, 3])
        led = self.lines.file("LED D", "value")
        # Hundredths of a second at each change.
        times = self.board.run(
            "read old <%s; n=0; while [ $n -lt 9 ]; do read new <%s; "
            "[ $new = $old ] || { read up rest </proc/uptime; echo $up; old=$new; n=$((n+1)); }; usleep 2000; done" % (
                led, led), 60).split()
        gaps = [float(after) - float(before) for before, after in zip(times, times[1:])]
        for gap in gaps:
            self.assertTrue(0.22 <= gap <= 0.28, gaps)
        self.board.send_din([0xC0, 9])
        self.lit("D", 0)

    def test_the_loop_has_neither_allocated_nor_faulted(self):
        self.board.is_clean(self, ", under feet")


load_tests = in_order(Feet)
