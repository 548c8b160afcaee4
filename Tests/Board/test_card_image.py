"""Board/tools/card makes the same card from the same input, whoever runs it and where (I2, I13)."""

import hashlib
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import unittest

from board import ROOT

SECTOR = 512
# Type, first sector and sectors of the partitions.
PARTITIONS = [(0x0C, 8192, 131072), (0x0C, 139264, 98304), (0x0C, 237568, 98304), (0x83, 335872, 188416)]
SLOT = '#!/bin/sh\ncd "$1" && head -c 3000000 /dev/zero >kernel8.img && mkdir licences && echo free >licences/a.txt\n'
OWNER = '#!/bin/sh\necho boot_partition=2 >"$1/autoboot.txt"\n'


class Builder:
    """A copy of the sources with small files in place of a kernel, and a user with habits of his own."""

    def __init__(self, folder, user, umask, zone):
        self.root = pathlib.Path(folder) / user / ("of " + user if user == "anna" else user)
        self.root.mkdir(parents=True)
        for name in ["Board/tools/card", "Board/tools/common.sh", "Board/common", "Overlay"]:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, self.root / name)
        for name, text in [("slot", SLOT), ("owner", OWNER)]:
            hook = self.root / "Board/raspberry-pi" / name
            hook.parent.mkdir(exist_ok=True)
            hook.write_text(text)
            hook.chmod(0o755)
        home = self.root / "home"
        home.mkdir()
        self.image = self.root / "build/raspberry-pi/treadle-raspberry-pi.img"
        environment = dict(os.environ, HOME=str(home), TZ=zone, LANG="C.UTF-8", USER=user)
        command = [str(self.root / "Board/tools/card"), "raspberry-pi"]
        # anna is an ordinary user in a namespace of her own, whoever runs the test.
        if user == "anna":
            command = ["unshare", "--user", *command]
            for path in [self.root, *self.root.rglob("*")]:
                path.chmod(0o777)
        answer = subprocess.run(command, env=environment, umask=umask, capture_output=True, text=True)
        if answer.returncode != 0:
            raise AssertionError(answer.stderr)


class Card(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        os.chmod(folder.name, 0o777)
        cls.builders = [Builder(folder.name, "anna", 0o077, "Asia/Tokyo"), Builder(folder.name, "otto", 0o002, "UTC")]
        cls.image = cls.builders[1].image

    def test_two_users_make_the_same_bytes(self):
        sums = {hashlib.sha256(builder.image.with_name(builder.image.name + ".xz").read_bytes()).hexdigest()
                for builder in self.builders}
        self.assertEqual(len(sums), 1)

    def test_the_sum_beside_it_is_that_of_the_image(self):
        command = ["sha256sum", "--quiet", "-c", "treadle-raspberry-pi.img.sha256"]
        subprocess.run(command, cwd=self.image.parent, check=True)

    def test_a_card_has_four_partitions_and_a_signature(self):
        with open(self.image, "rb") as image:
            record = image.read(SECTOR)
        self.assertEqual(struct.unpack_from("<I", record, 440)[0], 0x54524431)
        entries = [struct.unpack_from("<4xB3xII", record, 446 + 16 * number) for number in range(4)]
        self.assertEqual(entries, PARTITIONS)

    def test_both_slots_are_whole_and_equal(self):
        slot = self.image.with_name("slot.img").read_bytes()
        with open(self.image, "rb") as image:
            for _, first, count in PARTITIONS[1:3]:
                image.seek(first * SECTOR)
                self.assertEqual(image.read(count * SECTOR), slot)

    def test_the_file_systems_have_no_faults(self):
        path = dict(os.environ, PATH=os.environ["PATH"] + ":/usr/sbin:/sbin")
        for number, (kind, first, count) in enumerate(PARTITIONS):
            file = self.image.with_name("partition")
            with open(self.image, "rb") as image:
                image.seek(first * SECTOR)
                file.write_bytes(image.read(count * SECTOR))
            check = ["e2fsck", "-f", "-n"] if kind == 0x83 else ["fsck.fat", "-n"]
            answer = subprocess.run([*check, str(file)], env=path, capture_output=True, text=True)
            self.assertEqual(answer.returncode, 0, "p%d: %s" % (number + 1, answer.stdout))

    def test_the_owner_finds_a_configuration(self):
        listed = subprocess.run(["mdir", "-b", "-/", "-i", "%s@@%d" % (self.image, 8192 * SECTOR), "::/"], check=True,
                                capture_output=True, text=True).stdout.split("\n")
        for name in ["box.yaml", "READ ME.txt", "lists/", "presets/01-straight.yaml", "autoboot.txt"]:
            self.assertIn("::/" + name, listed)


if __name__ == "__main__":
    unittest.main()
