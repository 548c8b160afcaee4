"""A box that runs on this machine."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import tempfile

from common.lines import Lines
from common.waiting import PATIENCE

# The line of a port. The socket is open before the first one.
PORT = re.compile(r"  \S+: (in|out|missing)\b")


class Box:
    """`treadle run` with a configuration. words: more options. start: what starts it, in the place of `Popen`. socket:
    the path of its socket, else one in a folder of its own. `said`: what it prints."""

    def __init__(self, binary, path, *words, start=subprocess.Popen, socket=None, **options):
        self._folder = tempfile.TemporaryDirectory(prefix="treadle-socket-")
        self.socket = str(socket or self._folder.name + "/box")
        self.process = start(
            [binary, "run", *words, "--socket", self.socket, str(path)], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", **options)
        self.said = Lines(self.process.stdout)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def is_ready(self):
        """Waits until it has opened its socket and the first port. Returns whether it has."""
        return self.said.settle(lambda lines: any(map(PORT.match, lines)))

    def is_alive(self):
        return self.process.poll() is None

    def read(self, name):
        """The text of a file of its process in /proc."""
        return pathlib.Path("/proc/%d/%s" % (self.process.pid, name)).read_text()

    def number(self, name, file="status"):
        """A number of /proc/PID/status, or of another file of that form."""
        return int(re.search(r"^%s:\s*(\d+)" % name, self.read(file), re.M)[1])

    def listed(self, name):
        """The names in a folder of its process in /proc."""
        return os.listdir("/proc/%d/%s" % (self.process.pid, name))

    def child(self, word):
        """The number of its process that runs `treadle WORD`; None if there is none now."""
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == self.process.pid and (path / "cmdline").read_bytes().split(b"\0")[1:2] == [word.encode()]:
                    return int(path.name)
        return None

    def end(self):
        """Asks the box to end. Returns its status, which is that of a kill if it does not."""
        if self.is_alive():
            self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._folder.cleanup()
        return self.process.returncode
