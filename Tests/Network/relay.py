"""A bad network with a seed: loses, doubles, delays and reorders datagrams, alone and in bursts.

`Line` is one direction of it, between a peer and its socket. `main` is a relay in a process of its own, for programs
that bring their own sockets."""

import heapq
import random
import select
import socket
import sys
import time


class Line:
    """loss, doubled, late: shares of 1. burst: the most datagrams lost in one go. delay: seconds, at most."""

    def __init__(self, seed, loss=0.0, burst=1, doubled=0.0, late=0.0, delay=0.02):
        self.random = random.Random(seed)
        self.loss, self.burst, self.doubled, self.late, self.delay = loss, burst, doubled, late, delay
        self.is_bad, self.losing = True, 0  # datagrams still to lose
        self.waiting, self.serial, self.lost = [], 0, 0

    def put(self, now, item):
        """Takes a datagram in, or loses it."""
        if not self.is_bad:
            self.keep(now, item)
            return
        # As many bursts as make the share of all losses.
        mean = (self.burst + 1) / 2
        if not self.losing and self.random.random() < self.loss / (mean * (1 - self.loss) + self.loss):
            self.losing = self.random.randint(1, self.burst)
        if self.losing:
            self.losing -= 1
            self.lost += 1
            return
        self.keep(now + self.lateness(), item)
        if self.random.random() < self.doubled:
            self.keep(now + self.lateness(), item)

    def lateness(self):
        return self.random.uniform(0, self.delay) if self.random.random() < self.late else 0

    def keep(self, due, item):
        self.serial += 1
        heapq.heappush(self.waiting, (due, self.serial, item))

    def take(self, now):
        """What arrives by now, in order."""
        while self.waiting and self.waiting[0][0] <= now:
            yield heapq.heappop(self.waiting)[2]

    @property
    def due(self):
        """When the next datagram arrives."""
        return self.waiting[0][0] if self.waiting else float("inf")


def main():
    """relay.py SEED LOSS OUTER-ADDRESS OUTER-PORT INNER-PORT: between the box and a peer at 127.0.0.1, on the port and
    the one above it. Says "ready" when it listens."""
    seed, loss = int(sys.argv[1]), float(sys.argv[2])
    outer, inner = (sys.argv[3], int(sys.argv[4])), ("127.0.0.1", int(sys.argv[5]))
    pairs, lines = {}, {}
    for step in (0, 1):
        outside, inside = (socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2))
        outside.bind((outer[0], outer[1] + step))
        # The ports of the sockets that face the peer follow each other as well: peers answer to the port above.
        inside.bind(("127.0.0.1", inner[1] + 1000 + step))
        inside.connect(("127.0.0.1", inner[1] + step))
        pairs[outside], pairs[inside] = inside, outside
        lines.update({pair: Line(seed + 2 * step + index, loss, 50, 0.05, 0.1)
                      for index, pair in enumerate((outside, inside))})
    stranger = {}
    print("ready", flush=True)
    while True:
        wait = min(line.due for line in lines.values()) - time.monotonic()
        for ready in select.select(list(pairs), [], [], max(0, min(wait, 1)))[0]:
            try:
                data, source = ready.recvfrom(65536)
            except ConnectionRefusedError:
                continue
            if ready.getsockname()[0] != "127.0.0.1":
                stranger[ready] = source
            lines[ready].put(time.monotonic(), data)
        for ready, line in lines.items():
            for data in line.take(time.monotonic()):
                other = pairs[ready]
                if other in stranger:
                    other.sendto(data, stranger[other])
                elif other.getsockname()[0] == "127.0.0.1":
                    other.send(data)


if __name__ == "__main__":
    main()
