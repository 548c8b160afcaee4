"""The box's own partition: an ext4 image, its files, and every state that a power cut could leave it in."""

import os
import pathlib
import re
import shutil
import struct
import subprocess

from common.folders import write
from common.project import run

SECTOR = 512
# The tools of ext4 are in folders that are only in root's PATH.
ENVIRONMENT = dict(os.environ, PATH=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
# Flags in the emulator's log of writes (driver blklogwrites, in the format of Linux's dm-log-writes).
FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8
# Disks that are looked at for each cut. More than one: also the one that has all writes in order.
SAMPLES = int(os.environ.get("TREADLE_CUTS", "1"))


class Disk:
    """An ext4 image. files: path -> text."""

    SIZE = "8M"

    def __init__(self, path, files=None):
        self.path = pathlib.Path(path)
        if files is None:
            return
        folder = self.path.with_suffix(".files")
        write(folder, files)
        _run("mke2fs", "-q", "-t", "ext4", "-d", folder, self.path, self.SIZE)
        shutil.rmtree(folder)

    def copy(self, path):
        """The same bytes in another file."""
        shutil.copy(self.path, path)
        return Disk(path)

    def mend(self):
        """Replays the journal and ends deleted files that were still open, as the kernel does when it mounts. Raises if
        the image has any other fault."""
        # Of a file system that is marked as clean, as one with a journal is, it looks at no more than that.
        _run("e2fsck", "-p", self.path)
        # A board without a clock begins in 1970. A file that it deletes in its first second was deleted at 0, which
        # counts as never.
        looked = run("e2fsck", "-f", "-n", self.path, env=ENVIRONMENT)
        for inode in re.findall(r"Deleted inode (\d+) has zero dtime", looked.stdout):
            _run("debugfs", "-w", "-R", "set_inode_field <%s> dtime 1760000000" % inode, self.path)
        _run("e2fsck", "-f", "-n", self.path)
        return self

    def text(self, name):
        """The text of a file; None if it does not exist."""
        answer = subprocess.run(["debugfs", "-R", "cat /%s" % name, str(self.path)], env=ENVIRONMENT, capture_output=True,
                                check=True)
        return None if b"File not found" in answer.stderr else answer.stdout.decode()

    def drive(self, log=None, read_only=False):
        """Arguments that attach it to the emulator, which also writes each write to `log` if given."""
        if log is None:
            return ["-drive", "file=%s,if=virtio,format=raw,readonly=%s" % (self.path, "on" if read_only else "off")]
        log.write_bytes(b"")
        return [
            "-blockdev", "driver=file,filename=%s,node-name=image" % self.path,
            "-blockdev", "driver=file,filename=%s,node-name=log" % log,
            "-blockdev", "driver=blklogwrites,file=image,log=log,node-name=disk",
            "-device", "virtio-blk-pci,drive=disk"
        ]


class WriteLog:
    """The writes to a disk, in order. block: consecutive sectors of a block of so many bytes are one write; of an SD
    card the log has each sector alone."""

    def __init__(self, path, block=1):
        data = pathlib.Path(path).read_bytes()
        magic, version, _, self.sector = struct.unpack_from("<QQQI", data)
        assert (magic, version) == (0x6A736677736872, 1), "not a log of writes"
        # Only whole writes: the last one may be incomplete because the emulator was killed.
        self.entries, at = [], self.sector
        while at + self.sector <= len(data):
            place, count, flags, _ = struct.unpack_from("<QQQQ", data, at)
            at += self.sector
            if not count and not flags:
                break
            length = 0 if flags & DISCARD else count * self.sector
            if at + length > len(data):
                break
            self._add(place * self.sector, data[at:at + length], flags, block)
            at += length

    def _add(self, at, data, flags, block):
        if self.entries and not flags:
            before, written, others = self.entries[-1]
            if not others and at == before + len(written) and at // block == before // block:
                self.entries[-1] = (before, written + data, 0)
                return
        self.entries.append((at, data, flags))

    def __len__(self):
        return len(self.entries)

    def cuts(self, before, path, dice):
        """For each number of writes after which the power may fail: that number, and the disk `before` as it is then, in
        the file `path`. Every write that was flushed is there. With one sample, each later write is there or not, by
        chance. With more, the first sample has all writes, the others some of them."""
        durable, pending = bytearray(before.path.read_bytes()), []
        for count in range(len(self.entries) + 1):
            for sample in range(SAMPLES if pending else 1):
                image = bytearray(durable)
                for at, data, flags in pending:
                    if flags & FUA or SAMPLES > 1 and sample == 0 or dice.random() < 0.5:
                        image[at:at + len(data)] = data
                pathlib.Path(path).write_bytes(image)
                yield count, Disk(path)
            if count == len(self.entries):
                return
            if self.entries[count][2] & FLUSH:
                for at, data, _ in pending:
                    durable[at:at + len(data)] = data
                pending = []
            if self.entries[count][1]:
                pending.append(self.entries[count])

    def in_order(self, path, counts):
        """Applies the writes to the file `path` in their order, and yields each of `counts` when so many are done."""
        counts = set(counts)
        with open(path, "r+b", buffering=0) as file:
            for count in range(len(self.entries) + 1):
                if count:
                    at, data, _ = self.entries[count - 1]
                    file.seek(at)
                    file.write(data)
                if count in counts:
                    yield count

    def cut(self, before, path, count, dice):
        """Writes to `path` the disk `before` as it is if the power fails after `count` writes. Flushed writes are
        there; each write after the last flush is there or not, by chance."""
        durable = max((place for place in range(count) if self.entries[place][2] & FLUSH), default=-1)
        image = bytearray(before.path.read_bytes())
        for place, (at, data, flags) in enumerate(self.entries[:count]):
            if place <= durable or flags & FUA or dice.random() < 0.5:
                image[at:at + len(data)] = data
        pathlib.Path(path).write_bytes(image)
        return Disk(path)


def _run(*words):
    answer = run(*words, env=ENVIRONMENT)
    # 1: the journal was replayed.
    if answer.returncode > 1:
        raise AssertionError("%s: %s%s" % (" ".join(map(str, words)), answer.stdout, answer.stderr))
