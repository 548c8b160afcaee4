"""The image for a Raspberry Pi as it is released, in the emulated Pi 3: it starts, and routes between DIN sockets and a
USB instrument (I1, I7, I8). What an emulator cannot show is in docs/HARDWARE-CHECKLIST.md (I14). Debian 12's emulator
has no I2C; Board/tools/emulator brings one that has."""

import re
import time
import unittest

from boxed import in_order, note
from common.folders import temporary
from pi import IMAGE, TILT, Pi, play_until_heard
from released import busybox
from usbmidi import USBInstrument

BOX = """
treadle: 1
name: Pi
ports:
  keys: { match: "Redirected Keys*", direction: in }
  module: { match: "Redirected Keys*", direction: out }
  din: %s
midi-ci: { enabled: false } # the tests count bytes
clock: { send-when-stopped: false }
footswitches:
  A: { line: "gpiochip0:17" }
display: { chip: hd44780, bus: /dev/i2c-1, address: 0x27 }
%sstart-preset: 1
"""
TILTS = "motion: { chip: lis3dh, bus: /dev/i2c-1, address: 0x18, rate: 25 }\n"
STRAIGHT = """
name: Straight
number: 1
routings:
  - { from: [din], to: [din, module] }
  - { from: [keys], to: [din] }
"""
SPLIT = "name: Split\nnumber: 2\nroutings: [{ from: [keys], to: [din] }]\n"


def files(din, more=""):
    """The configuration of a test, by its paths on the owner's partition."""
    return {"box.yaml": BOX % (din, more), "presets/01-straight.yaml": STRAIGHT, "presets/02-split.yaml": SPLIT}


def in_image(owner, others=None):
    """The same files by their paths in the initramfs, which counts where nothing is imported."""
    return {**{"etc/treadle/" + path: content for path, content in owner.items()}, **(others or {})}


@unittest.skipUnless(IMAGE.exists(), "no image; make image BOARD=raspberry-pi")
class RaspberryPi(unittest.TestCase):
    """DIN is a sound card, as the device trees of the image say."""

    @classmethod
    def setUpClass(cls):
        cls.keys = USBInstrument(temporary(cls) / "instrument")
        cls.addClassCleanup(cls.keys.close)
        owner = files('{ match: "Serial MIDI*" }', TILTS)
        cls.pi = cls.enterClassContext(Pi("card", owner=owner, files=in_image(owner), instrument=cls.keys))

    def test_a_note_goes_from_din_in_to_din_out(self):
        others = play_until_heard(self.pi, bytes([0x90, 60, 64]))
        note("Raspberry Pi 3, emulated: on this host the first note is routed %.1f s after the emulator's start" % (
            time.monotonic() - self.pi.started))
        self.assertEqual(others, b"")
        self.pi.send_din(bytes([0x80, 60, 0, 0xB0, 7, 100]))
        self.assertEqual(self.pi.read_din(6), bytes([0x80, 60, 0, 0xB0, 7, 100]))

    def test_a_usb_instrument_plays_through_din(self):
        self.pi.said(r"^  keys: in at usb")
        self.keys.play([0x91, 48, 100], [0x81, 48, 0])
        self.assertEqual(self.pi.read_din(6), bytes([0x91, 48, 100, 0x81, 48, 0]))

    def test_din_plays_a_usb_instrument(self):
        self.pi.said(r"^  module: out at usb")
        played = bytes([0x92, 52, 99])
        self.pi.send_din(played)
        self.assertIn(played, self.keys.hears(played, 60))
        self.assertEqual(self.pi.read_din(3), played)

    def test_the_display_shows_the_preset(self):
        self.pi.shows(r".*Straight.*")

    def test_the_sensor_is_set_up(self):
        # CTRL_REG4 of a LIS3DH: block data update, high resolution.
        trace = (self.pi.folder / "trace").read_text(errors="replace")
        sent = re.findall(r"i2c_send.*addr:0x%02x.*data:0x(\w\w)" % TILT, trace)
        self.assertIn("23 88", " ".join(sent))
        self.assertNotIn("TILT", "".join(self.pi.rows()))


@unittest.skipUnless(IMAGE.exists(), "no image; make image BOARD=raspberry-pi")
class RaspberryPiStart(unittest.TestCase):
    def test_din_as_a_tty_routes_within_a_second_of_the_kernel(self):
        # The counters of the UART tell when it has sent a note, in the board's own time.
        watch = ("#!/bin/busybox sh\n"
                 "until /bin/busybox grep -q 'tx:[1-9]' /proc/tty/driver/ttyAMA; do /bin/busybox usleep 2000; done\n"
                 "read up idle </proc/uptime; echo \"routed after $up\" >/dev/console\n")
        owner = files("{ uart: /dev/ttyAMA0 }")
        image = in_image(owner, {"bin/busybox": busybox("aarch64"), "etc/treadle/rc": (watch, True)})
        # One instruction takes a nanosecond, so that a busy host has no influence.
        with Pi("tty", owner=owner, files=image, din_is_a_card=False,
                arguments=["-icount", "shift=0,sleep=off"]) as pi:
            self.assertEqual(play_until_heard(pi, bytes([0x90, 60, 64])), b"")
            seconds = float(pi.said(r"routed after ([0-9.]+)")[1])
        note("Raspberry Pi 3, emulated: the first note is routed %.2f s after the kernel's entry" % seconds)
        self.assertLessEqual(seconds, 1.0)


load_tests = in_order(RaspberryPi, RaspberryPiStart)
