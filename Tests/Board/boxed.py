"""A board on which the box runs, for the tests of the whole box."""

import copy
import os
import pathlib
import re

from board import Board
from chips import Bus, bus_commands
from common.project import REPORT
from display import Display, until_shown
from lines import Lines, chip_commands

HERE = pathlib.Path(__file__).resolve().parent
BOXES = HERE / "boxes"
# Of what tests do by chance: TREADLE_SEED=N tries others.
SEED = int(os.environ.get("TREADLE_SEED", "1"))

LCD, TILT, OLED_ADDRESS = 0x27, 0x18, 0x3C
CHIPS = [LCD, TILT, OLED_ADDRESS]
SWITCHES = ["A", "B"]

# Registers of a LIS3DH at rest: WHO_AM_I, STATUS_REG with new data, and 1 g upwards on its z axis.
LEVEL = {0x0F: 0x33, 0x27: 0x0F, 0x28: 0, 0x29: 0, 0x2A: 0, 0x2B: 0, 0x2C: 0x80, 0x2D: 0x3E}

PANEL = "\n".join([
    bus_commands(CHIPS),
    *("i2cset -y 0 %#x %#x %#x" % (TILT, register, value) for register, value in LEVEL.items()),
    chip_commands(SWITCHES),
])


class BoxedBoard(Board):
    """A board whose process 1 is the box. box: the text of the box file, or None for no file. name: of the console's
    log file. panel: whether it has footswitches, a display and a tilt sensor from the start. size: of the display."""

    def __init__(self, box, name, files=None, prepare="", panel=True, append="", size=(16, 2), **others):
        self.name, self.size = name, size
        files = dict(files or {})
        if box is not None:
            files["etc/treadle/box.yaml"] = box
        # Removes the presets of the image, and its box file if the test wants none.
        prepare = "rm -r /etc/treadle/presets%s\n%s\n%s" % (
            "" if box is not None else " /etc/treadle/box.yaml", PANEL if panel else "", prepare)
        super().__init__(files=files, prepare=prepare, append="snd_virmidi.enable=0 " + append, **others)
        self.lines = Lines(self, SWITCHES, make=False) if panel else None
        self.bus = Bus(self, CHIPS, make=False) if panel else None

    def display(self):
        """The present picture of the display, decoded from everything written to it."""
        return Display(*self.size).feed(self.bus.written(LCD))

    def shows(self, *patterns):
        """Waits until the rows of the display match regular expressions."""
        return until_shown(lambda: self.display().rows, *patterns)

    def step_on(self, *names):
        """Presses footswitches in one command, as fast as the board can."""
        lines = copy.copy(self.lines)
        lines.board = Commands()
        for name in names:
            lines.down(name)
        self.run(lines.board.text)

    def box(self):
        """The id of the process that routes."""
        return int(self.wait("grep -lz '^run$' /proc/[0-9]*/cmdline").split("/")[2])

    def counters(self):
        """The loop's counters by name."""
        since = len(self.console)
        self.run("kill -USR1 %d" % self.box())
        text = self.said(r"^loop: (.*)\r?\n", since)[1].strip()
        return {name.strip(): int(value) for value, name in re.findall(r"(\d+) ([^,]*)", text)}

    def is_clean(self, test, when=""):
        """Asserts that the loop has neither allocated nor faulted nor dropped, and that the box has not ended."""
        counters = self.counters()
        note("the loop%s: %s" % (when, counters))
        for name in ["allocations", "page faults", "dropped"]:
            test.assertEqual(counters[name], 0, name)
        test.assertNotIn("has ended", self.console)

    def close(self):
        if self.console:
            REPORT.mkdir(parents=True, exist_ok=True)
            (REPORT / ("board-%s.console.txt" % self.name)).write_text(self.console)
        super().close()


class Commands:
    """Records the commands that a Gadget would run on a board, for Board(prepare=…)."""

    def __init__(self):
        self.text = ""

    def run(self, command, background=False):
        self.text += "(%s)%s\n" % (command, " &" if background else "")


def note(text):
    """Prints a line, and writes it to build/report/board.txt."""
    REPORT.mkdir(parents=True, exist_ok=True)
    with open(REPORT / "board.txt", "a") as report:
        report.write(text + "\n")
    print(text, flush=True)


def learn(board, place):
    """Starts `treadle learn` for a place of the box file. Returns what presses Return, and returns what it has said."""
    board.run("mkfifo /tmp/return; (/bin/treadle learn /etc/treadle/box.yaml %s </tmp/return >/tmp/learn 2>&1; "
              "echo done $? >>/tmp/learn) & exec 3>/tmp/return; sleep 1000 >&3 & echo $! >/tmp/foot" % place)
    board.wait("grep 'press Return' /tmp/learn")

    def finish():
        board.run("echo >/tmp/return")
        board.wait("grep '^done' /tmp/learn")
        board.run("kill $(cat /tmp/foot)")
        return board.run("cat /tmp/learn")
    return finish


def in_order(*test_cases):
    """Returns a `load_tests` that runs the tests of classes in the order of the file."""
    def tests(loader, test_case):
        names = loader.getTestCaseNames(test_case)
        names = sorted(names, key=lambda name: getattr(test_case, name).__code__.co_firstlineno)
        return loader.suiteClass(map(test_case, names))
    return lambda loader, _, __: loader.suiteClass([tests(loader, test_case) for test_case in test_cases])
