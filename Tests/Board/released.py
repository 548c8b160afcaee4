"""A card or disk as its owner and the box change it: a copy of the image that is released. And an update of it: the
same slot, but for the version that the program says."""

import hashlib
import os
import pathlib
import subprocess

from common.project import ROOT
from card import SECTOR, tool, update
from disk import Disk

OWNER, SLOTS, DATA = 1, {"A": 2, "B": 3}, 4
# First sector and number of sectors of each partition, by Board/tools/card.
PARTITIONS = {OWNER: (8192, 131072), 2: (139264, 98304), 3: (237568, 98304), DATA: (335872, 188416)}


def image(board):
    return ROOT / "build" / board / ("treadle-%s.img" % board)


class Image:
    """Files of a board's partitions, through mtools."""

    def __init__(self, board, path, of):
        self.board, self.path = board, pathlib.Path(path)
        subprocess.run(["cp", "--sparse=always", of, self.path], check=True)

    def read(self, name, partition=OWNER):
        """The content of a file."""
        return self._mtools("mtype", partition, "::" + name)

    def write(self, name, content, partition=OWNER):
        """Writes a file as a computer does."""
        content = content.encode() if isinstance(content, str) else content
        self._mtools("mcopy", partition, "-o", "-", "::" + name, content=content)

    def change_initramfs(self, partition, changed):
        """Gives a slot another initramfs, made by `changed` of the old one, with its sum where GRUB wants one."""
        initramfs = changed(self.read("/initramfs.cpio", partition))
        self.write("/initramfs.cpio", initramfs, partition)
        if self.board == "pc-x86_64":
            lines = self.read("/SHA256SUMS", partition).decode().splitlines()
            sums = dict(reversed(line.split("  ")) for line in lines)
            sums["initramfs.cpio"] = hashlib.sha256(initramfs).hexdigest()
            self.write("/SHA256SUMS", "".join("%s  %s\n" % (sums[name], name) for name in sums), partition)

    def _place(self, partition):
        return "%s@@%d" % (self.path, PARTITIONS[partition][0] * SECTOR)

    def _mtools(self, program, partition, *words, content=None):
        words = [program, "-i", self._place(partition), *words]
        return subprocess.run(words, input=content, capture_output=True, check=True).stdout


class Released(Image):
    """A copy, in a folder, of the image that is released."""

    def __init__(self, board, folder, name="card.img", of=None):
        self.folder = pathlib.Path(folder)
        super().__init__(board, self.folder / name, of or image(board))

    def copy(self, name):
        """The same bytes in another file."""
        return type(self)(self.board, self.folder, name, self.path)

    def remove(self, name):
        """Removes a file of the owner's partition."""
        self._mtools("mdel", OWNER, "::" + name)

    def partition(self, number):
        """The bytes of a partition."""
        start, count = PARTITIONS[number]
        with open(self.path, "rb") as disk:
            disk.seek(start * SECTOR)
            return disk.read(count * SECTOR)

    def data(self, name):
        """The data partition up to the end of the card, as an image of its own in a file of the folder."""
        path, start = self.folder / name, PARTITIONS[DATA][0] * SECTOR
        end = start
        with open(self.path, "rb") as card, open(path, "wb") as data:
            size = os.fstat(card.fileno()).st_size
            data.truncate(size - start)
            # Only what is not a hole: most of it is empty.
            while (at := next_data(card, end)) is not None:
                end = os.lseek(card.fileno(), at, os.SEEK_HOLE)
                os.lseek(card.fileno(), at, os.SEEK_SET)
                data.seek(at - start)
                data.write(os.read(card.fileno(), end - at))
        return Disk(path)

    def erase(self, slot):
        """Erases slot A or B."""
        start, count = PARTITIONS[SLOTS[slot]]
        with open(self.path, "r+b") as disk:
            disk.seek(start * SECTOR)
            disk.write(bytes(count * SECTOR))


def next_data(file, at):
    """Where a sparse file has data next; None if nowhere."""
    try:
        return os.lseek(file.fileno(), at, os.SEEK_DATA)
    except OSError:
        return None


class NewerSlot(Image):
    """The file system of the released slot, whose program says a newer version."""

    def __init__(self, board, folder):
        super().__init__(board, pathlib.Path(folder) / "newer-slot.img", image(board).with_name("slot.img"))
        self.old = tool("update").version()
        # As long as the old one, so that it fits in the program's place for it.
        self.version = "9" + self.old[1:]
        old, new = (b"Treadle version %s\0" % text.encode() for text in [self.old, self.version])

        def changed(initramfs):
            assert initramfs.count(old) == 1, "the program does not say its version once"
            return initramfs.replace(old, new)

        self.change_initramfs(None, changed)

    @property
    def used(self):
        """The bytes that an update brings into a slot."""
        return tool("update").used(self.path.read_bytes())

    def update(self):
        """The update, signed with the key that the image trusts."""
        return update(self.board, self.version, self.path.read_bytes())

    def _place(self, _):
        return str(self.path)


def busybox(architecture):
    """A shell for a test, as a file of an initramfs."""
    command = [ROOT / "Board/tools/busybox", architecture]
    path = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    return pathlib.Path(path).read_bytes(), True
