"""What all emulated machines of the tests have in common."""

import time


class Emulated:
    """A machine, whose power `close` cuts at the end of a `with`. `din` is the far end of its DIN sockets."""

    din = None

    def read_din(self, count, timeout=10):
        """Reads `count` bytes from the DIN OUT socket, or fewer at the timeout."""
        data, until = b"", time.monotonic() + timeout
        while len(data) < count and (left := until - time.monotonic()) > 0:
            self.din.settimeout(left)
            try:
                data += self.din.recv(count - len(data))
            except TimeoutError:
                break
        return data

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
