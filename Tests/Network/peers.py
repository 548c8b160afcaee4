"""Model peers with the habits of those that a box will meet, to play with and to judge it by.

A peer invites or answers, keeps the clock, acknowledges, and plays what comes on an instrument. `Gathering` runs
several of them. All that the box sends goes to the strict judge, as it leaves the box: before the lines lose it."""

import random
import select
import time

import wire
from common.waiting import PATIENCE
from receiver import Receiver
from recorder import Recorder
from relay import Line
from sender import Sender
from validator import Stream

CONTROL, DATA = 0, 1


def now():
    return time.monotonic()


class Peer:
    """Apple's habits. lines: what comes from the box, and what goes to it."""

    name = b"Apple"
    has_journal = True  # sends one
    same_token = True  # on both ports
    units = 10_000  # of clocks, a second
    invitations, invite_every = 12, 1.0
    clocks = (1.5,) * 6 + (10.0,)  # seconds between exchanges as initiator; the last is repeated
    feedback_shift, feedback_every, feedback_port = 16, 1.0, CONTROL  # half of RS, seconds
    largest_ssrc = 0xFFFFFFFF
    token_in_goodbye = True

    def __init__(self, sockets, box, seed, lines=None):
        self.sockets, self.box = sockets, box
        self.random = random.Random("%s %s" % (self.name, seed))
        self.lines = lines or (Line(seed), Line(seed + 1))
        self.recorder, self.journalled = Recorder(), self.largest_ssrc > 0xFFFF
        self.stops = []  # commands at which this peer would stop reading a packet
        self.sessions = self.refusals = 0
        self.begin()

    def begin(self):
        """Forgets the session."""
        self.state, self.is_initiator, self.box_ssrc = "idle", False, None
        self.ssrc = self.random.randrange(1, self.largest_ssrc + 1)
        first = self.random.randrange(1 << 32)
        self.tokens = (first, first if self.same_token else self.random.randrange(1 << 32))
        self.sender = Sender(self.ssrc, self.random.randrange(0x10000), self.has_journal)
        self.receiver, self.stream = Receiver(), Stream(self.journalled)
        self.invited = self.exchanges = 0
        self.next_step = self.next_feedback = float("inf")
        self.heard_packets = False
        self.round_trips, self.asked, self.clock_heard = [], None, 0
        self.goodbyes = 0

    # What it says

    def send(self, port, data):
        self.lines[1].put(now(), (port, data))

    def flush(self):
        """Puts on the network what is due, and records it as it goes."""
        for port, data in self.lines[1].take(now()):
            self.sockets[port].sendto(data, (self.box[0], self.box[1] + port))
            self.record(port, data, False)
            if wire.is_session(data) and data[2:4] == b"RS":
                word = int.from_bytes(data[8:12], "big")
                self.stream.acknowledge(now(), word >> self.feedback_shift & 0xFFFF)
        for port, data in self.lines[0].take(now()):
            self.heard(port, data)

    def record(self, port, data, is_from_box):
        ends = [self.sockets[port].getsockname()[:2], (self.box[0], self.box[1] + port)]
        self.recorder.add(time.time(), *(ends[::-1] if is_from_box else ends), data)

    def invite(self):
        self.begin()
        self.is_initiator, self.state, self.invited, self.next_step = True, "control", 0, now()

    def goodbye(self):
        token = self.tokens[CONTROL] if self.token_in_goodbye else None
        self.send(CONTROL, wire.write_exchange("BY", token, self.ssrc))
        self.state = "ended"
        self.next_step = self.next_feedback = float("inf")

    def play(self, commands):
        """Sends commands in one packet."""
        self.send(DATA, self.sender.packet(int(now() * 10_000), commands))

    def clock(self):
        return int(now() * self.units)

    def step(self):
        """What is due: an invitation, a clock, an acknowledgement."""
        if now() >= self.next_step and self.state in ("control", "data"):
            port = DATA if self.state == "data" else CONTROL
            if self.invited == self.invitations:
                self.state, self.next_step = "unanswered", float("inf")
                return
            self.invited += 1
            self.next_step = now() + self.invite_every
            self.send(port, wire.write_exchange("IN", self.tokens[port], self.ssrc, self.name))
        elif now() >= self.next_step and self.state == "open":
            self.next_step = now() + self.clocks[min(self.exchanges, len(self.clocks) - 1)]
            self.exchanges += 1
            self.asked = self.clock()
            self.send(DATA, wire.write_clock(self.ssrc, 0, self.asked))
        if now() >= self.next_feedback:
            self.next_feedback = now() + self.feedback_every
            if self.heard_packets:
                self.heard_packets = False
                word = self.receiver.newest << self.feedback_shift
                self.send(self.feedback_port, wire.write_feedback(self.ssrc, word))

    # What it hears

    def arrived(self, port, data):
        """A datagram from the box, before the line may lose it."""
        self.record(port, data, True)
        self.stream.sent(now(), data)
        self.lines[0].put(now(), (port, data))

    def heard(self, port, data):
        if not wire.is_session(data):
            self.heard_packet(data)
            return
        try:
            message = wire.read(data, False)
        except wire.Fault:
            return
        if isinstance(message, wire.Clock):
            self.heard_clock(message)
        elif isinstance(message, wire.Feedback):
            self.sender.acknowledge(self.acknowledged(message.word))
        elif isinstance(message, wire.Exchange):
            self.heard_exchange(port, message)

    def acknowledged(self, word):
        """The sequence number in RS of the box: in its upper half, as Apple has it."""
        return word >> 16

    def heard_exchange(self, port, message):
        if message.kind == "IN":
            if port == CONTROL and message.ssrc != self.box_ssrc:
                self.begin()
            self.box_ssrc = message.ssrc
            self.send(port, wire.write_exchange("OK", message.token, self.ssrc, self.name))
            if port == DATA and self.state != "open":
                self.open()
        elif message.kind == "OK" and message.token == self.tokens[port]:
            self.box_ssrc = message.ssrc
            if self.state == "control" and port == CONTROL:
                self.state, self.invited, self.next_step = "data", 0, now()
            elif self.state == "data" and port == DATA:
                self.open()
                self.next_step = now()
        elif message.kind == "NO" and message.token in self.tokens:
            self.state, self.next_step, self.refusals = "refused", float("inf"), self.refusals + 1
        elif message.kind == "BY" and message.ssrc == self.box_ssrc and self.state == "open":
            self.state, self.goodbyes = "ended", self.goodbyes + 1
            self.next_step = self.next_feedback = float("inf")

    def open(self):
        self.state, self.sessions = "open", self.sessions + 1
        self.next_feedback = now() + self.feedback_every

    def heard_clock(self, message):
        self.clock_heard += 1
        if message.count == 0:
            self.send(DATA, wire.write_clock(self.ssrc, 1, message.times[0], self.clock()))
        elif message.count == 1 and message.times[0] == self.asked:
            self.round_trips.append((self.clock() - self.asked) / self.units)
            self.send(DATA, wire.write_clock(self.ssrc, 2, message.times[0], message.times[1], self.clock()))

    def heard_packet(self, data):
        try:
            packet = wire.read_packet(data)
        except wire.Fault:
            return
        self.heard_packets = True
        self.stops += [command for command in packet.commands[1:] if self.stops_at(command.data)]
        self.receiver.take(data)

    @staticmethod
    def stops_at(command):
        """Whether this peer gives up a packet at this command, if it is not the first."""
        return False


