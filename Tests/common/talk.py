"""A program that talks to a box at its socket (docs/reference/COMMANDS.md)."""

import contextlib
import socket

from common.waiting import PATIENCE


class Talk:
    """greeting: the lines with which the box begins."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(str(path))
        self.lines = self.socket.makefile("rw", encoding="utf-8", newline="\n")
        self.reader = None
        self.greeting = self.until("ready")

    def until(self, *ends):
        """Lines up to one that begins with a word of `ends`, which is among them."""
        lines = []
        for line in self.lines:
            lines.append(line.rstrip("\n"))
            if lines[-1].split(" ")[0] in ends:
                return lines
        raise ConnectionError("the box left after %s" % lines)

    def ask(self, request):
        self.lines.write(request + "\n")
        self.lines.flush()
        return self.until("ok", "error")

    def close(self):
        """Ends a reader in another thread first: closing would wait for it."""
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        if self.reader:
            self.reader.join()
        self.lines.close()
        self.socket.close()
