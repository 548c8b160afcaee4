"""A card with four partitions and two slots, small enough for many copies, and the updates that it takes (I5)."""

import importlib.machinery
import importlib.util
import os
import pathlib
import random
import shutil
import struct
import subprocess
import unittest

from common.folders import temporary
from common.project import ROOT
from disk import ENVIRONMENT, Disk

SECTOR = 512
# First sector and number of sectors of each partition, its type, and the name of its file system.
# The file systems of the first three are as small as FAT32 can be.
LAYOUT = {1: (2048, 69632, 0x0C, "TREADLE"), 2: (71680, 69632, 0x0C, "TREADLE-A"),
          3: (141312, 69632, 0x0C, "TREADLE-B"), 4: (210944, 16384, 0x83, "treadle")}
SIGNATURES = {"raspberry-pi": 0x54524431, "pc-x86_64": 0x54524432}
SELECTORS = {
    "raspberry-pi": ("autoboot.txt", b"[all]\ntryboot_a_b=1\nboot_partition=2\n[tryboot]\nboot_partition=3\n"),
    "pc-x86_64": ("grub/grubenv", b"# GRUB Environment Block\nslot=2\ntry=\n".ljust(1024, b"#")),
}


def tool(name):
    """A program of Board/tools as a module."""
    path = str(ROOT / "Board" / "tools" / name)
    loader = importlib.machinery.SourceFileLoader("treadle_" + name, path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def run(*words):
    subprocess.run([str(word) for word in words], env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)


def slot_image(folder, seed, size=1_000_000):
    """The FAT image of a slot with a kernel of random bytes."""
    kernel, image = pathlib.Path(folder) / "kernel", pathlib.Path(folder) / ("slot-%d" % seed)
    kernel.write_bytes(random.Random(seed).randbytes(size))
    image.unlink(missing_ok=True)
    image.write_bytes(bytes(LAYOUT[2][1] * SECTOR))
    run("mkfs.fat", "-F", "32", "-s", "1", "-n", LAYOUT[2][3], "--invariant", image)
    run("mcopy", "-i", image, kernel, "::kernel")
    return image.read_bytes()


def update(board, version, slot, withdrawn=None):
    """An update of a slot's image, signed with the development key, which withdraws keys by their numbers."""
    tools = tool("update")
    image = tools.used(slot)
    data = tools.header(board, version, len(image)) + image
    return data + tools.sign(data, board, version, withdrawn)


class Card:
    """The image of a whole card. old: the FAT image in slot A. files: of the owner's partition, path -> bytes. spare:
    bytes behind the last partition."""

    def __init__(self, path, board, old, files=None, spare=0):
        self.path, self.board = pathlib.Path(path), board
        folder = self.path.parent
        image = bytearray(sum(LAYOUT[4][:2]) * SECTOR + spare)
        struct.pack_into("<I", image, 440, SIGNATURES[board])
        for number, (start, count, kind, _) in LAYOUT.items():
            struct.pack_into("<4xB3xII", image, 446 + 16 * (number - 1), kind, start, count)
        image[510:512] = b"\x55\xaa"
        self._put(image, 1, self._owner(folder, files or {}))
        self._put(image, 2, old)
        data = folder / "data"
        data.unlink(missing_ok=True)
        run("mke2fs", "-q", "-t", "ext4", "-J", "size=1", data, "%dk" % (LAYOUT[4][1] // 2))
        self._put(image, 4, data.read_bytes())
        self.path.write_bytes(image)

    def _owner(self, folder, files):
        image = folder / "owner"
        image.write_bytes(bytes(LAYOUT[1][1] * SECTOR))
        run("mkfs.fat", "-F", "32", "-s", "1", "-n", "TREADLE", "--invariant", image)
        name, text = SELECTORS[self.board]
        folders = set()
        for name, content in {**files, name: text}.items():
            source = folder / "file"
            source.write_bytes(content)
            if "/" in name and name.split("/")[0] not in folders:
                folders.add(name.split("/")[0])
                run("mmd", "-i", image, "::" + name.split("/")[0])
            run("mcopy", "-i", image, source, "::" + name)
        return image.read_bytes()

    @staticmethod
    def _put(image, number, data):
        start, count, _, _ = LAYOUT[number]
        assert len(data) <= count * SECTOR
        image[start * SECTOR:start * SECTOR + len(data)] = data

    def drive(self, log=None, read_only=False):
        """Arguments that attach it to the emulator, which also writes each write to `log` if given."""
        return Disk(self.path).drive(log, read_only)

    def append(self, slot):
        """What the board's firmware or GRUB adds to the kernel's command line for a slot."""
        return "treadle_board=%s treadle_disk=%08x treadle_slot=%d treadle_data=/dev/vda4" % (
            self.board, SIGNATURES[self.board], slot)

    @property
    def _owner_image(self):
        return "%s@@%d" % (self.path, LAYOUT[1][0] * SECTOR)

    def edit(self, name, content):
        """Writes a file to the owner's partition, as a computer does; None removes it."""
        if content is None:
            return run("mdel", "-i", self._owner_image, "::" + name)
        source = self.path.parent / "edited"
        source.write_bytes(content)
        run("mcopy", "-o", "-i", self._owner_image, source, "::" + name)

    def text(self, name):
        """A file of the owner's partition; None if it does not exist."""
        answer = subprocess.run(["mtype", "-i", self._owner_image, "::" + name], env=ENVIRONMENT, capture_output=True)
        return answer.stdout if answer.returncode == 0 else None

    def data(self, path):
        """The data partition up to the end of the card, as an image of its own."""
        with open(self.path, "rb") as file:
            file.seek(LAYOUT[4][0] * SECTOR)
            pathlib.Path(path).write_bytes(file.read())
        return Disk(path)

    def copy(self, path):
        """The same bytes in another file."""
        other = Card.__new__(Card)
        other.path, other.board = pathlib.Path(path), self.board
        shutil.copy(self.path, path)
        return other

    def partition(self, number, image=None):
        start, count, _, _ = LAYOUT[number]
        with open(self.path, "rb") as file:
            file.seek(start * SECTOR)
            return file.read(count * SECTOR)


class TwoSlots(unittest.TestCase):
    """Tests with cards whose slot A holds `old`; updates bring `new`, of which a slot then holds `image`."""

    @classmethod
    def setUpClass(cls):
        cls.folder = temporary(cls)
        cls.old, cls.new = slot_image(cls.folder, 1), slot_image(cls.folder, 2)
        cls.image = tool("update").used(cls.new)

    def card(self, board, name="card", **files):
        """A card with files of the owner's partition, whose names have `_` in the place of a dot."""
        return Card(self.folder / name, board, self.old, {file.replace("_", "."): data for file, data in files.items()})

    def echoes(self, board):
        """Plays a note, which comes back on channel 2."""
        board.send_din([0x90, 60, 1, 0x80, 60, 1])
        self.assertEqual(board.read_din(6).hex(" "), "91 3c 01 81 3c 01")


def starts(board, owner, asks_for_trial=False):
    """The slot that firmware or GRUB starts, by the bytes of p1, and whether GRUB clears a trial first."""
    mark = SELECTORS[board][1][:16]
    at = owner.find(mark)
    assert at % SECTOR == 0, "no boot selector"
    sector = owner[at:at + SECTOR]
    if board == "raspberry-pi":
        normal, trial = (sector[sector.index(b"boot_partition=", from_) + 15] - 48 for from_ in (0, sector.index(b"[tryboot]")))
        return (trial if asks_for_trial else normal), at
    words = dict(line.split(b"=") for line in sector.split(b"\n") if b"=" in line and not line.startswith(b"#"))
    return int(words.get(b"try") or words[b"slot"]), at


def start(card, asks_for_trial=False):
    """Plays firmware or GRUB: chooses a slot, and clears GRUB's trial in the image of the card."""
    slot, at = starts(card.board, card.partition(1), asks_for_trial)
    if card.board == "pc-x86_64":
        with open(card.path, "r+b") as file:
            file.seek(LAYOUT[1][0] * SECTOR + at)
            sector = file.read(SECTOR)
            for digit in b"23":
                sector = sector.replace(b"\ntry=%c\n" % digit, b"\ntry=\n").ljust(SECTOR, b"#")
            file.seek(LAYOUT[1][0] * SECTOR + at)
            file.write(sector)
            os.fsync(file.fileno())
    return slot


def is_whole(data, configurations, may_be_empty=False):
    """Whether a data partition holds one of the configurations (path -> bytes) as a whole, or an archive with it."""
    if data.text(".importing") is not None or may_be_empty and data.text("box.yaml") is None:
        return True
    held = {name: data.text(name) for files in configurations for name in files}
    wanted = [{name: files[name].decode() if name in files else None for name in held} for files in configurations]
    return held in wanted
