"""Bluetooth MIDI with Debian's BlueZ on a second emulated board, which connects to the box as a computer does: pairing,
notes and SysEx both ways, the end of a link, and the way back by the bond (B3, B4, B5, B6, B9, B11, B13).

One boot of both; the tests run in the order of the file."""

import unittest

from bluetooth import ADDRESS
from bluetooth_case import NOTE, OFF, BluetoothCase, box
from bluetooth_peers import MTU
from bluez import BlueZ
from boxed import in_order
from common.waiting import until

from bumble import hci

MIDI = "03b80e5a-ede8-4b33-a751-6ce34ec4c700"
SYSEX = b"\xf0\x7d" + bytes(count % 128 for count in range(600)) + b"\xf7"
# In three channels: BlueZ takes time stamp and status of a misread message for two time stamps, and its data for
# running status, which is right in the same channel.
CHORD = b"\x90\x3c\x40\x91\x40\x41\x92\x43\x42"
HEARD_CHORD = ["Note on                 %d, note %d, velocity %d" % each
               for each in [(0, 60, 64), (1, 64, 65), (2, 67, 66)]]
# Plays chords at a card, 20 ms apart.
CHORDS = 50
PLAYS_CHORDS = """exec 3>/dev/snd/midiC%dD0; count=0
until [ $count = %d ]; do printf '%s' >&3; usleep 20000; count=$((count + 1)); done"""
HEARD_NOTE, HEARD_OFF = HEARD_CHORD[0], "Note off                0, note 60, velocity 0"


class WithBlueZ(BluetoothCase):
    BOX = box({"computer": '"BlueZ *", initiate: false'}, "bluetooth: { pairing: always, visible: true }\n")
    NAME, PANEL = "bluetooth-bluez", False

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.computer = cls.enterClassContext(BlueZ(cls.radio, "bluetooth-bluez-computer"))

    def computer_hears(self, *lines):
        """The computer hears this."""
        found = until(self.computer.heard, lambda found: len(found) >= len(lines))
        self.assertEqual(found, list(lines))

    def passes_both_ways(self):
        """Notes pass both ways. A computer that has come back may be released before (B13)."""
        self.computer.listen("Treadle")
        self.computer.play("Treadle", NOTE, OFF)
        self.hears(NOTE + OFF)
        self.keys.send(NOTE + OFF)
        found = until(self.computer.heard, lambda found: found[-2:] == [HEARD_NOTE, HEARD_OFF])
        self.assertEqual(found[-2:], [HEARD_NOTE, HEARD_OFF])
        for line in found[:-2]:
            self.assertRegex(line, "^Note off|^Control change")

    def keys_of_links(self):
        """The keys with which BlueZ has encrypted its links so far."""
        asked = self.computer.line.controller.asked(hci.HCI_LE_Enable_Encryption_Command)
        return [command.long_term_key for command in asked]

    def test_bluez_finds_the_box_and_its_service(self):
        self.assertEqual(self.computer.find("Treadle"), ADDRESS)
        self.computer.knows(ADDRESS, "UUID: .*" + MIDI)

    def test_it_pairs_without_a_question(self):
        self.computer.ask("pair", ADDRESS)
        self.computer.knows(ADDRESS, "Bonded: yes")

    def test_it_offers_the_box_to_programs(self):
        self.computer.ask("connect", ADDRESS)
        self.computer.listen("Treadle")
        # BlueZ begins with 50 ms, and gives the 15 ms for which the box asks (B6).
        self.awaits("computer", state="connected", role="peripheral", encrypted=True, mtu=MTU, interval=15)

    def test_notes_pass_both_ways(self):
        self.passes_both_ways()

    def test_a_sysex_passes_both_ways(self):
        self.computer.listen("Treadle")
        self.computer.play("Treadle", SYSEX)
        self.hears(SYSEX)
        self.keys.send(SYSEX)
        self.computer_hears("System exclusive           " + SYSEX.hex(" ").upper())

    def test_no_note_of_a_chord_is_misread_whatever_its_time(self):
        """Where the upper six bits of the time are 0, BlueZ misreads the second message of a packet (B9)."""
        self.computer.listen("Treadle")
        before, counts = len(self.computer.packets()), []
        chord = "".join("\\%03o" % byte for byte in CHORD)

        def early():
            counts.append(CHORDS)
            self.board.run(PLAYS_CHORDS % (self.keys.card(), CHORDS, chord))
            return [packet for packet in self.computer.packets()[before:] if packet[0] & 0x3F == 0]

        sizes = {len(packet) for packet in until(early)}
        self.assertEqual(sizes, {5}, "one message a packet")
        self.computer_hears(*HEARD_CHORD * sum(counts))
        self.assertIn(13, {len(packet) for packet in self.computer.packets()[before:]}, "three messages in others")

    def releases(self):
        """The keyboard hears the end of the held note."""
        self.assertEqual(self.heard.read(3)[:2], OFF[:2])

    def holds(self):
        """The computer holds a note."""
        self.computer.play("Treadle", NOTE)
        self.hears(NOTE)

    def test_a_held_note_ends_when_bluez_disconnects(self):
        self.holds()
        self.computer.ask("disconnect", ADDRESS)
        self.releases()
        self.computer.loses("Treadle")

    def test_bluez_comes_back_by_its_bond(self):
        self.computer.ask("connect", ADDRESS)
        self.passes_both_ways()
        self.assertEqual(len(self.keys_of_links()), 2)
        self.assertEqual(len(set(self.keys_of_links())), 1)

    def test_a_held_note_ends_when_the_computer_is_out_of_reach(self):
        self.holds()
        self.computer.line.controller.is_away = True
        self.releases()
        self.computer.loses("Treadle")

    def test_bluez_comes_back_by_itself(self):
        self.computer.line.controller.is_away = False
        self.passes_both_ways()

    def test_bluez_that_starts_again_has_its_bond(self):
        self.holds()
        self.computer.restart()
        self.releases()
        self.awaits("computer", state="connected")
        self.passes_both_ways()
        self.assertEqual(len(set(self.keys_of_links())), 1)

    def test_the_loop_has_allocated_nothing(self):
        counters = self.board.counters()
        self.assertEqual((counters["allocations"], counters["dropped"]), (0, 0))

    def test_bluez_finds_a_box_again_that_was_killed(self):
        self.board.run("kill -9 %d" % self.board.box())
        self.board.wait("treadle bluetooth --json 2>&1")
        self.awaits("computer", state="connected")
        # The new box has released everything at the keyboard.
        self.heard.stop()
        type(self).heard = self.keys.listen()
        self.passes_both_ways()
        self.assertEqual(len(set(self.keys_of_links())), 1)


load_tests = in_order(WithBlueZ)

if __name__ == "__main__":
    unittest.main()
