"""DIN sockets that a device tree declares as MIDI: the kernel's driver makes a sound card of each, and the box sends no
faster than the wires carry (E2, S9)."""

import time
import unittest

from boxed import BoxedBoard, in_order
from common.folders import temporary
from common.waiting import until
from gadget import Gadget
from tree import REGISTERS, serial_midi

BOX = """
treadle: 1
name: Serial
ports:
  keys: { match: "Serial MIDI 0*", direction: in }
  computer: { match: "Keystation*", direction: in }
  synth: { match: "Serial MIDI 1*", direction: out }
clock: { send-when-stopped: false }
presets:
  - { name: Only, number: 1, routings: [{ from: [keys, computer], to: [synth] }] }
"""


class SerialMIDI(unittest.TestCase):
    """The keyboard's line is looped back; the output of the synthesizer's line is kept in a file."""

    @classmethod
    def setUpClass(cls):
        cls.heard = temporary(cls) / "heard"
        lines = serial_midi(["null", "file,path=%s" % cls.heard])
        cls.board = cls.enterClassContext(
            BoxedBoard(BOX, "serial", panel=False, append="8250.nr_uarts=4", arguments=lines))
        cls.board.said(r"^  synth: out at card:SerialMIDI1")
        # Modem control register of a 16550: DTR, RTS, interrupt enable, and loop-back.
        cls.board.run(r"printf '\033' | dd of=%s bs=1 seek=4 conv=notrunc" % REGISTERS[0])

    def setUp(self):
        self.before = self.heard.stat().st_size

    def hears(self, data):
        heard = until(lambda: self.heard.read_bytes()[self.before:], lambda heard: len(heard) >= len(data), pause=0.005)
        self.assertEqual(heard.hex(" "), data.hex(" "))

    def test_a_note_goes_from_card_to_card(self):
        self.board.run("amidi -p hw:SerialMIDI0 -S '90 3C 40'")
        self.hears(bytes([0x90, 0x3C, 0x40]))

    def test_the_driver_is_handed_what_the_wire_carries(self):
        dump = bytes([0xF0, 0x7D, *(index % 128 for index in range(2997)), 0xF7])
        keys = Gadget(self.board, "keys", product="Keystation").plug()
        self.board.said(r"^  computer: in at usb")
        began = time.monotonic()
        keys.send(dump)
        self.hears(dump)
        # The emulated port takes no time, so the box must pace itself. The board's time is never faster than the
        # host's.
        self.assertGreater(time.monotonic() - began, (len(dump) - 64) * 320e-6)


load_tests = in_order(SerialMIDI)
