"""The simulator in a terminal, on a kernel with a sequencer: other programs can use its ports."""

import unittest

import smf
from board import Board
from terminal import Terminal
from test_bench import WITHOUT_BOX

BOX = """
treadle: 1
name: Trial
ports:
  keys: { match: "*", direction: in }
  module: { match: "*", direction: out }
input-keyboard: { port: keys }
# A machine that is busy plays the two notes of the song late, and they are still one chord.
chord-window: 3 s
clock: { send-when-stopped: false }
footswitches: { A: { line: "gpiochip0:17" } }
assignments: [{ from: footswitches, controller: switch A, do: { 127: next-preset } }]
start-preset: 1
presets:
- { name: First, number: 1, routings: [{ name: Up, from: [keys], to: [module], notes: { shift: 12 }, channel: 2 }] }
- { name: Second, number: 2, routings: [{ name: Plain, from: [keys], to: [module] }] }
"""

SONG = smf.file([(0, bytes([0x90, 60, 100])), (10, bytes([0x80, 60, 64])), (10, bytes([0x90, 64, 90])),
                 (20, bytes([0x80, 64, 64]))])


class Simulator(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.board = cls.enterClassContext(
            Board(files={"data/box.yaml": BOX, "data/song.mid": SONG}, prepare=WITHOUT_BOX))

    def test_other_programs_play_it_and_hear_it(self):
        board = self.board
        terminal = Terminal(board, "treadle run --simulate /data/box.yaml")
        terminal.shows("Trial", "  1 First", "keys .*sequencer port", "module .*sequencer port")
        listed = board.run("aconnect -l")
        self.assertRegex(listed, r"client \d+: 'Treadle'.*\n\s+0 'keys.*\n\s+1 'module")
        # One program plays a file to a port, another listens.
        board.run("aseqdump -p Treadle:1 >/tmp/dump & echo $! >/tmp/dump.pid")
        board.wait("aconnect -l | grep -A3 module | grep -q 'Connected From\\|Connecting To'")
        board.run("aplaymidi -d 0 -p Treadle:0 /data/song.mid")
        notes = board.wait("[ $(grep -c 'Note o' /tmp/dump) -ge 4 ] && grep 'Note o' /tmp/dump")
        self.assertEqual(
            [line.split()[1:] for line in notes.splitlines()],
            [text.split() for text in [
                "Note on 1, note 72, velocity 100", "Note off 1, note 72, velocity 64",
                "Note on 1, note 76, velocity 90", "Note off 1, note 76, velocity 64"]])
        board.run("kill $(cat /tmp/dump.pid)")
        terminal.shows(r"keys > chord C4 E4 channel 1", r"module < chord C5 E5 channel 2 +\(Up\)")
        # Two sound cards, connected by hand.
        board.run("aconnect 'Virtual Raw MIDI 0-0':0 Treadle:0; aconnect Treadle:1 'Virtual Raw MIDI 0-1':0")
        board.run("amidi -p hw:0,1,0 -r /tmp/heard >/dev/null 2>&1 & echo $! >/tmp/heard.pid")
        board.wait("[ -e /tmp/heard ]")
        terminal.type("a")
        terminal.shows("  2 Second")
        # The first may come before amidi listens.
        board.wait("amidi -p hw:0,0,0 -S '90 3E 50 80 3E 40'; xxd -p /tmp/heard | grep 903e50803e40")
        terminal.type("1")
        board.wait("xxd -p /tmp/heard | grep 903c5a")
        board.run("kill $(cat /tmp/heard.pid)")
        terminal.type("q")
        self.assertEqual(terminal.ended(), 0)
        self.assertNotIn("Treadle", board.run("aconnect -l"))
