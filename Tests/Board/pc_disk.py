"""The disk of a PC as the box or its owner changes it: a copy of the image which is released."""

import pathlib
import subprocess

from board import ROOT

IMAGE = ROOT / "build" / "pc-x86_64" / "treadle-pc-x86_64.img"
SECTOR = 512
# First sectors of the owner's partition and of slots A and B, and the size of a slot in sectors.
OWNER, SLOTS, SLOT_SIZE = 8192, {"A": 139264, "B": 237568}, 98304


class Disk:
    def __init__(self, folder):
        self.path = pathlib.Path(folder) / "disk.img"
        subprocess.run(["cp", "--sparse=always", IMAGE, self.path], check=True)

    def read(self, name, partition=OWNER):
        """The content of a file."""
        return self._mtools("mtype", partition, "::" + name)

    def write(self, name, content):
        """Writes a file of the owner's partition."""
        self._mtools("mcopy", OWNER, "-o", "-", "::" + name, content=content)

    def environment(self):
        """What GRUB's environment says."""
        lines = self.read("/grub/grubenv").decode().splitlines()
        return dict(line.split("=", 1) for line in lines[1:] if "=" in line)

    def choose(self, slot, trial=""):
        """Names the committed slot and the one on trial (2, 3), as the box does."""
        text = b"# GRUB Environment Block\nslot=%s\ntry=%s\n" % (slot.encode(), trial.encode())
        self.write("/grub/grubenv", text.ljust(1024, b"#"))

    def damage_kernel(self, slot):
        """Turns one bit in the middle of a slot's kernel."""
        at = SLOTS[slot] * SECTOR
        kernel = self.read("/kernel", SLOTS[slot])
        middle = kernel[len(kernel) // 2:][:SECTOR]
        with open(self.path, "r+b") as disk:
            disk.seek(at)
            place = at + disk.read(SLOT_SIZE * SECTOR).index(middle)
            disk.seek(place)
            disk.write(bytes([middle[0] ^ 1]))

    def erase(self, slot):
        with open(self.path, "r+b") as disk:
            disk.seek(SLOTS[slot] * SECTOR)
            disk.write(bytes(SLOT_SIZE * SECTOR))

    def _mtools(self, program, partition, *words, content=None):
        words = [program, "-i", "%s@@%d" % (self.path, partition * SECTOR), *words]
        return subprocess.run(words, input=content, capture_output=True, check=True).stdout
