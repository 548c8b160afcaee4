"""The menu of a box with a card, by foot: `Export`, `Update`, and `Faults` of an update (M3, M12, M16, M17, I3, I5)."""

import random

from boxed import BoxedBoard
from card import LAYOUT, SECTOR, TwoSlots, start, update
from disk import Disk, WriteLog
from menu import ENTRIES, MenuFeet

BOX = """treadle: 1
name: Of the %s
ports:
  din: { uart: /dev/ttyS0 }
midi-ci: { enabled: false }
clock: { send-when-stopped: false }
footswitches:
  A: { line: "gpiochip0:0" }
  B: { line: "gpiochip0:1" }
menu: { step: A, choose: B }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
"""
SONG = "name: Song\nnumber: 1\nroutings: [{ name: Through, from: [din], to: [din], channel: 2 }]\n"
FILES = {"box.yaml": (BOX % "card").encode(), "presets/song.yaml": SONG.encode()}
# The row of a display of 16 columns that has no status.
PLAIN = "120.0 . *"
# Until a footswitch is pressed (D3): the images of tests trust a development key.
AT_START = "120.0 . *DEV KEY"


class CardMenu(TwoSlots):
    def card(self, kind, **files):
        return super().card(kind, **FILES, **files)

    def boot(self, card, slot, name, log=None):
        board = self.enterContext(
            BoxedBoard(BOX % "image", "card-menu-" + name, append=card.append(slot), arguments=card.drive(log)))
        board.said(r"^Treadle [0-9.]+: Of the card")
        board.said(r"^  din: in and out")
        return board, MenuFeet(board)

    def lists(self, feet, *rows):
        """Expects rows on the page `Faults`, and waits until the menu closes."""
        feet.choose("Faults", "FAULTS .*", ">%s *" % rows[0])
        for row in rows[1:]:
            feet.press("A", "FAULTS .*", ">%s *" % row)
        feet.board.shows("  1 Song *", PLAIN)

    def test_what_is_edited_by_foot_is_exported_and_seen_by_a_computer(self):
        card = self.card("pc-x86_64")
        board, feet = self.boot(card, 2, "export")
        board.shows("  1 Song *", AT_START)
        feet.shorten("Song")
        board.shows("  1 Son *", PLAIN)
        # A note sounds on while the card is written.
        board.send_din([0x90, 60, 1])
        self.assertEqual(board.read_din(3).hex(" "), "91 3c 01")
        feet.choose("Export", "EXPORT .*", "EXPORTED *")
        board.send_din([0x80, 60, 1])
        self.assertEqual(board.read_din(3).hex(" "), "81 3c 01")
        self.assertRegex(board.run("grep /owner /proc/mounts"), " vfat ro,")
        self.assertEqual(board.counters()["allocations"], 0)
        board.cut_power()
        self.assertEqual(card.text("presets/song.yaml").decode(), SONG.replace("Song", "Son"))
        self.assertEqual(card.text("box.yaml"), FILES["box.yaml"])
        board, _ = self.boot(card, 2, "exported")
        board.shows("  1 Son *", AT_START)
        self.assertNotIn("imported", board.console)

    def test_an_update_is_installed_and_one_that_was_cut_is_told(self):
        """By the ways of a PC. The cut is in the middle of the writes to the slot."""
        card = self.card("pc-x86_64", update_treadle=update("pc-x86_64", "0.2.0", self.new))
        before, log = card.copy(self.folder / "before"), self.folder / "log"
        board, feet = self.boot(card, 2, "update", log)
        self.install(board, feet, "0.2.0")
        board.ends()
        self.assertTrue(card.partition(3).startswith(self.image))
        self.assertEqual(start(card), 3)

        writes, place = WriteLog(log), [(LAYOUT[3][0] + sectors) * SECTOR for sectors in (0, LAYOUT[3][1])]
        slot = [number for number, (at, _, _) in enumerate(writes.entries) if place[0] <= at < place[1]]
        self.assertGreater(len(slot), 4)
        writes.cut(Disk(before.path), card.path, slot[len(slot) // 2], random.Random(1))
        self.assertEqual(start(card), 2)
        board, feet = self.boot(card, 2, "cut")
        board.said(r"the update to 0\.2\.0 has failed")
        board.shows("  1 Song *", "UPDATE FAILED *")
        self.echoes(board)
        self.lists(feet, r"update 0\.2\.0", "has failed;", "[0-9.]+ runs on")
        board.wait("! ls /var/lib/treadle/update.txt")
        # The whole update is there still, and good: the fault is over.
        feet.choose("Update", r"UPDATE\?.*", r">No +0\.2\.0")
        board.shows("  1 Song *", PLAIN)
        feet.open()
        feet.walk(*ENTRIES[1:ENTRIES.index("Faults")])
        feet.press("A", "MENU.*", ">Faults +0")

    def install(self, board, feet, version, *more):
        """Installs the update by foot, and answers its questions with yes."""
        self.echoes(board)
        feet.choose("Update", r"UPDATE\?.*", ">No +%s" % version)
        for question in [*more, None]:
            feet.walk("Yes")
            if question:
                feet.press("B", r"UPDATE\?.*", ">No +%s" % question)
        feet.tap("B")
        # What the display says then is gone with the machine.
        board.said(r"restarting")

    def test_an_older_update_is_asked_for_twice_and_a_bad_one_is_listed(self):
        good = update("raspberry-pi", "0.0.9", self.new)
        bad = bytearray(good)
        bad[700_000] ^= 4
        card = self.card("raspberry-pi", update_treadle=bytes(bad))
        board, feet = self.boot(card, 2, "bad")
        feet.choose("Update", "UPDATE .*", "DAMAGED *")
        board.said(r"update\.treadle: the file is damaged")
        # The result closes the menu.
        board.shows("  1 Song *", PLAIN)
        self.lists(feet, "update", "the file is", "damaged, or was", "changed after", "it was signed")
        self.assertEqual(card.partition(3), bytes(LAYOUT[3][1] * SECTOR))
        self.echoes(board)
        board.run("sync")
        board.cut_power()
        card.edit("update.treadle", good)
        board, feet = self.boot(card, 2, "older")
        self.install(board, feet, r"0\.0\.9", "is older")
        board.ends()
        self.assertTrue(card.partition(3).startswith(self.image))
