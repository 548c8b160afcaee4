"""What no datagram may do: end another's session, leave a note hanging, stop the box, or grow its memory (N9)."""

import random

import wire
from peers import Gathering, Peer, now
from test_sessions import EVERYBODY, SessionCase


class AttackTests(SessionCase):
    def setUp(self):
        super().setUp()
        self.running = self.box(EVERYBODY)
        self.friend = self.peer(host=2)
        self.peers = self.inviting(self.friend)
        self.random = random.Random(5)
        self.stranger = [self.network.bound(3, port) for port in (7004, 7005)]
        for made in self.stranger:
            self.addCleanup(made.close)
        self.played = 0

    def throw(self, port, data, own=False):
        """A datagram to the box: from a stranger, or from the very sockets of the friend."""
        sender = self.friend.sockets[port] if own else self.stranger[port]
        sender.sendto(data, ("10.77.0.1", 5004 + port))

    def read(self):
        """Waits until the box has read all that was thrown, so that nothing is lost before it."""
        self.assertTrue(self.peers.until(lambda: self.running.unread() == 0))

    def play(self):
        """The friend plays a note, as ever."""
        self.friend.play([b"\x90\x3c\x64", b"\x80\x3c\x40"])
        self.played += 2

    def undisturbed(self):
        """All that the friend played came, its session is open, and the box is well."""
        self.assertTrue(self.peers.until(lambda: len(self.running.heard) >= self.played), (
            "%d of %d came" % (len(self.running.heard), self.played)))
        self.assertEqual({data for _, data in self.running.heard}, {b"\x90\x3c\x64", b"\x80\x3c\x40"})
        self.assertEqual((self.friend.state, self.friend.goodbyes, self.friend.sessions), ("open", 0, 1))
        self.assertTrue(self.running.is_alive())
        self.running.play([b"\x90\x40\x11", b"\x80\x40\x40"])
        self.assertTrue(self.peers.until(lambda: b"\x80\x40\x40" in self.friend.receiver.played))
        self.judge(self.friend)

    def test_a_thousand_invitations_a_second(self):
        before, handles = self.running.resident(), self.running.descriptors()
        started = now()
        for thrown in range(0, 2000, 10):
            for _ in range(10):
                name = bytes(self.random.randrange(33, 127) for _ in range(self.random.choice((5, 23, 1000))))
                self.throw(self.random.randrange(2), wire.write_exchange(
                    "IN", self.random.randrange(1 << 32), self.random.randrange(1 << 32), name))
            self.play()
            self.peers.run(max(0, started + thrown / 1000 - now()))
            self.read()
        self.undisturbed()
        # Half-open sessions end after some seconds (N3).
        self.assertTrue(self.peers.until(lambda: self.running.descriptors() <= handles + 1),
                        "%d descriptors after %d" % (self.running.descriptors(), handles))
        self.assertLess(self.running.resident() - before, 2000)

    def test_random_bytes_on_both_ports(self):
        for own in (False, True):
            for number in range(2000):
                if number % 10 == 0:
                    self.read()
                size = self.random.choice((0, 1, 3, 4, 12, 13, 36, 200, 1400, 9000))
                data = self.random.randbytes(size)
                if self.random.random() < 0.7:
                    head = self.random.choice((b"\xff\xffIN", b"\xff\xffOK", b"\xff\xffNO", b"\xff\xffCK",
                                               b"\xff\xffRS", b"\xff\xffRL", b"\x80\xe1"))
                    data = head + data[len(head):]
                self.throw(self.random.randrange(2), data, own)
            self.read()
            self.play()
        self.undisturbed()

    def test_wrong_sources_and_sources_that_lie(self):
        packet = wire.write_packet(self.friend.sender.next, 0, self.friend.ssrc, [(0, b"\x90\x01\x01")])
        self.throw(1, packet)
        self.throw(1, wire.write_packet(self.friend.sender.next, 0, self.friend.ssrc ^ 5, [(0, b"\x90\x01\x01")]), True)
        for kind, ssrc in (("BY", self.friend.ssrc ^ 1), ("BY", 0), ("NO", self.friend.ssrc ^ 1)):
            for port in (0, 1):
                self.throw(port, wire.write_exchange(kind, self.friend.tokens[0], ssrc), True)
        self.throw(0, wire.write_exchange("BY", self.friend.tokens[0], self.friend.ssrc))
        self.throw(1, wire.write_clock(self.friend.ssrc ^ 1, 1, 0, 0), True)
        for word in (0, 0xFFFFFFFF, 0x12345678):
            self.throw(0, wire.write_feedback(self.friend.ssrc ^ 1, word), True)
        self.play()
        self.undisturbed()

    def test_ancient_and_doubled_packets(self):
        old = []
        for _ in range(20):
            old.append(self.friend.sender.packet(int(now() * 10_000), [b"\x90\x3c\x64", b"\x80\x3c\x40"]))
            self.friend.send(1, old[-1])
            self.played += 2
        self.delivered(self.peers, self.running)
        self.play()
        for data in old * 3:
            self.throw(1, data, True)
        self.read()
        self.play()
        self.undisturbed()
        self.assertEqual(len(self.running.heard), self.played)

    def test_malformed_packets_of_the_session_itself(self):
        # One packet came, so that the number of the first one is old.
        self.play()
        self.assertTrue(self.peers.until(lambda: len(self.running.heard) == 2))
        good = self.friend.sender.packet(0, [b"\x90\x3c\x64"])
        self.friend.sender.next -= 1
        for cut in range(12, len(good)):
            self.throw(1, good[:cut], True)
        for place in range(12, len(good)):
            for byte in (0, 0x7F, 0x80, 0xFF):
                data = good[:place] + bytes([byte]) + good[place + 1:]
                # A sequence number that is behind: what is well-formed by chance is dropped all the same.
                self.throw(1, data[:2] + (self.friend.sender.first & 0xFFFF).to_bytes(2, "big") + data[4:], True)
        self.read()
        self.running.heard.clear()
        self.played = 0
        self.play()
        self.assertTrue(self.peers.until(lambda: (b"\x80\x3c\x40") in [data for _, data in self.running.heard]))
        self.assertEqual((self.friend.state, self.friend.goodbyes), ("open", 0))
        self.judge(self.friend)

    def test_a_session_that_comes_and_goes_leaves_nothing(self):
        handles = self.running.descriptors()
        visitor = self.peer(Peer, 3)
        together = Gathering(self.friend, visitor)
        for _ in range(30):
            visitor.invite()
            self.opened(together, visitor)
            visitor.play([b"\x91\x40\x40"])
            visitor.goodbye()
            together.run(0.02)
        self.running.heard.clear()
        self.play()
        self.assertTrue(together.until(lambda: self.running.descriptors() <= handles))
        self.undisturbed()
