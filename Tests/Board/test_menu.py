"""The menu: a preset is chosen by name, a split is learnt and saved in its file, with GPIO lines and the LCD of the
board."""

import re
import unittest

from boxed import BoxedBoard
from gadget import Gadget
from menu import MenuFeet
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
        cls.board = cls.enterClassContext(BoxedBoard(
            BOX, "menu", arguments=cls.cable.arguments, files={"data/1.yaml": VERSE, "data/2.yaml": CHORUS},
            prepare="mkdir -p /etc/treadle/presets\ncp /data/?.yaml /etc/treadle/presets/"))
        cls.keys = Gadget(cls.board, "keys", product="Keystation", serial="K-0001", socket=0).plug()
        cls.board.said(r"^  keys: in and out")
        cls.feet = MenuFeet(cls.board)

    def test_a_walk_through_the_menu(self):
        board, feet = self.board, self.feet
        board.shows("  1 Verse       ", "120.0 .         ")

        feet.open()
        feet.press("B", "PRESET .*", ">  1 Verse *")
        feet.press("A", "PRESET .*", ">  2 Chorus *")
        feet.press("B", "  2 Chorus      ", ".*")

        feet.open()
        feet.press("B", "PRESET .*", ">  2 Chorus *")
        feet.press("A", "PRESET .*", ">  1 Verse *")
        feet.press("B", "  1 Verse       ", ".*")

        # A value learnt from the USB keyboard is in effect at once, and not saved.
        feet.choose("Learn", "LEARN .*", ">Split *")
        feet.press("B", "2 keys     LEARN", "Split *")
        self.keys.send([0x90, 60, 64, 0x80, 60, 64])
        board.shows("2 keys     LEARN", "Split         C4")
        self.keys.send([0x90, 72, 64, 0x80, 72, 64])
        board.shows("LEARNT .*", "C4..C5 *")
        board.shows(r"  1 Verse      \*", ".*")
        self.keys.send([0x90, 67, 64, 0x80, 67, 0])
        self.assertEqual(board.read_din(6), bytes([0x91, 67, 64, 0x81, 67, 0]))
        self.assertEqual(board.run("cat /etc/treadle/presets/1.yaml"), VERSE.rstrip("\n"))

        # M12: `New` would lose it, and says so before it asks for a name.
        feet.choose("Edit", "EDIT .*", ">Save as *")
        feet.walk("New")
        feet.press("B", "NEW .*", "save first *")
        board.said("a learnt value is not saved yet")
        board.shows(r"  1 Verse      \*", ".*")

        feet.choose("Save", "  1 Verse       ", ".*  SAVED")
        board.said(r"Verse: saved in")
        saved = VERSE.replace("C-1..B3", "C4..C5")
        self.assertEqual(board.run("cat /etc/treadle/presets/1.yaml"), saved.rstrip("\n"))
        self.assertEqual(board.run("cat /etc/treadle/presets/1.yaml.before"), VERSE.rstrip("\n"))

        feet.choose("Edit", "EDIT .*", ">Save as *")
        feet.walk("New")
        feet.press("B", "NEW .*", ">New_ +done")
        feet.press("B", "NEW .*", "New *")
        board.shows("  3 New         ", ".*")
        self.assertEqual(board.run("cat /etc/treadle/presets/new.yaml"),
                         "name: New\nnumber: 3\nroutings:\n- { from: [keys], to: [din] }")
        feet.open()
        feet.press("B", "PRESET .*", ">  3 New *")
        feet.walk("  1 Verse")
        feet.press("B", "  1 Verse       ", ".*")

        # M12, H2: a note that is held over a rename ends where it began, and nowhere else.
        heard = self.keys.listen()
        self.keys.send([0x90, 60, 64])
        self.assertEqual(board.read_din(3), bytes([0x91, 60, 64]))
        feet.shorten("Verse")
        board.shows("  1 Vers        ", ".*")
        self.assertEqual(board.run("head -1 /etc/treadle/presets/1.yaml"), "name: Vers   # the first")
        self.keys.send([0x80, 60, 32])
        self.assertEqual(board.read_din(3), bytes([0x81, 60, 32]))
        heard.stop()
        self.assertEqual(heard.read(1, timeout=1), b"")
        self.assertEqual(board.counters()["allocations"], 0)

        # N13: the address; without a cable the entry says so.
        feet.choose("Network", "NETWORK .*", ">%s *" % re.escape(LEASED))
        self.cable.pull()
        board.shows("NETWORK .*", ">no cable *")
