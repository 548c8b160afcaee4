"""The LCD in all sizes, decoded from the bus: every status of D3, the glyphs, the backlight (D1, D2, D3, D4)."""

import re
import threading
import unittest

from boxed import LCD, TILT, BoxedBoard, in_order
from common.waiting import until
from display import GLYPHS
from gadget import Gadget

BOX = """
treadle: 1
name: LCD
ports:
  keys: { match: "Keystation*" }
  synthesizer: { match: "Montage*" }
  din: { uart: /dev/ttyS0 }
clock: { send-when-stopped: false }
footswitches:
  A: { line: "gpiochip0:0" }
  B: { line: "gpiochip0:1" }
motion: { chip: lis3dh, bus: /dev/i2c-0, address: 0x18, rate: 25, smoothing: 0 }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 %s }
start-preset: 1
assignments:
  - { from: footswitches, controller: switch A, do: { 127: next-preset } }
  - { from: footswitches, controller: switch A+B, do: { 127: panic } }
  - { from: keys, channel: 16, controller: program, set: preset }
  - { from: keys, channel: 16, controller: cc 20, do: { 1: save, 2: undo, 3: tempo 99.5, 4: panic, 5: 'mute "Ring"', 6: 'unmute "Ring"' } }
  - { from: keys, channel: 16, controller: cc 21, do: { 1: clock-start, 2: clock-toggle-pause, 3: clock-stop } }
presets:
  - { name: Überleitung, number: 1, routings: [{ from: [keys], to: [synthesizer], restrict: { channel: 1 } }] }
  - { name: ガール süß, number: 2, routings: [{ name: Ring, from: [keys, synthesizer], to: [synthesizer], restrict: { channel: 1 } }] }
"""

NOTHING = " {7}"


