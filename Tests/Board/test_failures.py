"""What a box does when not all is as it should be: no box file, a broken one, hardware that is missing, a line that is held
up, a program that does not read (E1, E2, E3, F5)."""

import unittest

import smf
from boxed import BoxedBoard, Commands, note
from gadget import Gadget

THROUGH = """
treadle: 1
name: Through
ports:
  keys: { match: "Keystation*" }
  synth: { match: "Montage*" }
  lost: { match: "Nobody has this*" }
  din: { uart: /dev/ttyS0 }
midi-ci: { enabled: false }
%s
presets:
  - { name: Only, number: 1, routings: [{ from: [keys, din], to: [synth, lost, din] }] }
"""

TO_PROGRAMS = """
treadle: 1
name: Programs
ports:
  keys: { match: "Keystation*", direction: in }
  synth: { match: "Montage*", direction: out }
  daw: { virtual: out }
clock: { send-when-stopped: false }
presets:
  - { name: Only, number: 1, routings: [{ from: [keys], to: [daw, synth] }] }
"""

FROM_PROGRAMS = """
treadle: 1
name: Programs
ports:
  daw: { virtual: in }
  din: { uart: /dev/ttyS0, direction: out }
clock: { send-when-stopped: false }
presets:
  - { name: Only, number: 1, routings: [{ from: [daw], to: [din] }] }
"""
# More events than the kernel keeps for a program that does not read, and the release of a key behind them.
FLOOD = bytes([0xB0, 7, 1]) * 2050 + bytes([0x80, 60, 1])

# Only channel 1 goes to the synthesizer.
FROM_DEVICES = """
treadle: 1
name: Devices
ports:
  keys: { match: "Keystation*", direction: in }
  synth: { match: "Montage*", direction: out }
clock: { send-when-stopped: false }
presets:
  - { name: Only, number: 1, routings: [{ from: [keys], to: [synth], restrict: { channel: 1 } }] }
"""
# On channel 2, more bytes than the kernel keeps of a raw MIDI device, and the release of a key behind them.
OVERFLOW = bytes([0xB1, 7, 1]) * 25_000 + bytes([0x80, 60, 1])

# A key and the pedal, held for a minute.
HELD = smf.file([(0, bytes([0x90, 60, 1])), (0, bytes([0xB0, 64, 127])), (60_000, bytes([0x80, 60, 1]))])

# A display and footswitch where there are none, a sensor on a bus that does not exist.
MISSING = """
footswitches: { A: { line: "gpiochip7:3" } }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x3F }
motion: { chip: lis3dh, bus: /dev/i2c-5, address: 0x18 }
"""


def instruments():
    """Shell commands: a keyboard that plays what is written to /data/play, a synthesizer that keeps what it hears in
    /data/heard. Their own sides are held open, or a box that takes whatever it finds would take those too."""
    commands = Commands()
    nodes = []
    for name, product, socket in [("keys", "Keystation", 0), ("synth", "Montage", 1)]:
        Gadget(commands, name, product=product, socket=socket).connect()
        nodes.append("/dev/snd/$(basename /sys/devices/platform/dummy_udc.%d/gadget.*/sound/card*/midi*)" % socket)
    return commands.text + """
        mkfifo /data/play
        exec 4<>%s 5<>%s
        cat <&5 >/data/heard &
        while :; do while read -r line; do printf "$line" >&4; done </data/play; done &
        exec 4>&- 5>&-
        """ % tuple(nodes)


