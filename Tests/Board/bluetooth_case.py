"""A box with a radio, a USB keyboard, and what tests of Bluetooth MIDI ask it and its peers."""

import json
import re
import unittest

from bluetooth import APPEND, ATTACH, Radio
from boxed import SEED, BoxedBoard
from common.waiting import PATIENCE, collect, until
from gadget import Gadget
from menu import MenuFeet

PANEL = """footswitches:
  A: { line: "gpiochip0:0" }
  B: { line: "gpiochip0:1" }
menu: { step: A, choose: B }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
"""
DISPLAY = "display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }\n"
BOX = """treadle: 1
name: Treadle
ports:
  keys: { match: "Keystation*" }
%s
%s
midi-ci: { enabled: false }
clock: { send-when-stopped: false }
start-preset: 1
presets:
- name: Through
  number: 1
  routings:
  - { name: To peers, from: [keys], to: [%s] }
  - { name: From peers, from: [%s], to: [keys] }
"""
NOTE, OFF = b"\x90\x3c\x40", b"\x80\x3c\x00"


def box(ports, more=""):
    """A box file that joins a keyboard with these Bluetooth ports: alias -> the value of `bluetooth:` and more keys."""
    lines = "\n".join("  %s: { bluetooth: %s }" % each for each in ports.items())
    names = ", ".join(ports)
    return BOX % (lines, more.rstrip("\n"), names, names)


class BluetoothCase(unittest.TestCase):
    """One board for the tests of a class. BOX: its file. NAME: of its console's file. PANEL: whether the board has
    display and footswitches. HAS_RADIO: whether the radio is there from the start."""

    BOX, NAME, PANEL, HAS_RADIO = None, None, True, True

    @classmethod
    def setUpClass(cls):
        cls.radio = Radio(SEED)
        cls.addClassCleanup(cls.radio.close)
        cls.boot(*cls.more())

    @classmethod
    def more(cls):
        """What the first board has besides: words of the kernel's command line, and arguments of the emulator."""
        return "", []

    @classmethod
    def boot(cls, append, arguments):
        """Starts a board with the radio and a keyboard."""
        cls.board = cls.enterClassContext(BoxedBoard(
            cls.BOX, cls.NAME, arguments=[*cls.radio.arguments, *arguments], append="%s %s" % (APPEND, append),
            prepare=ATTACH if cls.HAS_RADIO else "", panel=cls.PANEL))
        cls.keys = Gadget(cls.board, "keys", product="Keystation", socket=0).plug()
        cls.board.said(r"^  keys: in and out")
        cls.heard = cls.keys.listen()
        cls.feet = MenuFeet(cls.board) if cls.PANEL else None

    # What the box says (B16).

    def status(self):
        return json.loads(self.board.run("treadle bluetooth --json"))

    def said_of(self, word):
        """What the box says of a peer, by its name or its port: of a connected one if there is one, or nothing."""
        found = [peer for peer in self.status()["peers"] if word in (peer["name"], peer["port"])]
        return max(found, key=lambda peer: peer["state"] == "connected", default={})

    def awaits(self, word, **members):
        """Waits until the box says this of a peer. Returns all that it says."""
        found = until(lambda: self.said_of(word), lambda peer: members.items() <= peer.items(), pause=0.1)
        self.assertLessEqual(members.items(), found.items(), word)
        return found

    def row(self, pattern):
        """Waits until a row of the display has this pattern. Returns the match."""
        def look():
            return re.search(pattern, "\n".join(self.board.display().rows))

        found = until(look)
        self.assertIsNotNone(found, "%s in %s" % (pattern, self.board.display().rows))
        return found

    def no_row(self, pattern):
        """Waits until no row of the display has this pattern."""
        shown = until(lambda: "\n".join(self.board.display().rows), lambda rows: not re.search(pattern, rows))
        self.assertNotRegex(shown, pattern)

    # Joining and playing.

    def begin_pairing(self, phone):
        """A phone that compares numbers joins, until the display shows its number. Returns the future of it."""
        joining = self.radio.begin(phone.join())
        until(lambda: phone.player.number or joining.done())
        self.assertFalse(joining.done(), joining.done() and joining.exception())
        self.row("PAIR " + phone.player.number)
        return joining

    def pair(self, phone):
        """Pairs a phone that compares numbers, while the box lets new devices pair."""
        joining = self.begin_pairing(phone)
        self.feet.tap("B")
        self.radio.call(phone.player.agree)
        joining.result(PATIENCE)

    def fails(self, joining):
        """Waits until a phone that joins has failed. Returns the error."""
        error = joining.exception(PATIENCE)
        self.assertIsNotNone(error)
        return error

    def leave(self, *peers):
        """Peers disconnect."""
        for peer in peers:
            self.radio.do(peer.leave())
            self.gone(peer)

    def passes_from(self, peer, *messages):
        """A peer plays, and the keyboard hears it."""
        self.radio.do(peer.play(*messages))
        self.hears(b"".join(messages))

    def hears(self, data):
        """The keyboard hears these bytes next."""
        self.assertEqual(collect(lambda: self.heard.read(1), lambda heard: len(heard) >= len(data)), data)

    def passes_to(self, peer, *messages):
        """The keyboard plays, and a peer hears it next, in good packets. One that has just come back may be released
        before (B13)."""
        before, count = len(peer.reader.played), len(messages)
        self.keys.send(b"".join(messages))
        heard = until(lambda: peer.reader.played[before:], lambda heard: heard[-count:] == list(messages))
        self.assertEqual(heard[-count:], list(messages))
        self.assertLessEqual({message[0] & 0xF0 for message in heard[:-count]}, {0x80})
        self.assertEqual(peer.reader.faults, [])

    def gone(self, peer):
        """Waits until a peer has no connection."""
        until(lambda: peer.connection is None)
        self.assertIsNone(peer.connection)
