"""Finds and runs the tests of a stage and counts them, so that a skipped one is seen in its last line."""
import time
import unittest


class Result(unittest.TextTestResult):
    """Also counts passed tests."""

    passed = 0

    def addSuccess(self, test):
        super().addSuccess(test)
        self.passed += 1


class Counts:
    """How many tests passed and failed, and which were skipped."""

    def __init__(self):
        self.passed, self.failed, self.skipped = 0, 0, []

    def add(self, result):
        self.passed += result.passed
        self.failed += len(result.failures) + len(result.errors) + len(result.unexpectedSuccesses)
        self.skipped += ["%s: %s" % (test, why) for test, why in result.skipped]

    def join(self, other):
        self.passed, self.failed = self.passed + other.passed, self.failed + other.failed
        self.skipped += other.skipped

    def finish(self, stage):
        """Prints each skipped test and the last line, and returns the exit status: 0 if a test passed and none failed."""
        for line in self.skipped:
            print("%s: NOT RUN: %s" % (stage, line))
        if not self.passed and not self.failed:
            self.failed = 1
            print("%s: no test ran" % stage)
        return verdict(stage, self.passed, self.failed, len(self.skipped))


def verdict(stage, passed, failed, skipped=None):
    """Prints the last line of a stage, `STAGE: N passed, M failed, K skipped`, and returns the exit status."""
    rest = "" if skipped is None else ", %d skipped" % skipped
    print("%s: %d passed, %d failed%s" % (stage, passed, failed, rest))
    return 1 if failed else 0


def loader(words):
    """A loader of tests: all, or those whose names contain one of the words."""
    made = unittest.TestLoader()
    made.testNamePatterns = ["*%s*" % word for word in words] or None
    return made


def run(suite, stream):
    """Runs a suite, and returns its counts."""
    counts = Counts()
    counts.add(unittest.TextTestRunner(stream, verbosity=2, resultclass=Result).run(suite))
    return counts


def run_stage(suite, stage, stream):
    """Runs the suite of a whole stage, and returns the exit status."""
    started = time.monotonic()
    counts = run(suite, stream)
    print("took %.0f s" % (time.monotonic() - started))
    return counts.finish(stage)
