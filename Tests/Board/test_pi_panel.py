"""Coloured LEDs and footswitches at expanders of the image for a Raspberry Pi as it is released, in the emulated Pi 3: what
its own drivers send over SPI and I2C (I10).

A flash chip is on the SPI bus, because the emulator tells what it gets. Memory with an address register takes the place
of both expanders: a PCF8575 sends and gets the same, as long as the "address" is 0xFF.
"""

import math
import re
import unittest

from boxed import in_order, note
from card import SECTOR
from chain import BIT, RESET, pictures
from common.folders import temporary
from common.waiting import until
from emulated import EmulatorCrashed
from pi import IMAGE, Pi, play_until_heard
from released import busybox

FIRST, SECOND = 0x20, 0x21
BOX = """
treadle: 1
name: Panel
ports:
  din: { match: "Serial MIDI*" }
midi-ci: { enabled: false } # the tests count bytes
clock: { send-when-stopped: false }
expanders:
  first:  { chip: mcp23017 }
  second: { chip: pcf8575, address: 0x21 }
  absent: { chip: mcp23017, address: 0x22 }
leds: { bus: /dev/spidev0.0, count: 4, brightness: 64 }
footswitches:
  A: { line: "first:0", led: 1 }
  B: { line: "second:15", led: 2 }
  C: { line: "gpiochip0:23", led: 3, colour: red }
  D: { line: "absent:1" }
start-preset: 1
assignments:
  - { from: footswitches, controller: switch A, do: { 127: preset 1 } }
  - { from: footswitches, controller: switch B, do: { 127: preset 2 } }
  - { from: din, controller: program, do: { 1: preset 1, 2: preset 2, 3: led C on, 4: panic, 5: led C off } }
"""
PRESET = """
name: %s
number: %d
colour: "%s"
routings:
- { from: [din], to: [din], restrict: { channel: 1 } }
- { from: [footswitches], to: [din], controllers: { remap: [{ from: switch A, to: key 20 }, { from: switch B, to: key 21 }] } }
"""
OWNER = {
    "box.yaml": BOX, "presets/01-straight.yaml": PRESET % ("Verse", 1, "#ff8000"),
    "presets/02-split.yaml": PRESET % ("Chorus", 2, "#4060ff"),
}
# What the program changes 10 to 14 at DIN do on the board beside the box.
ORDERS = """#!/bin/busybox sh
alias i2cset='/bin/busybox i2cset -y 1'
until [ -S /run/treadle.sock ]; do /bin/busybox usleep 10000; done
/bin/treadle monitor din | while read -r line; do
    case $line in
        *'> program 10 '*) i2cset 0x20 0x12 0xFFFE w ;;
        *'> program 11 '*) i2cset 0x20 0x12 0xFFFF w ;;
        *'> program 12 '*) i2cset 0x21 0xFF 0x7FFF w ;;
        *'> program 13 '*) i2cset 0x21 0xFF 0xFFFF w ;;
        *'> program 14 '*) : >/run/treadle-restart; box=$(/bin/busybox grep -lz '^run$' /proc/[0-9]*/cmdline); box=${box#/proc/}; kill ${box%/*} ;;
    esac
done
"""
DARK = (0, 0, 0)
# The bytes of a line that is low until the LEDs show their colours.
SHOWN = bytes(math.ceil(RESET / BIT / 8))


