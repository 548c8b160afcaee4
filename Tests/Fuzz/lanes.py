"""Many requests at once: some connections side by side, each from an address of its own, on which requests follow each
other without waiting for answers. Connections are limited in all and for each address (W3)."""

import collections
import itertools
import selectors
import socket

import filling
import reading
from common.waiting import PATIENCE

HOST = "127.0.0.1"
LANES = 8
# Requests on a connection that are not answered yet, and bytes that wait to be sent.
WINDOW, WAITING = 8, 65536
# Requests whose end is in doubt have a connection of their own. So many are open while others go on.
DOUBTFUL = 8
# Addresses of the peers.
PEERS = itertools.cycle(["127.0.1.%d" % number for number in range(1, 251)])


def connected(port):
    made = socket.socket()
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # So that many connections can have the same port, to other peers.
    made.setsockopt(socket.IPPROTO_IP, getattr(socket, "IP_BIND_ADDRESS_NO_PORT", 24), 1)
    made.bind((next(PEERS), 0))
    made.settimeout(PATIENCE)
    made.connect((HOST, port))
    made.setblocking(False)
    return made


class Lane:
    """traffic: that of the lane. window: how many requests may be unanswered."""

    def __init__(self, traffic, window):
        self.traffic, self.window = traffic, window
        self.waiting, self.sent = collections.deque(), collections.deque()
        self.socket = None

    def add(self, request):
        if request.file:
            # Its hash is known when the answer has come.
            self.waiting.append(filling.Request(b"HEAD %s HTTP/1.1\nHost: @HOST@\nCookie: @COOKIE@\n\n" % request.file,
                                                request.number))
        self.waiting.append(request)

    @property
    def is_done(self):
        return not self.waiting and not self.sent

    def open(self):
        self.socket = connected(self.traffic.port)
        self.output, self.received, self.is_last = bytearray(), bytearray(), False
        self.traffic.selector.register(self.socket, selectors.EVENT_READ, self)

    def close(self):
        """Ends the connection. Requests that were sent in vain go first on the next one."""
        if self.socket:
            self.traffic.selector.unregister(self.socket)
            self.socket.close()
            self.socket = None
        if self.sent and not self.is_last:
            self.sent[0].tries += 1
            # It was refused without an answer, or there was no place for the connection.
            if self.sent[0].tries > 1:
                self.traffic.count("none")
                self.sent.popleft()
        self.waiting.extendleft(reversed(self.sent))
        self.sent.clear()

    def fill(self):
        """Makes requests into bytes, as many as may be unanswered."""
        while self.waiting and len(self.sent) < self.window and len(self.output) < WAITING:
            request = self.waiting.popleft()
            whole = self.traffic.filled(request)
            if filling.is_whole(whole):
                self.sent.append(request)
                self.output += whole
            else:
                self.traffic.send_doubtful(whole)

    def turn(self, events):
        """Reads and writes what is ready."""
        try:
            if events & selectors.EVENT_READ and not self.read():
                return self.close()
            self.fill()
            if self.output:
                del self.output[:self.socket.send(self.output)]
        except BlockingIOError:
            pass
        except ConnectionError:
            return self.close()
        if self.is_done:
            return self.close()
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if self.output else 0)
        return self.traffic.selector.modify(self.socket, wanted, self)

    def read(self):
        """Takes the answers that have come. Returns whether the connection goes on."""
        data = self.socket.recv(262144)
        self.received += data
        while self.sent and not self.is_last:
            try:
                answer = reading.take(self.received, self.sent[0].method)
            except reading.Wrong as error:
                raise reading.Wrong("%s to %r" % (error, self.sent[0].text[:200])) from error
            if not answer:
                break
            self.traffic.answered(self.sent.popleft(), answer)
            self.is_last = answer.is_last
        if self.received and not self.sent and not self.is_last:
            raise reading.Wrong("an answer that nothing asked for: %r" % bytes(self.received[:300]))
        return data and not self.is_last


class Traffic:
    """port: of the page. fill: the bytes of a request, with the hash of a file. counts: how often each status came, and
    none."""

    def __init__(self, port, fill, counts):
        self.port, self.fill, self.counts = port, fill, counts
        self.selector, self.doubtful, self.tag = selectors.DefaultSelector(), collections.deque(), b""

    def exchange(self, requests):
        """Sends all requests, and reads their answers. Raises `Wrong` for one that must not be."""
        edits, others = Lane(self, 1), [Lane(self, WINDOW) for _ in range(LANES)]
        for request in requests:
            (edits if request.file else others[request.number % LANES]).add(request)
        try:
            self.run([edits, *others])
        finally:
            for lane in [edits, *others]:
                if lane.socket:
                    lane.socket.close()
            while self.doubtful:
                self.end_doubtful()
            self.selector.close()

    def run(self, lanes):
        while lanes := [lane for lane in lanes if not lane.is_done]:
            for lane in lanes:
                if not lane.socket:
                    lane.open()
                    lane.turn(0)
            if any(lane.socket is None for lane in lanes):
                continue
            ready = self.selector.select(PATIENCE)
            if not ready:
                raise reading.Wrong("no answer within %d s to %r" % (PATIENCE, [
                    request.text[:100] for lane in lanes for request in lane.sent]))
            for key, events in ready:
                key.data.turn(events)

    def filled(self, request):
        return self.fill(request, self.tag)

    def answered(self, request, answer):
        self.count(answer.status)
        if request.method == "HEAD":
            self.tag = answer.tag

    def count(self, status):
        self.counts[status] += 1

    def send_doubtful(self, whole):
        made = connected(self.port)
        try:
            made.send(whole)
        except (BlockingIOError, ConnectionError):
            pass
        self.doubtful.append(made)
        if len(self.doubtful) > DOUBTFUL:
            self.end_doubtful()

    def end_doubtful(self):
        """Ends the oldest. Its first answer alone is beyond doubt."""
        made = self.doubtful.popleft()
        try:
            head = made.recv(4096)
        except (BlockingIOError, ConnectionError):
            head = b""
        made.close()
        self.count(reading.status(head) if head and not head.startswith(b"HTTP/1.1 100 ") else "none")
