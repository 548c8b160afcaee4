"""Two boxes that invite each other, new starts and addresses under a session, IPv6, and buffers (N2, N3, N8)."""

import time

import wire
from box import Box
from case import BINARY
from common.waiting import until
from peers import Lathoub, now
from test_programs import ProgramCase
from test_sessions import DESK, EVERYBODY, SessionCase

NOTE, END = b"\x90\x3c\x64", b"\x80\x3c\x40"


class TwinTests(ProgramCase):
    def connections(self, box):
        return [line for line in box.status() if line.startswith("peer") and ": connected" in line]

    def test_boxes_that_invite_each_other_have_one_session(self):
        boxes = [self.enterContext(Box(BINARY, self.network, host, {"other": 'network: "%s"' % other}, name=name,
                                       accept="named"))
                 for host, name, other in ((1, "Left", "Right"), (2, "Right", "Left"))]
        self.assertTrue(until(lambda: all(self.connections(box) for box in boxes)),
                        [box.status() for box in boxes])
        # Longer than the back-off of the loser's invitation.
        for _ in range(10):
            for box in boxes:
                self.assertEqual(len(self.connections(box)), 1, box.status())
                box.play([NOTE, END])
            time.sleep(0.5)
        until(lambda: all(len(box.heard) == 20 for box in boxes))
        self.assertGreaterEqual(len(boxes[0].heard), 18)
        for box in boxes:
            self.assertEqual(set(box.heard), {("other", NOTE), ("other", END)})
            self.assertEqual(len(box.heard) % 2, 0, "a note came twice")
        self.capture.close()
        packets = [(source[0], data) for _, source, _, data in self.capture.datagrams if not wire.is_session(data)]
        streams = {(source, data[8:12]) for source, data in packets}
        self.assertEqual(len(streams), 2, "more than one session")

    def test_boxes_find_each_other_by_midi_ci(self):
        """U9, U10: over a session, Discovery and the list of presets."""
        left, right = [
            self.enterContext(Box(BINARY, self.network, host, {"other": 'network: "%s"' % other}, name=name,
                                  accept="named", inquiries=True))
            for host, name, other in ((1, "Left", "Right"), (2, "Right", "Left"))]
        for box in (left, right):
            self.assertTrue(until(lambda: any(line.startswith("device other: Treadle ") and "1 program" in line
                                                  for line in box.status())), box.status())


class ChangeTests(SessionCase):
    def test_a_box_that_starts_anew_invites_its_peer_again(self):
        box = self.box(DESK)
        peer = self.peer()
        peers = self.met(peer)
        box.kill()
        with Box(BINARY, self.network, 1, DESK) as again:
            self.assertTrue(peers.until(lambda: peer.sessions == 2 and peer.state == "open"), again.status())
            peer.play([NOTE, END])
            self.assertTrue(peers.until(lambda: len(again.heard) == 2), again.heard)

    def test_a_peer_that_starts_anew_has_its_session_again(self):
        box = self.box(EVERYBODY)
        peer = self.peer()
        peers = self.inviting(peer)
        peer.play([NOTE])
        self.assertTrue(peers.until(lambda: box.heard))
        # Without a goodbye: the note of the first session ends with it (H9).
        peer.invite()
        self.opened(peers, peer)
        peer.play([NOTE, END])
        self.assertTrue(peers.until(lambda: box.heard == [("peer", NOTE), ("peer", END)] * 2), box.heard)
        self.assertEqual(len([line for line in box.status() if ": connected" in line]), 1, box.status())

    def test_a_session_is_renewed_after_a_change_of_address(self):
        box = self.box(DESK)
        peer = self.peer()
        peers = self.met(peer)
        self.network.batch(1, ["addr del 10.77.0.1/24 dev eth0", "addr add 10.77.0.11/24 dev eth0",
                               "route replace default dev eth0"])
        peer.begin()
        peer.box = ("10.77.0.11", 5004)
        changed = now()
        self.opened(peers, peer)
        self.assertLess(now() - changed, 5)
        peer.play([NOTE, END])
        self.assertTrue(peers.until(lambda: len(box.heard) == 2), box.heard)


class VersionSixTests(SessionCase):
    def setUp(self):
        super().setUp()
        for host in (1, 2):
            self.network.batch(host, ["addr add fd77::%d/64 dev eth0 nodad" % host])

    def test_a_peer_invites_over_ipv6(self):
        self.holds(EVERYBODY, lambda peer: peer.invite())

    def test_the_box_invites_over_ipv6(self):
        self.holds({"peer": 'network: "[fd77::2]:5004"'}, lambda peer: None)

    def holds(self, ports, begin):
        box = self.box(ports)
        # An address that a packet of IPv4 cannot have.
        peer = self.peer(box=("fd77::1", 5004), address="fd77::2")
        begin(peer)
        peers = self.met(peer)
        peer.play([NOTE, END])
        self.assertTrue(peers.until(lambda: box.heard == [("peer", NOTE), ("peer", END)]), box.heard)
        box.play([NOTE, END])
        self.assertTrue(peers.until(lambda: END in peer.receiver.played))
        box.end()
        self.assertTrue(peers.until(lambda: peer.goodbyes == 1))
        self.judge(peer)


class BufferTests(SessionCase):
    def until_spacings(self, setting, are_good):
        """Plays three commands, 4 ms apart by their time stamps, that come at once, until the milliseconds between them
        are good: a busy machine delays some."""
        with Box(BINARY, self.network, 1, {"peer": 'network: "*"' + setting}) as box:
            peer = self.peer(Lathoub)
            peer.clocks = (0.05,)
            peers = self.inviting(peer)
            self.assertTrue(peers.until(lambda: len(peer.round_trips) >= 8))

            def spacings():
                count = len(box.heard)
                data = wire.write_packet(peer.sender.next, peer.clock(), peer.ssrc,
                                         [(40 * (number > 0), bytes([0x90, 60 + number, 100])) for number in range(3)])
                peer.sender.next += 1
                peer.send(1, data)
                self.assertTrue(peers.until(lambda: len(box.heard) == count + 3), box.heard)
                times = box.times[-3:]
                return [(later - earlier) / 1e6 for earlier, later in zip(times, times[1:])]

            self.assertTrue(until(lambda: all(map(are_good, spacings()))), box.times)

    def test_a_buffer_keeps_the_sender_s_time(self):
        self.until_spacings(", buffer: 5 ms", lambda spacing: abs(spacing - 4) <= 2)

    def test_without_a_buffer_all_comes_at_once(self):
        self.until_spacings("", lambda spacing: spacing < 1)
