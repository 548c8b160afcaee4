"""A USB stick for backups, as the image of its file system."""

import pathlib
import subprocess

from disk import ENVIRONMENT


class Stick:
    """The image of a stick: FAT without partitions."""

    def __init__(self, path, label="TREADLE-BAC"):
        self.path = pathlib.Path(path)
        self.path.write_bytes(bytes(8 << 20))
        self._run("mkfs.fat", "-n", label, "--invariant", self.path)

    def _run(self, *words):
        return subprocess.run([str(word) for word in words], env=ENVIRONMENT, capture_output=True, check=True).stdout

    def names(self):
        """The names of its files."""
        return sorted(name for line in self._run("mdir", "-b", "-i", self.path, "::").decode().split()
                      for name in [line[3:]] if name)

    def read(self, name):
        return self._run("mcopy", "-n", "-i", self.path, "::" + name, "-")

    def drive(self):
        """Arguments that attach it to the emulator as a USB stick would be seen: a disk of its own."""
        return ["-drive", "file=%s,if=virtio,format=raw" % self.path]
