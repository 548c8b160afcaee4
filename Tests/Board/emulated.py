"""What all emulated machines of the tests have in common."""

import os
import re
import threading
import time

from common.waiting import PATIENCE

# A colour of a terminal (ECMA-48, SGR).
COLOUR = re.compile(r"\x1b\[[\d;]*m")


class BoardError(Exception):
    """The machine failed or did not answer in time. The message ends with the last lines of its console."""


class EmulatorCrashed(BoardError):
    """A signal has ended the emulator itself, which nothing inside the machine can cause."""


class Emulated:
    """A machine, whose power `close` cuts at the end of a `with`. `console` is what it says, with what the emulator says
    of itself, and `din` the far end of its DIN sockets: a socket of raw bytes. `_folder` is removed, and the files of
    `_open` are closed, with the machine."""

    console, din, _process, _reader, _open = "", None, None, None, ()

    def said(self, pattern, since=0, timeout=2 * PATIENCE):
        """Waits until the console's output matches a regular expression, colours aside. Returns the match."""
        def look():
            return re.search(pattern, COLOUR.sub("", self.console[since:]), re.M) or self._is_over

        with self._changed:
            found = self._changed.wait_for(look, timeout)
        if not isinstance(found, re.Match):
            raise self._failure("the console never said %s" % pattern)
        return found

    def send_din(self, data):
        """Sends bytes to the DIN IN socket."""
        try:
            self.din.sendall(bytes(data))
        except OSError:
            self._lost()

    def read_din(self, count, timeout=PATIENCE):
        """Reads `count` bytes from the DIN OUT socket, or fewer at the timeout."""
        data, until = b"", time.monotonic() + timeout
        while len(data) < count and (left := until - time.monotonic()) > 0:
            self.din.settimeout(left)
            try:
                more = self.din.recv(count - len(data))
            except TimeoutError:
                break
            except ConnectionResetError:
                more = b""
            if not more:
                self._lost()
            data += more
        return data

    def ends(self):
        """Waits until the machine restarts, which ends the emulator."""
        self._process.wait(PATIENCE)
        self._has_ended()

    def cut_power(self):
        """Cuts the power: kills the emulator without warning."""
        if self._process and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def close(self):
        """Cuts the power and removes the files. May be called twice."""
        self.cut_power()
        if self._process:
            self._has_ended()
            for each in [self._process.stdout, *self._open]:
                each.close()
            self._process = None
        self._folder.cleanup()

    def tail(self):
        """What to say of a failure: how the emulator ended, and the end of the console."""
        ended = "\nthe emulator ended with status %d" % self._process.returncode if self._has_ended() else ""
        return "%s\n--- console ---\n%s" % (ended, "\n".join(self.console.splitlines()[-20:]))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _listen(self):
        """Starts to keep what the console says."""
        self._changed, self._is_over = threading.Condition(), False
        self._reader = threading.Thread(target=self._read_console, args=[self._process], daemon=True)
        self._reader.start()

    def _read_console(self, process):
        while chunk := os.read(process.stdout.fileno(), 4096):
            self._hear(chunk.decode(errors="replace"))
        process.wait()
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def _hear(self, text):
        """Appends new output of the console."""
        with self._changed:
            self.console += text
            self._changed.notify_all()

    def _lost(self):
        self._process.wait(PATIENCE)
        raise self._failure("the DIN sockets are gone")

    def _failure(self, words):
        has_crashed = self._has_ended() and self._process.returncode < 0
        return (EmulatorCrashed if has_crashed else BoardError)(words + self.tail())

    def _has_ended(self):
        """Whether the emulator has ended; then `console` is complete."""
        if self._process.poll() is None:
            return False
        if self._reader:
            self._reader.join(PATIENCE)
        return True
