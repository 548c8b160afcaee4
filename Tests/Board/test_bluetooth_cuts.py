"""The file of bonds after a power cut at any moment of a pairing, on the emulated board: it holds the bonds before or
after the pairing, and bonded peers connect without the menu (B4, E4).

TREADLE_SEED=N tries other cuts."""

import random
import re
import unittest

from bluetooth_case import NOTE, OFF, PANEL, BluetoothCase, box
from boxed import SEED, note
from common import folders
from common.waiting import until
from disk import Disk, WriteLog

FILE, FOLDER = ".bluetooth", "/var/lib/treadle"
LINE = re.compile(r"bond [0-9A-F]+ (Old phone|New phone)\n")
# PIN or Key Missing (Core, Vol 1, Part F, 1.3).
NO_KEY = 0x06


class BondCuts(BluetoothCase):
    BOX = box({"guests": '"*"'}, PANEL + "bluetooth: { visible: true }\n")
    NAME = "bluetooth-cuts"

    @classmethod
    def more(cls):
        cls.folder = folders.temporary(cls)
        cls.disk = Disk(cls.folder / "disk", {"box.yaml": cls.BOX})
        return cls.of(cls.disk)

    @staticmethod
    def of(disk, log=None):
        """What a board with this disk has besides."""
        return "treadle_data=/dev/vda", disk.drive(log)

    def restart(self, disk, log=None):
        """The power fails, and a board starts with a disk."""
        self.board.close()
        for peer in self.radio.peers:
            self.gone(peer)
        self.boot(*self.of(disk, log))

    def makes_bond(self, phone):
        """A phone pairs while the player allows it. Returns the file of bonds when it holds the phone."""
        self.board.run("treadle bluetooth pair")
        self.pair(phone)
        self.passes_from(phone, NOTE, OFF)
        text = until(lambda: self.board.sh("cat %s/%s" % (FOLDER, FILE))[1], lambda text: phone.name in text)
        self.assertIn(phone.name, text)
        self.board.run("sync")
        return text + "\n" * (not text.endswith("\n"))

    def comes_back(self, phone):
        """A bonded phone connects, and neither the menu nor the player has to do anything."""
        phone.refusals.clear()
        phone.player.number = None
        self.radio.do(phone.join())
        self.assertEqual((phone.refusals, phone.player.number), ([], None))
        self.passes_from(phone, NOTE, OFF)
        self.passes_to(phone, NOTE, OFF)

    def test_every_cut_of_a_pairing_leaves_the_bonds_before_or_after(self):
        note("bluetooth: seed %d" % SEED)
        old, new = (self.radio.phone(name, "F0:00:00:00:0B:0%d" % count)
                    for count, name in enumerate(["Old phone", "New phone"]))
        first = self.makes_bond(old)
        self.board.cut_power()
        before, log = self.disk.copy(self.folder / "before"), self.folder / "log"

        self.restart(self.disk, log)
        last = self.makes_bond(new)
        self.board.cut_power()
        self.assertTrue(last.startswith(first), (first, last))

        writes, kept, states = WriteLog(log), {}, []
        for count, disk in writes.cuts(before, self.folder / "cut", random.Random(SEED)):
            text = disk.mend().text(FILE)
            self.assertRegex(text, r"\A(%s)+\Z" % LINE.pattern, "after %d writes" % count)
            # A bond grows with the keys that the peer sends.
            bonds = LINE.findall(text)
            self.assertIn(bonds, (["Old phone"], ["Old phone", "New phone"]), "after %d writes" % count)
            self.assertTrue(text.startswith(first), "after %d writes" % count)
            states.append(len(bonds))
            kept[len(bonds)] = disk.copy(self.folder / ("bonds-%d" % len(bonds)))
        self.assertEqual((states[0], states[-1]), (1, 2))
        note("bluetooth: cut after each of %d writes: %d disks with the old bonds, %d with the new" % (
            len(writes), states.count(1), states.count(2)))

        self.restart(kept[1])
        self.assertNotIn(".saving", self.board.run("ls -a " + FOLDER))
        self.comes_back(old)
        error = self.fails(self.radio.begin(new.join()))
        self.assertEqual(getattr(error, "error_code", None), NO_KEY)
        self.leave(new)
        self.restart(kept[2])
        self.comes_back(old)
        self.comes_back(new)


if __name__ == "__main__":
    unittest.main()
