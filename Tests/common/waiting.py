"""Waits for what comes: with a bound that a busy machine does not reach."""

import time

# Seconds. Only a test that fails waits so long.
PATIENCE = 60


def until(ask, is_good=bool, timeout=PATIENCE, pause=0.02):
    """Asks until the answer is good, where no event tells. Returns the last answer."""
    end = time.monotonic() + timeout
    while not is_good(answer := ask()) and time.monotonic() < end:
        time.sleep(pause)
    return answer


def collect(read, is_complete, data=b""):
    """Adds to `data` what `read` returns until all of it is complete. Fails when nothing more comes."""
    while not is_complete(data):
        more = read()
        if not more:
            raise AssertionError("nothing comes after %s" % (data.hex(" ") if isinstance(data, bytes) else data))
        data += more
    return data
