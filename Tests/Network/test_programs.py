"""A box and programs of others: pymidi, and PipeWire, which finds it and is found by mDNS (N2, N3)."""

import subprocess
import time
import unittest

import pipewire
import tools
from box import BOX_ADDRESS
from lines import Lines
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

    def wait(self, condition, timeout=15):
        """Programs tell nothing when they are ready: asks again until they are."""
        end = time.monotonic() + timeout
        while not condition() and time.monotonic() < end:
            time.sleep(0.05)
        return condition()

    def connected(self, box):
        self.assertTrue(self.wait(lambda: any("connected" in line for line in box.status())), box.status())

    def judge_capture(self, shift):
        self.capture.close()
        stream = Stream()
        self.capture.judge(stream, BOX_ADDRESS, shift)
        faults = ["%d: %s\n  %s" % (number, text, data.hex()) for number, text, data in stream.faults]
        self.assertGreater(stream.packets, 1)
        self.assertEqual(faults[:5], [], "%d faults" % len(faults))
        try:
            self.assertEqual(tools.judged_by_tshark(self.capture, self.folder / "programs.pcap")[:5], [])
        except tools.Missing as error:
            print("skipped: tshark's verdict: %s" % error)


def start_pymidi(case):
    """Returns what pymidi at host 2 prints."""
    try:
        python = tools.pymidi()
    except tools.Missing as error:
        case.skipTest(str(error))
    started = case.network.start(
        2, [python, tools.ROOT / "Tests" / "Network" / "responder.py", "10.77.0.2", "5004"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    lines = Lines(started.stdout)
    case.assertTrue(lines.wait("ready"))
    return lines


class PyMIDITests(ProgramCase):
    def test_the_box_invites_pymidi_and_plays(self):
        lines = start_pymidi(self)
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
        self.assertTrue(self.wait(plays), lines.seen)
        box.end()
        self.assertTrue(lines.wait("gone"), lines.seen)
        self.judge_capture(16)


class PipeWireTests(ProgramCase):
    def start(self):
        try:
            program = pipewire.PipeWire(self.network, 2, self.folder)
        except tools.Missing as error:
            self.skipTest(str(error))
        self.assertTrue(program.said.wait("runs", timeout=20), program.said.seen)
        return program

    def plays(self, box, program):
        self.connected(box)
        self.assertTrue(program.said.wait("linked", timeout=15), program.said.seen)

        def hears(velocity):
            for status in (0x90, 0x80):
                box.play([bytes([status, 40, velocity])])
            return program.said.has("Note Off", "velocity %3d" % velocity)

        # PipeWire drops what comes between the link and the first round of its graph, and what comes while a busy
        # machine delays its rounds.
        for velocity in range(1, 22):
            self.assertTrue(self.wait(lambda: hears(velocity)), program.said.seen[-5:])
        box.end()
        self.judge_capture(0)

    def test_pipewire_finds_the_box_and_invites_it(self):
        program = self.start()
        self.plays(self.box(EVERYBODY), program)

    def test_the_box_finds_pipewire_by_name_and_invites_it(self):
        program = self.start()
        self.plays(self.box({"desk": 'network: "PipeW*"'}, accept="named"), program)


if __name__ == "__main__":
    unittest.main()