def light(*colour):
    """The light of a colour at `brightness: 64`."""
    return tuple(max(value * value * 64 // (255 * 255), min(value, 1)) for value in colour)


def third(*colour):
    return light(*(value // 3 for value in colour))


ORANGE, BLUE, RED = (255, 128, 0), (0x40, 0x60, 255), (255, 0, 0)
VERSE = (light(*ORANGE), third(*BLUE), DARK, DARK)
CHORUS = (third(*ORANGE), light(*BLUE), DARK, DARK)


@unittest.skipUnless(IMAGE.exists(), "no image; make image BOARD=raspberry-pi")
class PiPanel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = temporary(cls)
        arguments = ["-device", "m25p80,bus=spi", "-trace", "enable=m25p80_transfer", "-trace", "enable=i2c_event",
                     "-trace", "enable=i2c_recv"]
        for address in [FIRST, SECOND]:
            memory = folder / ("%x" % address)
            memory.write_bytes(b"\xFF" * SECTOR)
            arguments += [
                "-drive", "if=none,id=chip%x,format=raw,file=%s" % (address, memory), "-device",
                "at24c-eeprom,bus=i2c-bus.1,address=%#x,address-size=1,rom-size=%d,drive=chip%x" % (
                    address, SECTOR, address)]
        image = {"etc/treadle/" + path: content for path, content in OWNER.items()}
        image |= {"bin/busybox": busybox("aarch64"), "etc/treadle/rc": (ORDERS, True)}
        try:
            cls.start(image, arguments)
        except EmulatorCrashed as error:
            note("one more emulator is started: %s" % error)
            cls.start(image, arguments)

    @classmethod
    def start(cls, image, arguments):
        cls.pi = cls.enterClassContext(Pi("panel", owner=OWNER, files=image, arguments=arguments))
        play_until_heard(cls.pi, bytes([0x90, 60, 64]))

    def trace(self):
        return (self.pi.folder / "trace").read_text(errors="replace")

    def pictures(self):
        """What the LEDs have shown, without repetitions."""
        sent = bytes(int(value, 16) for value in re.findall(r"m25p80_transfer.* tx 0x(\w+)\n", self.trace()))
        # The last picture may not be complete yet.
        end = sent.rfind(SHOWN)
        shown = pictures(sent[:end + len(SHOWN)]) if end >= 0 else []
        return [picture for before, picture in zip([None] + shown, shown) if picture != before]

    def shows(self, *wanted):
        """Waits until the last pictures are these."""
        shown = until(self.pictures, lambda shown: tuple(shown[-len(wanted):]) == wanted, pause=0.1)
        self.assertEqual(tuple(shown[-len(wanted):]), wanted)

    def play(self, program):
        self.pi.send_din(bytes([0xCF, program]))

    def test_1_leds_have_the_colours_of_their_presets(self):
        self.pi.said(r"^  LEDs: a chain of 4 on /dev/spidev0\.0")
        self.shows(VERSE)
        # At the start the chain is dark, until the box knows its colours.
        self.assertLessEqual(set(self.pictures()), {VERSE, (DARK,) * 4})
        self.play(2)
        self.shows(VERSE, CHORUS)
        self.play(3)
        self.shows(VERSE, CHORUS, (*CHORUS[:2], light(*RED), DARK))
        self.play(5)
        self.shows(CHORUS)
        self.play(1)
        self.shows(CHORUS, VERSE)

    def test_2_panic_leaves_the_leds(self):
        before = self.pictures()
        self.play(4)
        self.play(3)
        self.shows(VERSE, (*VERSE[:2], light(*RED), DARK))
        self.play(5)
        self.shows(VERSE)
        self.assertEqual(len(self.pictures()), len(before) + 2)
        # What the panic has sent.
        while self.pi.read_din(64, 1):
            pass

    def test_3_chain_that_does_not_change_is_sent_again(self):
        before = self.trace().count("m25p80_transfer")
        enough = before + 2 * (1 + 4 * 12 + 120)
        self.assertTrue(until(lambda: self.trace().count("m25p80_transfer") >= enough, pause=0.1), "nothing is sent")
        self.assertEqual(self.pictures()[-1], VERSE)

    def test_4_footswitches_at_both_chips_act(self):
        self.pi.said(r"^  expander first: mcp23017 at 0x20 on /dev/i2c-1")
        self.pi.said(r"^  expander second: pcf8575 at 0x21 on /dev/i2c-1")
        self.play(12)
        self.assertEqual(self.pi.read_din(3).hex(" "), "90 15 7f")
        self.shows(VERSE, CHORUS)
        self.play(13)
        self.assertEqual(self.pi.read_din(3).hex(" "), "80 15 40")
        self.play(10)
        self.assertEqual(self.pi.read_din(3).hex(" "), "90 14 7f")
        self.shows(CHORUS, VERSE)
        self.play(11)
        self.assertEqual(self.pi.read_din(3).hex(" "), "80 14 40")

    def test_5_absent_chip_is_reported_once(self):
        self.pi.said(r"^treadle: expander absent: 0x22 on /dev/i2c-1: not there; .*; tried again every second")
        self.assertEqual(self.pi.console.count("expander absent"), 1)

    def transfers(self, address):
        """All transfers of a chip: the bytes sent in hex, `..` for those received, R before these, P at the end. The
        emulator ends what is sent before it receives, where a real bus only starts again."""
        steps = {"start": "S", "start_async": "R", "finish": "P"}
        found = re.findall(r"i2c_(?:event (\w+)|(send|recv)).*\(addr:0x%02x\)(?: data:0x(\w+))?" % address, self.trace())
        words = [steps[event] if event else value if what == "send" else ".." for event, what, value in found]
        # The last one may not be complete.
        return set(" ".join(words).split("S ")[1:-1])

    def test_6_chips_get_what_their_data_sheets_say(self):
        orders = {"12 fe ff P ", "12 ff ff P "}
        self.assertEqual(self.transfers(FIRST) - orders, {
            "00 ff ff P ", "0c ff ff P ", "12 P R .. .. P ", "0c P R .. .. P "})
        orders = {"ff ff 7f P ", "ff ff ff P "}
        self.assertEqual(self.transfers(SECOND) - orders, {"ff P R .. .. P "})

    def test_7_chain_is_dark_when_the_box_ends(self):
        # The machine restarts then, which ends the emulator: a new box would begin with a dark chain.
        self.play(14)
        self.pi.ends()
        self.assertEqual(self.pictures()[-2:], [VERSE, (DARK,) * 4])


load_tests = in_order(PiPanel)
