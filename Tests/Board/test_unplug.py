"""Instruments that are unplugged while they sound, and plugged in again (H9, E2), in the board's own time: one
instruction takes a nanosecond, so that a busy host has no influence. """

import unittest

from boxed import BOXES, HERE, BoxedBoard, in_order, note
from gadget import Gadget


class Unplug(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.board = cls.enterClassContext(BoxedBoard(
            (BOXES / "stage.yaml").read_text(), "unplug", seed=1, boot_timeout=120,
            files={"data/" + name: ((HERE / name).read_text(), True)
                   for name in ["unplug-source.sh", "unplug-destination.sh"]}))
        cls.keys = Gadget(cls.board, "keys", product="Keystation", serial="K-0001", socket=0).plug()
        cls.synth = Gadget(cls.board, "synth", product="Montage", socket=1).plug()
        for alias in ["keys", "synth"]:
            cls.board.said(r"^  %s: in and out" % alias)

    def rounds(self, count, what, command):
        """Runs a script that prints a time in milliseconds for each round."""
        status, output = self.board.sh(command, 300)
        self.board.sh("echo dummy_udc.1 >%s/UDC" % self.synth.folder)
        self.assertEqual(status, 0, output)
        times = [int(time) for time in output.split()]
        self.assertEqual(len(times), count)
        note("unplugged %d times %s: it sounds again %d to %d ms after it was plugged in, %d in the middle" % (
            count, what, min(times), max(times), sorted(times)[count // 2]))
        self.assertLess(max(times), 1000)

    def test_source_50_times(self):
        heard = self.synth.listen()
        self.rounds(50, "as a source", "/data/unplug-source.sh 50 %s %d" % (heard.path, self.board.box()))
        cycle = "90 48 40 80 48 40 " * 2
        self.assertEqual(heard.read(600).hex(" "), (cycle * 50).strip())
        heard.stop()

    def test_destination_50_times(self):
        self.rounds(50, "as a destination", "/data/unplug-destination.sh 50 %d after" % self.board.box())

    # Known to fail in about one round of ten: the kernel accepts bytes that are written between the unplugging and its
    # notification, but never sends them, while the box counts them as sent. The note then hangs in an instrument that
    # has its own power supply (H9).
    def test_destination_whose_key_is_released_that_very_moment_10_times(self):
        self.rounds(10, "with a release", "/data/unplug-destination.sh 10 %d before" % self.board.box())

    def test_the_loop_has_neither_allocated_nor_faulted(self):
        self.board.is_clean(self, ", with instruments that come and go")


load_tests = in_order(Unplug)
