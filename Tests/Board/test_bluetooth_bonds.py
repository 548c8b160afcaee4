"""The bonds of a box with Bluetooth on the emulated board are in no backup and no export (B4, E6, I3).

One boot; the tests run in the order of the file."""

import base64
import io
import tarfile
import unittest

from bluetooth_case import NOTE, OFF, PANEL, BluetoothCase, box
from boxed import in_order
from card import SIGNATURES, Card
from common import folders
from common.waiting import until
from stick import Stick

KIND = "pc-x86_64"
FILE, FOLDER = ".bluetooth", "/var/lib/treadle"
MENU = PANEL + "bluetooth: { visible: true }\nnetwork: { address: off, http: {} }\n"


def keys_of(radio, phone):
    """The long-term key and the identity key of a phone's bond."""
    (_, keys), = radio.do(phone.device.keystore.get_all())
    return keys.ltk.value, phone.device.irk


def spellings(key):
    """The bytes of a key in both orders, as bytes and as hexadecimal digits."""
    found = []
    for data in (key, key[::-1]):
        found += [data, data.hex().encode(), data.hex().upper().encode()]
    return found


class KeptApart(BluetoothCase):
    BOX, NAME = box({"guests": '"*"'}, MENU), "bluetooth-apart"

    @classmethod
    def more(cls):
        folder = folders.temporary(cls)
        cls.card, cls.stick = Card(folder / "card", KIND, b"", {"box.yaml": cls.BOX.encode()}), Stick(folder / "stick")
        return "treadle_disk=%08x" % SIGNATURES[KIND], [*cls.card.drive(), *cls.stick.drive()]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # The first backup, without bonds, makes no room for a later one that is the same.
        cls.board.said(r"^treadle-1\.tar on the stick")
        cls.phone = cls.radio.phone("Phone", "F0:00:00:00:0A:01")

    def file(self, path):
        """The bytes of a file on the board."""
        return base64.b64decode(self.board.run("base64 " + path))

    def holds_no_bonds(self, data):
        self.assertNotIn(FILE.encode(), data)
        for key in self.keys_of_phone:
            for spelling in spellings(key):
                self.assertNotIn(spelling, data)

    def is_archive(self, data):
        """An archive with the box file, and without bonds."""
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            self.assertIn("box.yaml", [name.removeprefix("./") for name in archive.getnames()])
        self.holds_no_bonds(data)

    def test_the_bond_is_in_its_file(self):
        """The other tests search for what is there."""
        self.board.run("treadle bluetooth pair")
        self.pair(self.phone)
        self.passes_from(self.phone, NOTE, OFF)
        type(self).keys_of_phone = keys_of(self.radio, self.phone)
        for key in self.keys_of_phone:
            kept = until(lambda: self.file("%s/%s" % (FOLDER, FILE)),
                         lambda data, key=key: any(spelling in data for spelling in spellings(key)))
            self.assertTrue(any(spelling in kept for spelling in spellings(key)), kept)
        self.board.run("sync")
        self.assertTrue(any(spelling in self.card.partition(4) for spelling in spellings(self.keys_of_phone[0])))

    def test_a_backup_has_no_bonds(self):
        self.board.run("treadle backup /run/backup.tar " + FOLDER)
        self.is_archive(self.file("/run/backup.tar"))

    def test_a_backup_of_the_page_has_no_bonds(self):
        self.board.wait("treadle status | grep '^web *at port'")
        self.board.run("ip link set lo up; wget -q -T 30 -O /run/page.tar "
                       "--header \"Authorization: Bearer $(treadle token 1)\" http://127.0.0.1/api/1/backup.tar")
        self.is_archive(self.file("/run/page.tar"))

    def test_a_backup_on_a_stick_has_no_bonds(self):
        # A backup that would be the same as the one before is not written.
        self.board.run("mkdir -p %s/presets && echo 'name: Other' >%s/presets/other.yaml && "
                       "echo 'number: 2' >>%s/presets/other.yaml && echo 'routings: []' >>%s/presets/other.yaml" % (
                           (FOLDER,) * 4))
        self.board.run("treadle backup --stick %s && sync" % FOLDER)
        self.assertEqual(self.stick.names(), ["treadle-1.tar", "treadle-2.tar"])
        self.is_archive(self.stick.read("treadle-2.tar"))
        self.holds_no_bonds(self.stick.path.read_bytes())

    def test_an_export_has_no_bonds(self):
        self.feet.choose("Export", "EXPORT .*", "EXPORTED *")
        self.board.run("sync")
        self.assertIn(b"Other", self.card.text("presets/other.yaml"))
        self.holds_no_bonds(self.card.partition(1))


load_tests = in_order(KeptApart)

if __name__ == "__main__":
    unittest.main()
