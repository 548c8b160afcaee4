"""Board/tools/card makes the same card from the same input, whoever runs it and where (I2, I13), and so do all tools
that make the image which is released."""

import hashlib
import json
import os
import pathlib
import shutil
import struct
import subprocess
import unittest

from common.folders import temporary
from common.project import ROOT
from released import image

SECTOR = 512
# Type, first sector and sectors of the partitions.
PARTITIONS = [(0x0C, 8192, 131072), (0x0C, 139264, 98304), (0x0C, 237568, 98304), (0x83, 335872, 188416)]
SLOT = '#!/bin/sh\ncd "$1" && head -c 3000000 /dev/zero >kernel8.img && mkdir licences && echo free >licences/a.txt\n'
OWNER = '#!/bin/sh\necho boot_partition=2 >"$1/autoboot.txt"\n'


def copy(root, names):
    """Copies files and folders of the sources."""
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, root / name)


class Builder:
    """A copy of the sources with small files in place of a kernel, and a user with habits of his own."""

    def __init__(self, folder, user, umask, zone):
        self.root = folder / user / ("of " + user if user == "anna" else user)
        self.root.mkdir(parents=True)
        copy(self.root, ["Board/tools/card", "Board/tools/common.sh", "Board/common", "Overlay"])
        for name, text in [("slot", SLOT), ("owner", OWNER)]:
            hook = self.root / "Board/raspberry-pi" / name
            hook.parent.mkdir(exist_ok=True)
            hook.write_text(text)
            hook.chmod(0o755)
        self.image = self.root / "build/raspberry-pi/treadle-raspberry-pi.img"
        habits = dict(TZ=zone, LANG="C.UTF-8", USER=user)
        # anna is an ordinary user in a namespace of her own, whoever runs the test.
        build(self.root, ["card", "raspberry-pi"], umask, habits, in_namespace=user == "anna")


def build(root, words, umask, habits, in_namespace):
    """Runs one of Board/tools in a copy of the sources, at the home of a user."""
    home = root / "home"
    home.mkdir(exist_ok=True)
    command = [str(root / "Board/tools" / words[0]), *words[1:]]
    if in_namespace:
        command = ["unshare", "--user", *command]
    environment = dict(os.environ, HOME=str(home), **habits)
    answer = subprocess.run(command, env=environment, umask=umask, capture_output=True, text=True)
    if answer.returncode != 0:
        raise AssertionError(answer.stderr)


class Card(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = temporary(cls)
        cls.builders = [Builder(folder, "anna", 0o077, "Asia/Tokyo"), Builder(folder, "otto", 0o002, "UTC")]
        cls.image = cls.builders[1].image

    def test_two_users_make_the_same_bytes(self):
        sums = {digest(builder.image.with_name(builder.image.name + ".xz")) for builder in self.builders}
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


@unittest.skipUnless(image("pc-x86_64").exists(), "no image; make image BOARD=pc-x86_64")
class ReleasedImage(unittest.TestCase):
    """The disk of a PC that `make image` has made, made again from the same program and kernel."""

    BUILT = ["build/x86_64/treadle", *("build/pc-x86_64/" + name for name in ["Image", "modules", "packages.txt"])]

    def test_another_user_in_another_folder_makes_the_same_bytes(self):
        root = temporary(self) / "her sources"
        copy(root, ["Board", "Overlay", "Sources/CPlatform/version.c", "LICENSE", "THIRD-PARTY.md", *self.BUILT])
        # As from a checkout long ago with the same umask.
        for path in root.rglob("*"):
            path.chmod(path.stat().st_mode & 0o700)
            os.utime(path, (1_000_000_000, 1_000_000_000))
        made = image("pc-x86_64").with_suffix(".img.xz")
        bill = json.loads((made.parent / "slot/licences/treadle.spdx.json").read_text())
        key = subprocess.run([ROOT / "Board/tools/update-key"], check=True, capture_output=True, text=True).stdout
        cache = os.environ.get("XDG_CACHE_HOME") or str(pathlib.Path.home() / ".cache")
        # What others have made is fetched once. The copy is no checkout, so the commit is told.
        habits = dict(TZ="Pacific/Auckland", LANG="C.UTF-8", LC_ALL="C.UTF-8", USER="anna", XDG_CACHE_HOME=cache,
                      TREADLE_COMMIT=bill["packages"][0]["versionInfo"], TREADLE_UPDATE_KEY=key.strip())
        for tool in ["image", "card"]:
            build(root, [tool, "pc-x86_64"], 0o077, habits, in_namespace=True)
        again = root / "build/pc-x86_64" / made.name
        for path in ["initramfs.cpio", "slot.img", "update.treadle"]:
            self.assertEqual(digest(again.parent / path), digest(made.parent / path), path)
        self.assertEqual(digest(again), digest(made))

    def test_the_programs_do_not_tell_where_they_were_built(self):
        for architecture in ["x86_64", "aarch64"]:
            program = ROOT / "build" / architecture / "treadle"
            self.assertNotIn(str(ROOT).encode(), program.read_bytes(), program)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()
