"""Tests the test bench itself: without the box, each simulated device does what the other tests expect."""

import unittest

from board import Board
from chips import Bus
from display import Display
from gadget import Gadget
from lines import Lines

# Process 1 is the shell script, which never becomes the box.
WITHOUT_BOX = "/etc/treadle/rc &\nwhile :; do sleep 1000; done"


class Bench(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.board = cls.enterClassContext(Board(prepare=WITHOUT_BOX))

    def test_kernel_is_real_time(self):
        self.assertIn("PREEMPT_RT", self.board.run("uname -v"))

    def test_commands_give_status_and_output(self):
        self.assertEqual(self.board.sh("echo one; echo two >&2; exit 3"), (3, "one\ntwo\n"))
        self.assertEqual(self.board.sh("printf 'no line end'"), (0, "no line end"))

    def test_usb_instrument_plays_and_hears(self):
        keys = Gadget(self.board, "keys", ports=2).plug()
        box = "hw:%d,0,1" % keys.box_card()
        self.board.run("amidi -p %s -r /tmp/in >/dev/null 2>&1 &" % box)
        self.board.wait("[ -e /tmp/in ]")
        keys.send([0x90, 0x3C, 0x64], cable=1)
        self.assertEqual(self.board.wait("xxd -p /tmp/in | grep 64"), "903c64")
        heard = keys.listen(cable=1)
        self.board.run("amidi -p %s -S 'F8 90 3C 40 FE F0 01 02 F7'" % box)
        self.assertEqual(heard.read(9).hex(), "f8903c40fef00102f7")
        keys.unplug()
        self.assertNotIn("keys", self.board.run("cat /proc/asound/cards"))
        self.assertGreater(keys.plug().box_card(), 0)
        keys.unplug()

    def test_midi_2_instrument_has_an_endpoint_for_words(self):
        pad = Gadget(self.board, "pad", socket=1, midi2=True).plug()
        self.board.run("ls /dev/snd/umpC%dD0" % pad.box_card())
        pad.unplug()

    def test_footswitch_lines_can_be_pulled(self):
        lines = Lines(self.board, ["A", "B", None, "LED"])
        self.board.run("ls /dev/%s" % lines.chip)
        lines.up("A")
        self.assertEqual(lines.value("A"), 1)
        lines.down("A")
        self.assertEqual(lines.value("A"), 0)

    def test_chips_keep_registers_and_tell_what_was_written(self):
        bus = Bus(self.board, [0x27, 0x68])
        bus.set(0x68, 0x3B, 1, 2, 3)
        self.assertEqual(bus.get(0x68, 0x3C), 2)
        # "H" in four bits, after the switch to four bits.
        for byte in [0x2C, 0x28, 0x4D, 0x49, 0x8D, 0x89]:
            self.board.run("i2cset -y %d 0x27 %#x" % (bus.number, byte))
        self.board.run("i2cset -y %d 0x68 0x10 1 2 i" % bus.number)
        self.assertEqual(bus.written(0x68), [[0x10, 1, 2]])
        picture = Display().feed(bus.written(0x27))
        self.assertEqual(picture.rows, ["H" + " " * 15, " " * 16])
        self.assertTrue(picture.backlight)

    def test_din_carries_bytes_both_ways(self):
        self.board.run("stty -F /dev/ttyS0 raw -echo; exec 3<>/dev/ttyS0; printf '\\220\\074\\100' >&3; "
                       "dd bs=1 count=3 of=/tmp/din <&3 2>/dev/null &")
        self.assertEqual(self.board.read_din(3), b"\x90\x3C\x40")
        self.board.send_din(b"\x80\x3C\x00")
        self.assertEqual(self.board.wait("xxd -p /tmp/din | grep 00"), "803c00")


class Boot(unittest.TestCase):
    def test_userspace_is_up_within_half_a_second(self):
        """In the board's own time, at one instruction a nanosecond, so that a busy host does not matter."""
        with Board(prepare=WITHOUT_BOX, seed=1) as board:
            started = float(board.run("cut -d' ' -f22 /proc/$PPID/stat")) / 100
        self.assertLess(started, 0.5)
