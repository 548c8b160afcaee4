"""A box and programs of others: pymidi, and PipeWire, which finds it and is found by mDNS (N2, N3)."""

import pipewire
from box import BOX_ADDRESS
from common.waiting import until
from recorder import Capture
from test_sessions import DESK, EVERYBODY, SessionCase
from validator import Stream

NOTE, END = b"\x90\x3c\x64", b"\x80\x3c\x40"


class ProgramCase(SessionCase):
    hosts = 2

    def setUp(self):
        super().setUp()
        self.capture = Capture(self.network, 1)
        self.addCleanup(self.capture.close)

    def connected(self, box):
        self.assertTrue(until(lambda: box.says("connected")), box.status())

    def judge_capture(self, shift):
        self.capture.close()
        stream = Stream()
        self.capture.judge(stream, BOX_ADDRESS, shift)
        self.assertGreater(stream.packets, 1)
        self.judge_stream(stream, self.capture, "a program")


class PyMIDITests(ProgramCase):
    def test_the_box_invites_pymidi_and_plays(self):
        lines = self.pymidi(2)
        box = self.box(DESK)
        self.assertTrue(lines.wait("connected"))
        self.connected(box)

        def plays():
            for command in (b"\xb0\x07\x64", NOTE, END):
                box.play([command])
            return lines.has("note_on") and lines.has("note_off")

        # pymidi 0.5.0 takes the S bit of a journal for its Y bit, and drops the packet after one without commands,
        # here the Control Change, but the note where the box had time for such a packet in between. So all are
        # played until both ends of a note came.
        self.assertTrue(until(plays), lines.seen)
        box.end()
        self.assertTrue(lines.wait("gone"), lines.seen)
        self.judge_capture(16)


class PipeWireTests(ProgramCase):
    def start(self):
        program = self.needs(lambda: pipewire.PipeWireProgram(self.network, 2, self.folder))
        self.assertTrue(program.said.wait("runs"), program.said.seen)
        return program

    def plays(self, box, program):
        self.connected(box)
        self.assertTrue(program.said.wait("linked"), program.said.seen)

        def hears(velocity):
            for status in (0x90, 0x80):
                box.play([bytes([status, 40, velocity])])
            return program.said.has("Note Off", "velocity %3d" % velocity)

        # PipeWire drops what comes between the link and the first round of its graph, and what comes while a busy
        # machine delays its rounds.
        for velocity in range(1, 22):
            self.assertTrue(until(lambda: hears(velocity)), program.said.seen[-5:])
        box.end()
        self.judge_capture(0)

    def test_pipewire_finds_the_box_and_invites_it(self):
        program = self.start()
        self.plays(self.box(EVERYBODY), program)

    def test_the_box_finds_pipewire_by_name_and_invites_it(self):
        program = self.start()
        self.plays(self.box({"desk": 'network: "PipeW*"'}, accept="named"), program)
