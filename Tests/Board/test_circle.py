"""The whole circle of an update with the images that are released (I4, I5): the box checks `update.treadle` of the
owner's partition, writes the other slot, restarts into it for trial, and keeps it after 30 s with its ports. A trial
that is cut goes back. What runs is read from the version that the box says.

On a PC, GRUB chooses the slot. The emulated Raspberry Pi has no firmware: there the test reads autoboot.txt as the
firmware does, and starts the emulator with that slot."""

import re
import unittest

from card import starts
from common import folders
from menu import ENTRIES
from pc import PC
from pc_disk import IMAGE as DISK, PCDisk
from pi import IMAGE as CARD, Pi
from released import OWNER, NewerSlot, Released, busybox
from test_pc import play_until_routed
from usbmidi import USBInstrument

# Presses the footswitches of an expander, whose registers are memory: opens the menu, steps to `Update`, chooses it,
# and chooses `Yes` when the file has been checked.
FEET = """#!/bin/busybox sh
[ -e /owner/update.treadle ] && [ ! -e /var/lib/treadle/update.txt ] || exit 0
feet() { /bin/busybox i2cset -y 1 0x20 0x12 $1; /bin/busybox usleep 50000; }
child() { /bin/busybox grep -lz '^--check$' /proc/[0-9]*/cmdline >/dev/null 2>&1; }
/bin/busybox sleep 5
feet 1; feet 3; /bin/busybox sleep 2; feet 0
for entry in STEPS; do feet 1; feet 0; done
feet 2; feet 0
until child; do /bin/busybox usleep 10000; done
while child; do /bin/busybox usleep 10000; done
/bin/busybox usleep 500000
feet 1; feet 0
feet 2; feet 0
""".replace("STEPS", " ".join(ENTRIES[1:ENTRIES.index("Update") + 1]))

BOX = """
treadle: 1
name: Circle
ports:
  din: { uart: /dev/ttyAMA0 }
midi-ci: { enabled: false }
clock: { send-when-stopped: false }
expanders: { more: { chip: mcp23017, bus: /dev/i2c-1, address: 0x20 } }
footswitches: { A: { line: "more:0", active: high }, B: { line: "more:1", active: high } }
menu: { step: A, choose: B }
display: { chip: hd44780, bus: /dev/i2c-1, address: 0x27 }
"""
FILES = {"/box.yaml": BOX, "/presets/01-straight.yaml": "name: Straight\nnumber: 1\nroutings: []\n",
         "/presets/02-split.yaml": "name: Split\nnumber: 2\nroutings: []\n"}


@unittest.skipUnless(DISK.exists(), "no image; make image BOARD=pc-x86_64")
class PCCircle(folders.Case):
    def start(self, name, disk, firmware="bios"):
        """Starts the PC with an instrument at its USB, from power-up: it stands still at a restart."""
        keys = USBInstrument(self.folder / ("keys-" + name))
        self.addCleanup(keys.close)
        pc = self.enterContext(PC(disk, firmware, arguments=keys.arguments))
        return pc, keys

    def test_a_pc_installs_an_update_keeps_it_and_goes_back_from_a_trial_that_is_cut(self):
        disk, newer = PCDisk(self.folder), NewerSlot("pc-x86_64", self.folder)
        disk.write("/update.treadle", newer.update())
        pc, keys = self.start("old", disk)
        pc.reads("Treadle %s: " % newer.old)
        # Without footswitches nobody can open its menu. It does it by itself, and plays on: the next start is the trial.
        pc.reads("treadle: the update to %s is installed; start the box again to try it" % newer.version)
        play_until_routed(self, pc, keys)
        pc.close()
        self.assertEqual(disk.environment(), {"slot": "2", "try": "3"})
        self.assertTrue(disk.partition(3).startswith(newer.used))
        cut = disk.copy("cut.img")

        pc, _ = self.start("trial", disk)
        pc.reads("Treadle %s: " % newer.version)
        pc.reads("treadle: version %s is kept" % newer.version)
        pc.close()
        self.assertEqual(disk.environment(), {"slot": "3", "try": ""})
        # The other firmware starts it too: without slot A, what plays is the update.
        disk.erase("A")
        pc, keys = self.start("kept", disk, "uefi")
        play_until_routed(self, pc, keys)
        pc.close()

        pc, _ = self.start("cut", cut)
        pc.reads("Treadle %s: " % newer.version)
        pc.close()
        self.assertEqual(cut.environment(), {"slot": "2", "try": ""})
        pc, _ = self.start("back", cut)
        pc.reads("treadle: the update to %s has failed; %s runs on" % (newer.version, newer.old))
        pc.reads("Treadle %s: " % newer.old)
        # The file is still there.
        pc.reads("treadle: the update to %s is not installed again: its trial has failed" % newer.version)
        self.assertEqual(cut.environment(), {"slot": "2", "try": ""})


@unittest.skipUnless(CARD.exists(), "no image; make image BOARD=raspberry-pi")
class RaspberryPiCircle(folders.Case):
    def start(self, name, card, asks_for_trial=False, files=None):
        """Starts the slot that the firmware would, by autoboot.txt and the flag of tryboot."""
        slot = starts("raspberry-pi", card.partition(OWNER), asks_for_trial)[0]
        # One instruction takes a nanosecond, so that feet are as fast as the box, and 30 s of waiting take no time.
        pi = self.enterContext(Pi("circle-" + name, card, files=files, slot=slot, din_is_a_card=False, arguments=[
            "-icount", "shift=0,sleep=off",
            "-device", "at24c-eeprom,bus=i2c-bus.1,address=0x20,address-size=1,rom-size=256"]))
        return pi, slot

    def test_a_pi_tries_an_update_keeps_it_and_goes_back_from_a_trial_that_is_cut(self):
        card, newer = Released("raspberry-pi", self.folder), NewerSlot("raspberry-pi", self.folder)
        for path, content in {**FILES, "/update.treadle": newer.update()}.items():
            card.write(path, content)
        feet = {"bin/busybox": busybox("aarch64"), "etc/treadle/rc": (FEET, True)}
        pi, slot = self.start("old", card, files=feet)
        self.assertEqual(slot, 2)
        pi.said("Treadle %s: Circle" % re.escape(newer.old))
        pi.said("restarting with '0 tryboot'", timeout=600)
        pi.ends()
        self.assertTrue(card.partition(3).startswith(newer.used))
        cut = card.copy("cut.img")

        pi, slot = self.start("trial", card, asks_for_trial=True)
        self.assertEqual(slot, 3)
        pi.said("Treadle %s: Circle" % re.escape(newer.version))
        pi.said("^treadle: version %s is kept" % re.escape(newer.version), timeout=300)
        pi.shows("NOW %s *|.*NOW %s" % (re.escape(newer.version), re.escape(newer.version)))
        pi.close()
        self.assertEqual(starts("raspberry-pi", card.partition(OWNER))[0], 3)

        pi, slot = self.start("cut", cut, asks_for_trial=True)
        pi.said("Treadle %s: Circle" % re.escape(newer.version))
        pi.close()
        pi, slot = self.start("back", cut)
        self.assertEqual(slot, 2)
        pi.said("the update to %s has failed" % re.escape(newer.version))
        pi.said("Treadle %s: Circle" % re.escape(newer.old))
        pi.shows(".*UPDATE FAILED.*")
