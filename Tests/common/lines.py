"""The lines that a program prints, as they come."""

import re
import threading

from common.waiting import PATIENCE


class Lines:
    """Reads a file of text in a thread. `seen`: all lines until now."""

    def __init__(self, file):
        self.seen, self.has_ended = [], False
        self._taken, self._changed = 0, threading.Condition()
        threading.Thread(target=self._read, args=(file,), daemon=True).start()

    def _read(self, file):
        # Closed here: closing waits for the thread that reads.
        with file:
            for line in file:
                with self._changed:
                    self.seen.append(line.rstrip("\n"))
                    self._changed.notify_all()
        with self._changed:
            self.has_ended = True
            self._changed.notify_all()

    def settle(self, is_good, timeout=PATIENCE):
        """Waits until all lines together are good. Returns whether they are."""
        with self._changed:
            self._changed.wait_for(lambda: self.has_ended or is_good(self.seen), timeout)
            return is_good(self.seen)

    def wait(self, *parts, timeout=PATIENCE):
        """Waits for a line that has all of these parts, or finds it in `seen`. Returns whether there is one."""
        return self.settle(lambda lines: any(all(part in line for part in parts) for line in lines), timeout)

    def has(self, *parts):
        """Whether a line has all of these parts."""
        return self.wait(*parts, timeout=0)

    def until(self, pattern, timeout=PATIENCE):
        """Waits for the next line that begins with a pattern, behind the one before. Returns the match."""
        with self._changed:
            found = self._changed.wait_for(lambda: self._next(pattern) or self.has_ended, timeout)
            if not isinstance(found, re.Match):
                raise AssertionError("no %r %s in %s" % (
                    pattern, "until the end" if self.has_ended else "within %g s" % timeout, self.seen))
            return found

    def _next(self, pattern):
        while self._taken < len(self.seen):
            self._taken += 1
            if match := re.match(pattern, self.seen[self._taken - 1]):
                return match
        return None

    def comes(self, pattern, timeout):
        """Whether such a line comes in time. Fails if the program ends."""
        try:
            return bool(self.until(pattern, timeout))
        except AssertionError:
            if self.has_ended:
                raise
            return False

    def all(self, patterns):
        """Waits for a line of each pattern, in any order."""
        left = list(patterns)
        while left:
            line = self.until("|".join("(?:%s)" % each for each in left)).string
            left = [each for each in left if not re.match(each, line)]