class RTPMIDID(Peer):
    """rtpmidid: small SSRC, no journal of its own; it gets none, because it plays phantom notes from them (N6)."""

    name, has_journal, largest_ssrc = b"rtpmidid", False, 0xFFFF


class Lathoub(Peer):
    """The Arduino library: no journal, BY without a token, stops at real-time inside a packet."""

    name, has_journal, token_in_goodbye = b"lathoub", False, False
    # No habit of its own: the box has to hear RS on both ports (N6).
    feedback_port = DATA

    @staticmethod
    def stops_at(command):
        return command[0] >= 0xF8


class PipeWire(Peer):
    """PipeWire: other tokens on each port, clocks in 10 µs, RS in the lower half, no journal or repair of its own."""

    name, has_journal, same_token, units, feedback_shift = b"PipeWire", False, False, 100_000, 0

    @staticmethod
    def stops_at(command):
        return command[0] in (0xF0, 0xF7) or command[0] >= 0xF8


class Gathering:
    """Runs peers, all in this thread, until something is true."""

    def __init__(self, *peers):
        self.peers = list(peers)

    def until(self, condition, timeout=PATIENCE):
        """Whether the condition came true in time."""
        end = now() + timeout
        while not condition():
            left = end - now()
            if left <= 0:
                return False
            self.turn(left)
        return True

    def run(self, seconds):
        self.until(lambda: False, seconds)

    def turn(self, longest):
        due = min(min(peer.next_step, peer.next_feedback, *(line.due for line in peer.lines)) for peer in self.peers)
        sockets = {socket: (peer, port) for peer in self.peers for port, socket in enumerate(peer.sockets)}
        for socket in select.select(list(sockets), [], [], max(0, min(longest, due - now(), 0.1)))[0]:
            peer, port = sockets[socket]
            for _ in range(64):
                try:
                    data, source = socket.recvfrom(65536)
                except (BlockingIOError, ConnectionRefusedError):
                    break
                if source[0] == peer.box[0]:
                    peer.arrived(port, data)
        for peer in self.peers:
            peer.flush()
            peer.step()
            peer.flush()
