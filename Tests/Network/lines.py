"""Reads the lines that a program prints, and waits for one."""

import contextlib
import queue
import threading
import time


class Lines:
    def __init__(self, file):
        self.waiting, self.seen = queue.SimpleQueue(), []
        threading.Thread(target=self.read, args=(file,), daemon=True).start()

    def read(self, file):
        # Closed here: closing waits for whoever reads.
        with file:
            for line in file:
                self.waiting.put(line.rstrip("\n"))
        self.waiting.put(None)

    def take(self):
        """All lines until now."""
        with contextlib.suppress(queue.Empty):
            while True:
                line = self.waiting.get_nowait()
                if line is not None:
                    self.seen.append(line)
        return self.seen

    def has(self, *parts):
        """Whether a line has all of these parts."""
        return any(all(part in line for part in parts) for line in self.take())

    def wait(self, *parts, timeout=10):
        end = time.monotonic() + timeout
        while not self.has(*parts):
            try:
                line = self.waiting.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                return False
            if line is None:
                return False
            self.seen.append(line)
        return True
