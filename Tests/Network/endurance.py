"""Long sessions over a wire that loses one datagram of ten: `run --minutes 10 BINARY [NAME…]`. Prints the figures."""

import os
import time

import wire
from bad_wire import BadWire
from box import BOX_ADDRESS
from common.waiting import until
from evening import Evening
from relay import Line
from test_programs import EVERYBODY, PipeWireTests, ProgramCase
from test_sessions import DESK, SessionCase
from validator import Stream

LOSS = 0.1


def minutes():
    return float(os.environ.get("TREADLE_MINUTES", "1"))


class Endurance:
    """What the tests with programs share."""

    def hold(self, box, shift, peer_lines, kinds=None):
        """Plays for the whole time, ends, and prints what came of it."""
        lossy = BadWire(self.network, 0)
        self.addCleanup(lossy.close)
        self.connected(box)
        lossy.loss = LOSS
        evening, ups = Evening(5, kinds or Evening.ROUTED, segments=None), []
        end = time.monotonic() + 60 * minutes()
        while time.monotonic() < end:
            for group in evening.moment():
                box.play(group)
            ups.append(box.says("connected"))
            time.sleep(0.1)
        lossy.loss = 0
        self.connected(box)
        for group in evening.end():
            box.play(group)
        time.sleep(1)
        status = [line for line in box.status() if line.startswith("peer")]
        self.assertEqual(box.end(), 0)
        until(self.goodbyes)
        self.capture.close()
        streams, goodbyes = self.judged(shift), self.goodbyes()
        faults = [fault for stream in streams for fault in stream.faults]
        print("%s: %.0f minutes, %d RTP packets sent, %d datagrams carried, %d lost, %d sessions, connected %.2f %% of "
              "the time, %d BY, %d faults, %s, the peer heard %s" % (
                  self.id().split(".")[-1], minutes(), sum(stream.packets for stream in streams), lossy.carried,
                  lossy.lost, len(streams), 100 * sum(ups) / len(ups), len(goodbyes), len(faults), status,
                  peer_lines()), flush=True)
        self.assertEqual([(number, text) for number, text, _ in faults[:5]], [])
        self.assertTrue(goodbyes)
        self.assertEqual(len(streams), 1, "the session did not hold")

    def goodbyes(self):
        return [data for _, source, _, data in self.capture.datagrams
                if source[0] == BOX_ADDRESS and data[:4] == b"\xff\xffBY"]

    def judged(self, shift):
        """One stream for each session that the box had."""
        streams = {}
        for at, source, _, data in self.capture.datagrams:
            if source[0] == BOX_ADDRESS and not wire.is_session(data):
                streams.setdefault(data[8:12], Stream()).sent(at, data)
            elif source[0] != BOX_ADDRESS and data[:4] == b"\xff\xffRS" and len(data) == 12:
                for stream in list(streams.values())[-1:]:
                    stream.acknowledge(at, int.from_bytes(data[8:], "big") >> shift & 0xFFFF)
        return list(streams.values())


class PyMIDIEndurance(Endurance, ProgramCase):
    def test_pymidi_answers(self):
        lines = self.pymidi(2)
        self.hold(self.box(DESK), 16, lambda: "%d note_on, %d note_off" % (
            sum("note_on" in line for line in lines.seen), sum("note_off" in line for line in lines.seen)),
            ["note"] * 3 + ["plain_controller"])
        self.assertTrue(lines.wait("gone"), lines.seen[-3:])


class PipeWireEndurance(Endurance, ProgramCase):
    start = PipeWireTests.start

    def heard(self, program):
        lines = program.said.seen
        return "%d note on, %d note off" % (sum("Note On" in line for line in lines),
                                            sum("Note Off" in line for line in lines))

    def test_pipewire_invites(self):
        program = self.start()
        self.hold(self.box(EVERYBODY), 0, lambda: self.heard(program))

    def test_pipewire_is_invited(self):
        program = self.start()
        self.hold(self.box({"desk": 'network: "PipeW*"'}, accept="named"), 0, lambda: self.heard(program))


class AppleEndurance(SessionCase):
    def test_apple_both_ways(self):
        box = self.box(EVERYBODY)
        peer = self.peer(lines=(Line(1, LOSS, 5, 0.02, 0.05), Line(2, LOSS, 5, 0.02, 0.05)))
        self.good(peer)
        peers = self.inviting(peer)
        sent, received = self.evening(box, "peer", peer, peers, int(600 * minutes()), pause=0.1)
        status = [line for line in box.status() if line.startswith("peer")]
        print("%s: %.0f minutes, %d packets from the box, %d lost, %d gaps repaired, %d not; %d lost to the box, %s" % (
            self.id().split(".")[-1], minutes(), peer.stream.packets, peer.lines[0].lost, peer.receiver.repaired,
            peer.receiver.uncovered, peer.lines[1].lost, status), flush=True)
        self.assertEqual(peer.sessions, 1)
        self.assertEqual(peer.receiver.instrument.state(), sent.state())
        self.assertEqual(self.heard(box, "peer").state(), received.state())
        self.assertEqual(peer.receiver.instrument.sounding() + self.heard(box, "peer").sounding(), [])
        self.assertEqual(box.end(), 0)
        self.assertTrue(peers.until(lambda: peer.goodbyes == 1))
        self.judge(peer)


# The loader takes all cases of a module: only those of this file.
del PipeWireTests, ProgramCase, SessionCase
