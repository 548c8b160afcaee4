"""`make flash` writes a whole disk after a question, and refuses what it must not overwrite. The disks are files behind
loop devices, which need root."""

import hashlib
import lzma
import os
import pathlib
import unittest

from common import folders
from common.project import ROOT, run

MiB = 1 << 20
IMAGE = os.urandom(3 * MiB) + bytes(MiB)


@unittest.skipUnless(os.getuid() == 0 and pathlib.Path("/dev/loop-control").exists(), "needs root and loop devices")
class Flash(folders.Case):
    def setUp(self):
        super().setUp()
        # A copy of the program with an image of its own, so that the test needs no built one.
        (self.folder / "Board/tools").mkdir(parents=True)
        for name in ["flash", "common.sh"]:
            os.link(ROOT / "Board/tools" / name, self.folder / "Board/tools" / name)
        built = self.folder / "build/small"
        built.mkdir(parents=True)
        packed = lzma.compress(IMAGE)
        (built / "treadle-small.img.xz").write_bytes(packed)
        (built / "treadle-small.img.sha256").write_text(
            "%s  treadle-small.img.xz\n" % hashlib.sha256(packed).hexdigest())

    def disk(self, size=8 * MiB):
        """A loop device, and the file behind it."""
        file = self.folder / "disk"
        with open(file, "wb") as made:
            made.truncate(size)
        made = run("losetup", "--find", "--show", file, check=True)
        device = made.stdout.strip()
        self.addCleanup(run, "losetup", "--detach", device)
        return device, file

    def flash(self, disk, answer=""):
        return run(self.folder / "Board/tools/flash", "small", disk, input=answer)

    def test_the_disk_that_is_named_again_has_the_image(self):
        device, file = self.disk()
        answer = self.flash(device, device + "\n")
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assertIn("Everything on %s" % device, answer.stderr)
        self.assertEqual(file.read_bytes()[:len(IMAGE)], IMAGE)

    def test_without_its_name_nothing_is_written(self):
        device, file = self.disk()
        for answer in ["", "yes\n", "/dev/sda\n"]:
            refused = self.flash(device, answer)
            self.assertNotEqual(refused.returncode, 0)
            self.assertIn("nothing was written", refused.stderr)
        self.assertEqual(file.read_bytes(), bytes(8 * MiB))

    def test_a_mounted_disk_is_refused(self):
        device, _ = self.disk()
        run("mke2fs", "-q", "-F", device, check=True, env=dict(os.environ, PATH=os.environ["PATH"] + ":/usr/sbin"))
        place = self.folder / "mounted"
        place.mkdir()
        run("mount", device, place, check=True)
        self.addCleanup(run, "umount", place)
        self.assertIn("in use at %s" % place, self.flash(device, device + "\n").stderr)

    def test_the_disk_of_the_system_is_refused(self):
        source = run("findmnt", "-no", "SOURCE", "--target", "/").stdout.strip()
        if not source.startswith("/dev/") or not pathlib.Path(source).is_block_device():
            self.skipTest("this system is on no disk")
        disk = run("lsblk", "-nsro", "PATH,TYPE", source).stdout.split("\n")
        disk = next(line.split()[0] for line in disk if line.endswith(" disk"))
        refused = self.flash(disk, "no\n")
        self.assertNotEqual(refused.returncode, 0)
        self.assertRegex(refused.stderr, "in use at|disk of this system")

    def test_other_things_than_whole_large_disks_are_refused(self):
        small, _ = self.disk(2 * MiB)
        self.assertIn("has 2097152 bytes, and the image 4194304", self.flash(small, small + "\n").stderr)
        self.assertIn("is not a disk", self.flash(self.folder / "disk").stderr)
        self.assertIn("which disk?", self.flash("").stderr)

    def test_a_damaged_image_is_refused(self):
        device, _ = self.disk()
        image = self.folder / "build/small/treadle-small.img.xz"
        image.write_bytes(image.read_bytes()[:-1] + b"x")
        self.assertIn("damaged", self.flash(device, device + "\n").stderr)
