"""The picture on an OLED, decoded from the bus (I10, D1, D2, D4)."""

import unittest

from boxed import OLED_ADDRESS, BoxedBoard
from common.waiting import until
from display import until_shown
from oled import OLED

BOX = """
treadle: 1
name: OLED
ports:
  din: { uart: /dev/ttyS0 }
footswitches:
  A: { line: "gpiochip0:0" }
  B: { line: "gpiochip0:1" }
display: { chip: %s, bus: /dev/i2c-0, columns: 21, brightness: 200, backlight: 4 }
leds: { bus: /dev/spidev0.0, count: 2 }
start-preset: 1
assignments:
  - { from: footswitches, controller: switch A, do: { 127: next-preset } }
presets:
  - { name: Verse, number: 1 }
  - { name: Jazzy group, number: 2, colour: red }
"""


class OLEDPicture(unittest.TestCase):
    def picture(self, board, first_column):
        return OLED(first_column).feed(board.bus.written(OLED_ADDRESS))

    def shows(self, board, first_column, *patterns):
        until_shown(lambda: self.picture(board, first_column).rows, *patterns)

    def check(self, chip, first_column):
        with BoxedBoard(BOX % chip, chip) as board:
            # The arrow behind the next preset is not one of the characters that are read here.
            board.said(r"^  display: 21x4 at 0x3c on /dev/i2c-0")
            # There is no such bus. The box says so once, and plays on.
            board.said(r"^treadle: LEDs: /dev/spidev0.0: not there; .*; tried again every second")
            self.shows(board, first_column, r"  1 Verse +", r"120\.0 \.. +", r"  2 Jazzy group +\?")
            self.assertEqual(self.picture(board, first_column).contrast, 200)
            board.lines.down("A")
            self.shows(board, first_column, r"  2 Jazzy group +", r"120\.0 \.. +", r"  1 Verse +\?")
            board.lines.up("A")
            board.send_din([0x92, 61, 100])
            self.shows(board, first_column, r"  2 .*", ".*", ".*", r"NoteOn  3 C#4    100 ?")
            self.assertTrue(until(lambda: not self.picture(board, first_column).on), "the OLED never went off")
            board.lines.down("B")
            self.assertTrue(until(lambda: self.picture(board, first_column).on), "the OLED never went on")
            self.assertTrue(any(len(write) > 20 for write in board.bus.written(OLED_ADDRESS)), "in blocks")

    def test_ssd1306_shows_presets_messages_and_goes_off(self):
        self.check("ssd1306", 0)

    def test_sh1106_shows_presets_messages_and_goes_off(self):
        self.check("sh1106", 2)
