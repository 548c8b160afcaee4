"""The disk of a PC as the box or its owner changes it: a copy of the image that is released."""

from card import SECTOR
from released import PARTITIONS, SLOTS, Released, image

IMAGE = image("pc-x86_64")


class PCDisk(Released):
    def __init__(self, folder, name="disk.img", of=None):
        super().__init__("pc-x86_64", folder, name, of)

    def copy(self, name):
        return PCDisk(self.folder, name, self.path)

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
        start, count = PARTITIONS[SLOTS[slot]]
        kernel = self.read("/kernel", SLOTS[slot])
        middle = kernel[len(kernel) // 2:][:SECTOR]
        with open(self.path, "r+b") as disk:
            disk.seek(start * SECTOR)
            place = start * SECTOR + disk.read(count * SECTOR).index(middle)
            disk.seek(place)
            disk.write(bytes([middle[0] ^ 1]))
