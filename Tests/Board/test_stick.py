"""Backups on a USB stick (I12), and every state in which pulling it can leave them (I4)."""

import random
import subprocess

from boxed import SEED, BoxedBoard, note
from common import folders
from disk import ENVIRONMENT, Disk, WriteLog
from stick import Stick


BOX = """treadle: 1
name: %s
ports:
  din: { uart: /dev/ttyS0 }
midi-ci: { enabled: false }
footswitches: { A: { line: "gpiochip0:0", pull: none }, B: { line: "gpiochip0:1", pull: none } }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
"""
PRESET = "{ name: %s, number: 1, routings: [{ from: [din], to: [din], channel: %d }] }\n"
# Without this, the lines of the emulated chip are low, which is a held footswitch.
RELEASED = "for pull in /sys/devices/platform/gpio-sim.*/gpiochip*/sim_gpio*/pull; do echo pull-up >$pull; done"


class Sticks(folders.Case):
    def setUp(self):
        super().setUp()
        self.disk = Disk(self.folder / "disk", {"box.yaml": BOX % "Mine", "presets/1.yaml": PRESET % ("Verse", 1)})

    def boot(self, name, *drives, held=False, data="treadle_data=/dev/vda"):
        board = self.enterContext(BoxedBoard(
            BOX % "Image" + "presets:\n- " + PRESET % ("Image", 9), name, append=data,
            prepare="" if held else RELEASED, arguments=[word for drive in drives for word in drive]))
        board.said(r"^  din: in and out")
        return board

    def test_a_stick_that_is_plugged_in_gets_a_backup_of_what_has_changed(self):
        stick = Stick(self.folder / "stick")
        board = self.boot("stick-backup", self.disk.drive(), stick.drive())
        board.said(r"^treadle-1\.tar on the stick: 3 files")
        board.shows(".*", "BACKUP DONE *")
        board.step_on("A")
        board.shows(".*", "120.0 .*")
        # It is unmounted, so that it may be pulled.
        self.assertNotIn("/run/treadle-backup", board.run("cat /proc/mounts"))
        self.assertIn("up to date", board.run("cd /var/lib/treadle; treadle backup --stick"))
        board.run("sed -i 's/Verse/Refrain/' /var/lib/treadle/presets/1.yaml; treadle backup --stick /var/lib/treadle")
        board.cut_power()
        self.assertEqual(stick.names(), ["treadle-1.tar", "treadle-2.tar"])
        self.assertIn(b"Verse", stick.read("treadle-1.tar"))
        self.assertIn(b"Refrain", stick.read("treadle-2.tar"))

    def test_a_held_footswitch_restores_the_newest_backup(self):
        """To a data partition that is new; the next start plays it."""
        stick = Stick(self.folder / "stick")
        archive = self.folder / "archive"
        for number, name in [(1, "Old"), (2, "Verse"), (3, None)]:
            files = self.folder / ("files-%d" % number)
            (files / "presets").mkdir(parents=True)
            (files / "box.yaml").write_text(BOX % "Restored")
            (files / "presets/1.yaml").write_text(PRESET % (name, number))
            subprocess.run(["tar", "-C", files, "-cf", archive, "."], check=True)
            if name is None:
                archive.write_bytes(archive.read_bytes()[:2000])
            subprocess.run(["mcopy", "-i", stick.path, archive, "::treadle-%d.tar" % number], check=True)
        new = Disk(self.folder / "new", {"lost": ""})
        subprocess.run(["debugfs", "-w", "-R", "rm lost", str(new.path)], env=ENVIRONMENT, capture_output=True, check=True)
        board = self.boot("stick-restore", new.drive(), stick.drive(), held=True)
        board.said(r"^restored from treadle-2\.tar")
        board.shows(".*", "RESTORED RESTART")
        board.run("sync")
        board.cut_power()
        self.assertEqual(new.mend().text("presets/1.yaml"), PRESET % ("Verse", 2))
        board = self.boot("stick-restored", new.drive())
        board.said(r"^Treadle [0-9.]+: Restored")
        board.send_din([0x90, 60, 1, 0x80, 60, 1])
        self.assertEqual(board.read_din(6).hex(" "), "91 3c 01 81 3c 01")

    def test_other_sticks_are_left_alone(self):
        other = Stick(self.folder / "other", "HOLIDAYS")
        before = other.path.read_bytes()
        board = self.boot("stick-other", self.disk.drive(), other.drive())
        status, said = board.sh("treadle backup --stick /var/lib/treadle")
        self.assertEqual((status, "no USB stick with the volume name TREADLE-BAC" in said), (3, True))
        board.cut_power()
        self.assertEqual(other.path.read_bytes(), before)

    def second(self, stick):
        """The bytes of the second backup, none of them if FAT has lost their place; None if there is no such file."""
        if "treadle-2.tar" not in stick.names():
            return None
        try:
            return stick.read("treadle-2.tar")
        except subprocess.CalledProcessError:
            return b""

    def test_every_cut_of_a_backup_leaves_the_one_before(self):
        """The stick is pulled, or the power cut, after each write; any write that was not flushed may be lost."""
        note("stick: seed %d" % SEED)
        stick = Stick(self.folder / "stick")
        board = self.boot("stick-first", self.disk.drive(), stick.drive())
        board.said(r"^treadle-1\.tar on the stick")
        board.run("sync")
        board.close()
        first = stick.read("treadle-1.tar")
        before = Disk(self.folder / "before")
        before.path.write_bytes(stick.path.read_bytes())
        changed = Disk(self.folder / "changed", {"box.yaml": BOX % "Mine", "presets/1.yaml": PRESET % ("Refrain", 1)})
        log = self.folder / "log"
        # The first virtio disk is the data partition, as before.
        logged = [word.replace("node-name=image", "node-name=stick-image").replace("file=image", "file=stick-image")
                  for word in Disk(stick.path).drive(log)]
        board = self.boot("stick-cut", changed.drive(), logged)
        board.said(r"^treadle-2\.tar on the stick")
        board.run("sync")
        board.close()
        last = stick.read("treadle-2.tar")
        writes, dice, outcomes = WriteLog(log), random.Random(SEED), {}
        cut = Stick(self.folder / "cut")
        for count, _ in writes.cuts(before, cut.path, dice):
            self.assertEqual(cut.read("treadle-1.tar"), first, "after %d writes" % count)
            second = self.second(cut)
            outcome = "none" if second is None else "whole" if second == last else "part"
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
        self.assertEqual(second, last)
        self.assertGreater(outcomes.get("none", 0), 0)
        note("stick: cut after each of %d writes: %s" % (len(writes), outcomes))
