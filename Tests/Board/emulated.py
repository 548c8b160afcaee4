"""What all emulated machines of the tests have in common."""

import os
import re
import threading
import time

# A colour of a terminal (ECMA-48, SGR).
COLOUR = re.compile(r"\x1b\[[\d;]*m")


class BoardError(Exception):
    """The machine failed or did not answer in time. The message ends with the last lines of its console."""


class EmulatorCrashed(BoardError):
    """A signal has ended the emulator itself, which nothing inside the machine can cause."""


class Emulated:
    """A machine, whose power `close` cuts at the end of a `with`. `console` is what it says, with what the emulator says
    of itself, and `din` the far end of its DIN sockets: a socket of raw bytes."""

    console, din, _process, _reader = "", None, None, None

    def said(self, pattern, since=0, timeout=120):
        """Waits until the console's output matches a regular expression, colours aside. Returns the match."""
        until = time.monotonic() + timeout
        while True:
            has_ended = self._has_ended()
            if match := re.search(pattern, COLOUR.sub("", self.console[since:]), re.M):
                return match
            if has_ended or time.monotonic() > until:
                raise self._failure("the console never said %s" % pattern)
            time.sleep(0.02)

    def send_din(self, data):
        """Sends bytes to the DIN IN socket."""
        try:
            self.din.sendall(bytes(data))
        except OSError:
            self._lost()

    def read_din(self, count, timeout=10):
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
        self._reader = threading.Thread(target=self._read_console, daemon=True)
        self._reader.start()

    def _read_console(self):
        while chunk := os.read(self._process.stdout.fileno(), 4096):
            self._hear(chunk.decode(errors="replace"))

    def _hear(self, text):
        """Appends new output of the console."""
        self.console += text

    def _lost(self):
        self._process.wait(10)
        raise self._failure("the DIN sockets are gone")

    def _failure(self, words):
        has_crashed = self._has_ended() and self._process.returncode < 0
        return (EmulatorCrashed if has_crashed else BoardError)(words + self.tail())

    def _has_ended(self):
        """Whether the emulator has ended; then `console` is complete."""
        if self._process.poll() is None:
            return False
        self._reader.join(5)
        return True
