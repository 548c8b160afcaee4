"""The menu: a preset is chosen by name, a split is learnt and saved in its file, with GPIO lines and the LCD of the
board."""

import copy
import re
import unittest

from boxed import BoxedBoard, Commands
from gadget import Gadget
from network import LEASED, ROUTER, Cable

BOX = """treadle: 1
name: Menu
ports:
  keys: { serial-number: "K-0001", direction: both }
  din: { uart: /dev/ttyS0, direction: out }
clock: { send-when-stopped: false }
footswitches:
  A: { line: "gpiochip0:0" }
  B: { line: "gpiochip0:1" }
menu: { step: A, choose: B }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
network: { address: dhcp }
start-preset: 1
"""
VERSE = """name: Verse   # the first
number: 1
learnable: { Split: routings.Low.restrict.notes }
routings:
- { name: Low, from: [keys], to: [din], restrict: { notes: C-1..B3 }, channel: 2 }   # left
"""
CHORUS = "name: Chorus\nnumber: 2\nroutings: []\n"


class Menu(unittest.TestCase):
    """One boot; the test waits for each step on the LCD, so that it does not depend on the machine's speed."""

    @classmethod
    def setUpClass(cls):
        cls.cable = Cable(ROUTER)
        cls.addClassCleanup(cls.cable.close)
        cls.board = BoxedBoard(
            BOX, "menu", arguments=cls.cable.arguments, files={"data/1.yaml": VERSE, "data/2.yaml": CHORUS},
            prepare="mkdir -p /etc/treadle/presets\ncp /data/?.yaml /etc/treadle/presets/")
        cls.addClassCleanup(cls.board.close)
        cls.keys = Gadget(cls.board, "keys", product="Keystation", serial="K-0001", socket=0).plug()
        cls.board.said(r"^  keys: in and out")

    def open(self):
        self.board.lines.down("A")
        self.board.lines.down("B")
        self.board.shows("MENU.*", ">Preset .*")
        self.board.lines.up("A")
        self.board.lines.up("B")

    def press(self, name, *shows):
        """Presses and releases in one command, so that it is not a long press, however slow the machine is."""
        lines = copy.copy(self.board.lines)
        lines.board = Commands()
        lines.down(name)
        lines.up(name)
        self.board.run(lines.board.text)
        return self.board.shows(*shows)

    def walk(self, *entries):
        """Steps on the first page, which begins with Preset."""
        for entry in entries:
            self.press("A", "MENU.*", ">%s .*" % entry)

    def test_a_walk_through_the_menu(self):
        board = self.board
        board.shows("  1 Verse       ", "120.0 .         ", timeout=30)

        self.open()
        self.press("B", "PRESET .*", ">  1 Verse *")
        self.press("A", "PRESET .*", ">  2 Chorus *")
        self.press("B", "  2 Chorus      ", ".*")

        self.open()
        self.press("B", "PRESET .*", ">  2 Chorus *")
        self.press("A", "PRESET .*", ">  1 Verse *")
        self.press("B", "  1 Verse       ", ".*")

        # A value learnt from the USB keyboard is in effect at once, and not saved.
        self.open()
        self.walk("Tempo", "Save", "Undo", "Revert", "Learn")
        self.press("B", "LEARN .*", ">Split *")
        self.press("B", "2 keys     LEARN", "Split *")
        self.keys.send([0x90, 60, 64, 0x80, 60, 64])
        board.shows("2 keys     LEARN", "Split         C4")
        self.keys.send([0x90, 72, 64, 0x80, 72, 64])
        board.shows("LEARNT .*", "C4..C5 *")
        board.shows(r"  1 Verse      \*", ".*")
        self.keys.send([0x90, 67, 64, 0x80, 67, 0])
        self.assertEqual(board.read_din(6), bytes([0x91, 67, 64, 0x81, 67, 0]))
        self.assertEqual(board.run("cat /etc/treadle/presets/1.yaml"), VERSE.rstrip("\n"))

        self.open()
        self.walk("Tempo", "Save")
        self.press("B", "  1 Verse       ", ".*  SAVED")
        board.said(r"Verse: saved in")
        saved = VERSE.replace("C-1..B3", "C4..C5")
        self.assertEqual(board.run("cat /etc/treadle/presets/1.yaml"), saved.rstrip("\n"))
        self.assertEqual(board.run("cat /etc/treadle/presets/1.yaml.before"), VERSE.rstrip("\n"))

        # N13: the address; without a cable the entry says so.
        self.open()
        self.walk("Tempo", "Save", "Undo", "Revert", "Learn", "Tilt", "Panic", "Ports", "Counters", "Recorder", "Faults",
                  "Network")
        self.press("B", "NETWORK .*", ">%s *" % re.escape(LEASED))
        self.cable.pull()
        board.shows("NETWORK .*", ">no cable *")


if __name__ == "__main__":
    unittest.main()
