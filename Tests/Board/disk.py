"""The box's own partition: an ext4 image, what is on it, and every state a power cut could have left it in."""

import os
import pathlib
import shutil
import struct
import subprocess

SECTOR = 512
# The tools of ext4 are where only root looks.
ENVIRONMENT = dict(os.environ, PATH=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
# Of the log that the emulator writes (its driver blklogwrites; the format is that of Linux's dm-log-writes).
FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8


class Disk:
    """An ext4 image. files: path -> text, what is on it."""

    SIZE = "8M"

    def __init__(self, path, files=None):
        self.path = pathlib.Path(path)
        if files is None:
            return
        folder = self.path.with_suffix(".files")
        for name, text in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        _run("mke2fs", "-q", "-t", "ext4", "-d", folder, self.path, self.SIZE)
        shutil.rmtree(folder)

    def copy(self, path):
        """The same bytes in another file."""
        shutil.copy(self.path, path)
        return Disk(path)

    def mend(self):
        """Does what the kernel does when it mounts: replays the journal. Raises if anything else had to be mended."""
        _run("e2fsck", "-p", "-E", "journal_only", self.path)
        _run("e2fsck", "-f", "-n", self.path)
        return self

    def text(self, name):
        """What a file holds; None: it is not there."""
        answer = subprocess.run(["debugfs", "-R", "cat /%s" % name, str(self.path)], env=ENVIRONMENT, capture_output=True,
                                check=True)
        return None if b"File not found" in answer.stderr else answer.stdout.decode()

    def drive(self, log=None, read_only=False):
        """Arguments that give it to the emulator; it keeps each write in `log` too, if there is one."""
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
    """What was written to a disk, in order."""

    def __init__(self, path):
        data = pathlib.Path(path).read_bytes()
        magic, version, _, self.sector = struct.unpack_from("<QQQI", data)
        assert (magic, version) == (0x6A736677736872, 1), "not a log of writes"
        # Whole writes: the last may have been cut with the emulator.
        self.entries, at = [], self.sector
        while at + self.sector <= len(data):
            place, count, flags, _ = struct.unpack_from("<QQQQ", data, at)
            at += self.sector
            if not count and not flags:
                break
            length = 0 if flags & DISCARD else count * self.sector
            if at + length > len(data):
                break
            self.entries.append((place * self.sector, data[at:at + length], flags))
            at += length

    def __len__(self):
        return len(self.entries)

    def cut(self, before, path, count, dice):
        """Writes to `path` what is on the disk `before` if the power fails after so many writes. What was flushed is
        there; of what came after the last flush each write is, or is not."""
        durable = max((place for place in range(count) if self.entries[place][2] & FLUSH), default=-1)
        image = bytearray(before.path.read_bytes())
        for place, (at, data, flags) in enumerate(self.entries[:count]):
            if place <= durable or flags & FUA or dice.random() < 0.5:
                image[at:at + len(data)] = data
        pathlib.Path(path).write_bytes(image)
        return Disk(path)


def _run(*words):
    answer = subprocess.run([str(word) for word in words], env=ENVIRONMENT, capture_output=True, text=True)
    # 1: the journal was replayed.
    if answer.returncode > 1:
        raise AssertionError("%s: %s%s" % (" ".join(map(str, words)), answer.stdout, answer.stderr))
