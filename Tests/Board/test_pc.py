"""The disk of a PC, the very image that is released, in an emulated PC (I1, I5)."""

import re
import time
import unittest

from common import folders
from common.project import run
from pc import PC
from pc_disk import IMAGE, PCDisk
from usbmidi import USBInstrument

NOTE = bytes([0x90, 0x3C, 0x40])


def play_until_routed(test, pc, keys):
    """Plays until an instrument hears its own note."""
    until = time.monotonic() + 240
    # A note that comes before the box has opened the port is discarded, so one more is played each second.
    while NOTE not in keys.hears(NOTE, 1):
        if time.monotonic() > until:
            test.fail("no note was routed\n" + pc.shown())
        keys.play(NOTE)


class PCImage(unittest.TestCase):
    def test_it_is_small_and_has_its_sum(self):
        compressed = IMAGE.with_suffix(".img.xz")
        self.assertLessEqual(compressed.stat().st_size, 16 << 20)
        checked = run("sha256sum", "--check", IMAGE.with_suffix(".img.sha256"), cwd=IMAGE.parent)
        self.assertEqual(checked.stdout, compressed.name + ": OK\n")


class OneDisk(folders.Case):
    def setUp(self):
        super().setUp()
        self.disk = PCDisk(self.folder)


class PCStarts(OneDisk):
    """I1: the PC starts by both kinds of firmware, from each kind of disk, plays, and shows words."""

    def plays(self, firmware, bus):
        """Starts the PC until an instrument hears its own note, which the box has routed."""
        keys = USBInstrument(self.folder / "keys")
        self.addCleanup(keys.close)
        pc = self.enterContext(PC(self.disk, firmware, bus, keys.arguments))
        play_until_routed(self, pc, keys)
        return pc

    def test_by_bios_from_a_disk(self):
        pc = self.plays("bios", "ahci")
        self.assertTrue(any(re.match(r"Treadle [0-9.]+: ", line) for line in pc.screen()), pc.shown())

    def test_by_bios_from_a_stick(self):
        self.plays("bios", "usb")

    def test_by_bios_from_the_slot_that_is_whole(self):
        self.disk.damage_kernel("A")
        self.plays("bios", "virtio")

    def test_by_uefi_from_a_disk(self):
        pc = self.plays("uefi", "virtio")
        # GRUB writes in the middle of the screen, so words at its left edge are the box's.
        pc.waits(lambda: any(any(row[:240]) for row in pc.picture()), "the screen stayed dark")

    def test_by_uefi_from_a_stick(self):
        self.plays("uefi", "usb")


class PCSlots(OneDisk):
    """I5: which slot GRUB starts."""

    def starts(self, slot, *others):
        """Starts the PC until GRUB hands over to a slot. others: words that the screen has by then."""
        with PC(self.disk) as pc:
            pc.reads("Treadle: starting slot")
            said = [line for line in pc.screen() if line.startswith("Treadle:")]
        self.assertEqual(said, [*others, "Treadle: starting slot " + slot])

    def test_five_starts_of_a_failed_and_a_committed_update(self):
        self.disk.choose("2", trial="3")
        self.starts("B")
        # The trial is forgotten before it begins, so that a pulled plug ends it too.
        self.assertEqual(self.disk.environment(), {"slot": "2", "try": ""})
        self.starts("A")
        self.disk.choose("2", trial="3")
        self.starts("B")
        self.disk.choose("3")
        self.starts("B")
        self.assertEqual(self.disk.environment(), {"slot": "3", "try": ""})
        self.disk.choose("3", trial="2")
        self.starts("A")
        self.assertEqual(self.disk.environment(), {"slot": "3", "try": ""})

    def test_a_damaged_slot_is_not_started(self):
        self.disk.damage_kernel("A")
        self.starts("B", "Treadle: slot A is damaged")

    def test_a_missing_slot_is_not_started(self):
        self.disk.choose("3")
        self.disk.erase("B")
        self.starts("A", "Treadle: slot B is damaged")

    def test_a_damaged_update_is_not_tried(self):
        self.disk.damage_kernel("B")
        self.disk.choose("2", trial="3")
        self.starts("A", "Treadle: slot B is damaged")
        self.assertEqual(self.disk.environment(), {"slot": "2", "try": ""})

    def test_a_damaged_choice_starts_slot_a(self):
        self.disk.write("/grub/grubenv", bytes(1024))
        self.starts("A")

    def test_two_damaged_slots_are_told(self):
        for slot in "AB":
            self.disk.erase(slot)
        with PC(self.disk) as pc:
            pc.reads("Treadle: neither slot can be started. Write the disk again.")