class LCDPicture(unittest.TestCase):
    """An LCD of 16x2. One boot; the tests run in the order of the file, and each begins with preset 1 and no status."""

    @classmethod
    def setUpClass(cls):
        cls.board = cls.enterClassContext(BoxedBoard(BOX % ", backlight: 4", "lcd"))
        cls.keys = Gadget(cls.board, "keys", product="Keystation", socket=0).plug()
        cls.synth = Gadget(cls.board, "synth", product="Montage", socket=1).plug()
        for alias in ["keys", "synthesizer", "din"]:
            cls.board.said(r"^  %s: in and out" % alias)
        # Reads and discards the output of a panic: unread, it would block the UART, for which the box waits when it
        # ends.
        threading.Thread(target=cls.drain, args=[cls.board.din], daemon=True).start()

    @staticmethod
    def drain(socket):
        while True:
            try:
                if not socket.recv(4096):
                    return
            except TimeoutError:
                pass
            except OSError:
                return

    def act(self, value, controller=20):
        self.keys.send([0xBF, controller, value, 0xBF, controller, 0])

    def says(self, status, tempo="120.0"):
        """Waits for a right-aligned status in its seven columns, and for the rest of row 2 as usual."""
        status = NOTHING if status is NOTHING else re.escape(status.rjust(7))
        self.board.shows(".*", r" *%s \.  %s" % (re.escape(tempo), status))

    def test_glyphs_are_loaded_and_preset_and_signs_stand_where_they_should(self):
        # Wait until the status messages of the start are gone.
        self.board.shows(r"  1 Überleitung ", r"120\.0 \.  %s" % NOTHING)
        display = self.board.display()
        self.assertTrue(display.on and display.backlight)
        self.assertEqual([bytes(display.glyphs[start:start + 8]) for start in range(0, 56, 8)], list(GLYPHS))
        self.act(1, 21)
        self.board.shows(".*", r"120\.0 >o +")
        self.board.shows(".*", r"120\.0 >  +")
        self.act(2, 21)
        self.board.shows(".*", r"120\.0 \|  +")
        self.act(3, 21)
        self.board.shows(".*", r"120\.0 \.  +")
        self.keys.send([0xCF, 2])
        self.board.shows(r"  2 ｶﾞｰﾙ süß    ")
        self.keys.send([0xCF, 1])

    def test_panic(self):
        self.board.step_on("B", "A")
        self.says("PANIC")
        self.board.lines.up("A")
        self.board.lines.up("B")
        self.keys.send([0xCF, 1])
        self.says(NOTHING)

    def test_held_notes_are_counted(self):
        self.keys.send([0x90, 60, 100, 0x90, 64, 100, 0xCF, 2])
        self.says("HELD 2")
        self.keys.send([0x80, 60, 0])
        self.says("HELD 1")
        self.keys.send([0x80, 64, 0, 0xCF, 1])
        self.says(NOTHING)

    def test_stray_bytes_are_counted_until_panic(self):
        self.board.send_din([0x40, 0x41, 0x42])
        self.says("DROP 3")
        self.board.send_din([0x40] * 97)
        self.says("DROP ++")
        self.act(4)
        self.says("PANIC")
        self.says(NOTHING)

    def test_missing_preset_saved_and_undone(self):
        self.keys.send([0xCF, 77])
        self.says("NO 77")
        self.act(3)
        self.says(NOTHING, tempo="99.5")
        self.act(2)
        self.says("UNDONE")
        self.keys.send([0xCF, 2])
        self.act(5)
        self.board.shows(r"  2 .*\*")
        self.act(1)
        self.says("SAVED")
        self.board.shows(r"  2 .* ")
        self.keys.send([0xCF, 1])
        self.says(NOTHING)

    def test_ports_that_come_and_go(self):
        self.synth.unplug()
        self.says("-synthe")
        self.synth.plug()
        self.says("+synthe")
        self.says(NOTHING)

    def test_a_sensor_that_no_longer_answers(self):
        # The restarted box checks the chip's identity and finds another one.
        self.board.bus.set(TILT, 0x0F, 0)
        mark = len(self.board.console)
        self.board.run("kill %d" % self.board.box())
        self.board.said(r"^  synthesizer: in and out", mark)
        self.says("NO TILT")
        self.board.bus.set(TILT, 0x0F, 0x33)
        self.says(NOTHING)

    def test_echo_of_the_synthesizer_is_a_loop(self):
        # The synthesizer's own side sends back at once what it receives.
        node = "/dev/snd/midiC%dD0" % self.synth.card()
        self.board.run("(cat <%s >%s) >/dev/null 2>&1 & echo $! >/tmp/echo" % (node, node))
        # The restarted box has the saved mute of the ring; loading the preset keeps it.
        self.keys.send([0xCF, 2])
        self.act(6)

        def after_a_note():
            self.keys.send([0x90, 60, 100])
            return self.board.display().rows

        # What a machine that stands still returns comes too late for feedback: then it is played again.
        until(after_a_note, lambda rows: rows[1].endswith("LOOP"), pause=3)
        self.says("LOOP")
        self.board.run("kill $(cat /tmp/echo)")
        self.keys.send([0x80, 60, 0, 0xCF, 1])
        self.act(4)
        self.says(NOTHING)

    def test_backlight_goes_off_after_a_while_and_on_at_the_first_event(self):
        def lit(expected):
            self.assertTrue(until(lambda: self.board.display().backlight == expected),
                            "the backlight never went %s" % ("on" if expected else "off"))

        self.keys.send([0xF8])
        lit(False)
        rows = self.board.display().rows
        self.keys.send([0xF8, 0xFE])
        self.assertFalse(self.board.display().backlight, "the clock is not an event")
        self.keys.send([0x90, 60, 1, 0x80, 60, 1])
        lit(True)
        self.assertEqual(self.board.display().rows, rows)
        lit(False)
        self.board.lines.down("B")
        lit(True)
        self.board.lines.up("B")


class LargerLCD(unittest.TestCase):
    def test_20x2_gives_name_and_status_more_room(self):
        with BoxedBoard(BOX % ", columns: 20", "lcd-20x2", size=(20, 2)) as board:
            board.shows(r"  1 Überleitung     ", r"120\.0 \. {13}")
            board.send_din([0x40])
            board.shows(r"  1 Überleitung     ", r"120\.0 \.       DROP 1")
            board.lines.down("A")
            board.shows(r"  2 ｶﾞｰﾙ süß        ", r"120\.0 \.       DROP 1")

    def test_20x4_shows_the_next_preset_and_the_last_message(self):
        with BoxedBoard(BOX % ", columns: 20, rows: 4", "lcd-20x4", size=(20, 4)) as board:
            board.shows(r"  1 Überleitung     ", r"120\.0 \. {13}", r"  2 ｶﾞｰﾙ süß       →", r" {20}")
            board.send_din([0x92, 61, 100])
            board.shows(r"  1 .*", r"120\.0 \. {13}", r"  2 .*→", r"NoteOn  3 C#4    100")
            board.lines.down("A")
            board.shows(r"  2 ｶﾞｰﾙ süß        ", r"120\.0 \. {13}", r"  1 Überleitung    →", r"NoteOn  3 C#4    100")
            self.assertTrue(any(len(write) > 20 for write in board.bus.written(LCD)), "in blocks")


load_tests = in_order(LCDPicture, LargerLCD)