class Failures(unittest.TestCase):
    def put(self, board, text):
        board.run("cat >/etc/treadle/box.yaml <<'END'\n%s\nEND" % text)

    def test_box_file_is_missing_then_broken_then_mended(self):
        def heard(last):
            # A box without a file asks by MIDI-CI who is there (U10), and says at its end that its MUIDs are invalid.
            ci = r"s/f07e7f0d70.\{54\}//g; s/f07e7f0d7e.\{28\}//g"
            said = "heard=$(xxd -p /data/heard | tr -d '\\n' | sed '%s'); echo $heard; " % ci
            return board.wait(said + "[ $heard = ${heard%%%s}%s ]" % (last, last))

        with BoxedBoard(None, "broken", prepare=instruments(), panel=False) as board:
            board.said(r"box\.yaml:1:1: error: .*No such file")
            # E1: everything goes to everything else.
            for socket in ["1-1", "2-1"]:
                board.said(r"in and out at usb:%s" % socket)
            board.run(r"echo '\220\075\001' >/data/play")
            self.assertEqual(heard("903d01"), "903d01")
            # The same with a file that is broken.
            mark = len(board.console)
            self.put(board, THROUGH % "prots: {}")
            board.run("kill %d" % board.box())
            board.said(r"box\.yaml:\d+:1: error: .*prots", mark)
            self.assertIn("restarting it", board.console[mark:])
            board.said(r"in and out at usb:2-1", mark)
            board.run(r"echo '\220\076\001' >/data/play")
            # E5: the box that ends releases the note. E3: one that was started again begins with a panic.
            panic = "".join("b%x4000b%x7b00b%x7800" % (channel, channel, channel) for channel in range(16))
            self.assertEqual(heard("903e01"), "903d01803d40" + panic + "903e01")
            mark = len(board.console)
            self.put(board, THROUGH % "")
            board.run("kill %d" % board.box())
            board.said(r"^Treadle [0-9.]+: Through", mark)
            board.said(r"^  synth: in and out", mark)
            board.run(r"echo '\220\100\001' >/data/play")
            heard(panic + "904001")

    def test_hardware_is_missing(self):
        with BoxedBoard(THROUGH % MISSING, "missing") as board:
            board.said(r"^treadle: footswitch A: .*gpiochip7")
            board.said(r"^treadle: motion: .*i2c-5")
            board.said(r"^treadle: the display on /dev/i2c-0 does not answer")
            for alias in ["keys", "synth", "lost"]:
                board.said(r"^  %s: missing" % alias)
            # Without any sound card it routes what there is.
            board.run("! ls /proc/asound/card0")
            board.send_din([0x90, 60, 1])
            self.assertEqual(board.read_din(3).hex(" "), "90 3c 01")
            mark = len(board.console)
            synth = Gadget(board, "synth", product="Montage", socket=1).plug()
            keys = Gadget(board, "keys", product="Keystation", socket=0).plug()
            board.said(r"^  synth: in and out", mark)
            board.said(r"^  keys: in and out", mark)
            heard = synth.listen()
            keys.send([0x90, 62, 2])
            self.assertEqual(heard.read(3).hex(" "), "90 3e 02")
            self.assertEqual(board.console.count("does not answer"), 1, "said once, not every second")
            self.assertNotIn("has ended", board.console)

    def test_messages_that_a_program_does_not_read_are_counted_and_block_nothing(self):
        with BoxedBoard(TO_PROGRAMS, "programs", panel=False) as board:
            keys = Gadget(board, "keys", product="Keystation", socket=0).plug()
            synth = Gadget(board, "synth", product="Montage", socket=1).plug()
            board.said(r"^  keys: in")
            board.said(r"^  synth: out")
            board.run("aseqdump -p Treadle:0 >/tmp/dump 2>&1 & echo $! >/tmp/dump.pid")
            board.wait("aconnect -l | grep -A3 daw | grep -q 'Connecting To'")
            heard, notes = synth.listen(), [0x90, 60, 1, 0x80, 60, 1] * 150
            keys.send(notes[:60])
            self.assertEqual(list(heard.read(60)), notes[:60])
            board.wait("[ $(grep -c 'Note o' /tmp/dump) = 20 ]")
            self.assertEqual(board.counters()["not taken by programs"], 0)
            board.run("kill -STOP $(cat /tmp/dump.pid)")
            keys.send(notes)
            self.assertEqual(list(heard.read(len(notes))), notes)
            # The kernel keeps 200 events for a program that asks for no more.
            self.assertEqual(board.counters()["not taken by programs"], 100)
            board.run("kill -KILL $(cat /tmp/dump.pid)")
            board.wait("! aconnect -l | grep -A3 daw | grep -q 'Connecting To'")
            keys.send(notes)
            self.assertEqual(list(heard.read(len(notes))), notes)
            counters = board.counters()
            self.assertEqual((counters["not taken by programs"], counters["dropped"]), (100, 0))

    def test_program_that_leaves_in_the_middle_of_a_note_leaves_nothing_sounding(self):
        """H9, whether it ends without a word or is disconnected; the port is there for the next one."""
        with BoxedBoard(FROM_PROGRAMS, "leaving", panel=False, files={"data/held.mid": HELD},
                        append="snd_virmidi.enable=1") as board:
            board.said(r"^  daw: in, virtual")
            cable = "'Virtual Raw MIDI 0-0':0 Treadle:0"
            for play, leave in [
                ("aplaymidi -d 0 -p Treadle:0 /data/held.mid & echo $! >/data/player", "kill -KILL $(cat /data/player)"),
                ("aconnect %s; amidi -p hw:0,0,0 -S '90 3C 01 B0 40 7F'" % cable, "aconnect -d " + cable),
            ] * 2:
                board.run(play)
                self.assertEqual(board.read_din(6).hex(" "), "90 3c 01 b0 40 7f")
                board.run(leave)
                self.assertEqual(board.read_din(6).hex(" "), "80 3c 40 b0 40 00")
            self.assertEqual(board.counters()["allocations"], 0)

    def test_what_comes_too_fast_from_programs_leaves_nothing_sounding(self):
        """H9: the kernel throws away all that waits, releases too; a stopped box stands for one that has too much to do."""
        with BoxedBoard(FROM_PROGRAMS, "too-fast", panel=False, files={"data/flood": FLOOD},
                        append="snd_virmidi.enable=1") as board:
            board.said(r"^  daw: in, virtual")
            board.run("aconnect 'Virtual Raw MIDI 0-0':0 Treadle:0; amidi -p hw:0,0,0 -S '90 3C 01'")
            self.assertEqual(board.read_din(3).hex(" "), "90 3c 01")
            box = board.box()
            board.run("kill -STOP %d; cat /data/flood >/dev/snd/midiC0D0 & echo $! >/data/flooding" % box)
            board.wait("grep -A99 Treadle /proc/asound/seq/clients | grep -m1 -A2 'Input pool' | grep -q 'in use *: 2000'")
            board.run("kill -CONT %d" % box)
            self.assertEqual(board.read_din(3).hex(" "), "80 3c 40")
            self.assertEqual(board.counters()["losses from programs"], 1)
            board.run("kill $(cat /data/flooding)")

    def test_what_comes_too_fast_from_a_device_leaves_nothing_sounding(self):
        """H9: the kernel throws away what it has no room for, releases too; a stopped box stands for one that has too much to
        do."""
        with BoxedBoard(FROM_DEVICES, "overflow", panel=False, files={"data/overflow": OVERFLOW}) as board:
            keys = Gadget(board, "keys", product="Keystation", socket=0).plug()
            synth = Gadget(board, "synth", product="Montage", socket=1).plug()
            board.said(r"^  keys: in")
            board.said(r"^  synth: out")
            heard, box = synth.listen(), board.box()
            for round in [1, 2]:
                keys.send([0x90, 60, 1])
                self.assertEqual(heard.read(3).hex(" "), "90 3c 01")
                board.run("kill -STOP %d; cat /data/overflow >/dev/snd/midiC%dD0" % (box, keys.card()))
                board.wait("grep -q 'Overruns *: *[1-9]' /proc/asound/card%d/midi0" % keys.box_card())
                board.run("kill -CONT %d" % box)
                # Of the box's own: the one that was played had another velocity.
                self.assertEqual(heard.read(3).hex(" "), "80 3c 40")
                self.assertEqual(board.counters()["losses from devices"], round)
            # What fits is taken, and costs nothing.
            keys.send([0x90, 60, 1, 0x80, 60, 1])
            self.assertEqual(heard.read(6).hex(" "), "90 3c 01 80 3c 01")
            counters = board.counters()
            self.assertEqual((counters["losses from devices"], counters["allocations"]), (2, 0))
            self.assertNotIn("has ended", board.console)

    def test_box_whose_line_is_held_up_ends_in_time(self):
        """E3: what a line still owes must not keep the next box from starting; by itself the kernel waits for 30 s."""
        with BoxedBoard(THROUGH % "", "held-up", panel=False) as board:
            board.said(r"^  din: in and out")
            keys = Gadget(board, "keys", product="Keystation", socket=0).plug()
            for signal in ["KILL", "TERM"]:
                mark = len(board.console)
                board.said(r"^  keys: in and out")
                self.assertEqual(board.run("hold-line /dev/ttyS0"), "0")
                keys.send([0x90, 60, 1] * 20)
                board.wait("[ $(hold-line /dev/ttyS0) -gt 20 ]")
                before = float(board.run("kill -%s %d; cut -d' ' -f1 /proc/uptime" % (signal, board.box())))
                board.said(r"has ended", mark)
                board.said(r"^  din: in and out", mark)
                after = float(board.run("cut -d' ' -f1 /proc/uptime"))
                note("a box with a held up line: there again %.2f s after SIG%s" % (after - before, signal))
                self.assertLess(after - before, 5)
