"""The whole box on the emulated board as on a stage: USB and DIN instruments, footswitches, tilt and display.

One boot; the tests run in the order of the file, and each begins with preset 1 and no sounding note.
"""

import re
import unittest

import smf
from boxed import BOXES, TILT, BoxedBoard, in_order
from common.waiting import collect
from gadget import Gadget

# A dump of 64 KiB, longer than any buffer on its path, with a clock every 20 ms.
DUMP = bytes([0xF0, 0x7D, *(position * 7 % 128 for position in range(65536 - 3)), 0xF7])
PIECE = 60
PIECES = [DUMP[start:start + PIECE] for start in range(0, len(DUMP), PIECE)]
PIECES_WITH_CLOCK = [piece[:9] + b"\xF8" + piece[9:] for piece in PIECES]

# First bytes of the two messages with which the keyboard marks the end of expected output.
MARKS = (bytes([0xBE, 20]), bytes([0xBE, 21]))


def melody():
    """1,200 notes over both halves of the keyboard, in chords and legato, 50 a second: (ms, bytes)."""
    events = []
    for count in range(1200):
        key, start = 24 + count * 31 % 72, count * 20
        events.append((start, bytes([0x90, key, 1 + count % 127])))
        # Longer than until the next note, shorter than until the next note of the same key.
        events.append((start + 30 + count * 17 % 700, bytes([0x80, key, count % 128])))
    return sorted(events, key=lambda event: event[0])


def split(message):
    """The output of the routings High and Low for a note."""
    status, key, velocity = message
    return bytes([status, key + 12, velocity] if key >= 60 else [status | 1, key - 12, velocity])


def messages(data):
    """Splits bytes of channel messages without running status into messages."""
    found, at = [], 0
    while at < len(data):
        length = 2 if data[at] & 0xE0 == 0xC0 else 3
        found.append(data[at:at + length])
        at += length
    return found


def by_note(heard):
    """The messages of each channel and key, in their order."""
    found = {}
    for message in heard:
        found.setdefault((message[0] & 15, message[1]), []).append(message)
    return found


class Listener:
    """What a USB instrument hears, up to a mark that the keyboard sends behind what it is to hear."""

    count = 0

    def __init__(self, stage, gadget):
        self.stage, self.recording = stage, gadget.listen()

    def heard(self, mark=None):
        """Returns the bytes up to a mark; sends a mark if none is given."""
        mark = mark or self.stage.mark()
        return collect(lambda: self.recording.read(len(mark)), lambda data: mark in data).partition(mark)[0]

    def until(self, done):
        """Returns the bytes received until `done` is true for them."""
        return collect(lambda: self.recording.read(1), done)


class Stage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.board = cls.enterClassContext(BoxedBoard(
            (BOXES / "stage.yaml").read_text(), "stage",
            files={
                "data/melody.mid": smf.file(melody()),
                "data/dump.mid": smf.file([(count * 20, piece) for count, piece in enumerate(PIECES_WITH_CLOCK)]),
            }))
        cls.keys = Gadget(cls.board, "keys", product="Keystation", serial="K-0001", socket=0).plug()
        cls.synth = Gadget(cls.board, "synth", product="Montage", socket=1).plug()
        cls.left = Gadget(cls.board, "left", product="Twin", socket=2).plug()
        cls.right = Gadget(cls.board, "right", product="Twin", socket=3).plug()
        for alias in ["keys", "synth", "left", "right", "din"]:
            cls.board.said(r"^  %s: in and out" % alias)
        cls.marks = 0

    def setUp(self):
        self.load(1)

    # Helpers.

    def load(self, number):
        """Loads a preset by a program change from the keyboard."""
        self.keys.send([0xCF, number])

    @classmethod
    def mark(cls):
        """Sends a mark to every output, behind everything sent before. Returns the mark."""
        cls.marks = (cls.marks + 1) % 16384
        mark = MARKS[0] + bytes([cls.marks >> 7]) + MARKS[1] + bytes([cls.marks & 127])
        cls.keys.send(mark)
        return mark

    def listen(self, gadget):
        listener = Listener(self, gadget)
        self.addCleanup(listener.recording.stop)
        return listener

    def din_heard(self, mark=None):
        """Returns the bytes at the DIN socket since the last call, up to a mark; sends a mark if none is given."""
        mark = mark or self.mark()
        return collect(lambda: self.board.read_din(1), lambda data: mark in data).partition(mark)[0]

    def sequencer_port(self):
        """The keyboard's own end, in the form of `aplaymidi`: the kernel reserves four clients for each card, from 16
        on."""
        return "%d:0" % (16 + 4 * self.keys.card())

    # The tests.

    def test_keyboard_is_split_and_transposed(self):
        synth = self.listen(self.synth)
        self.keys.send([0x90, 60, 100, 0x90, 59, 90, 0x80, 60, 10, 0x90, 59, 0, 0xB0, 1, 5, 0xE0, 0, 64, 0x91, 60, 1])
        self.assertEqual(
            synth.heard().hex(" "), bytes([
                0x90, 72, 100, 0x91, 47, 90, 0x80, 72, 10, 0x91, 47, 0, 0xB0, 1, 5, 0xE0, 0, 64
            ]).hex(" "))

    def test_usb_goes_out_at_din_and_din_at_usb(self):
        self.load(3)
        synth = self.listen(self.synth)
        self.din_heard()
        self.keys.send([0x90, 60, 100, 0x80, 60, 64, 0xC0, 5])
        self.assertEqual(self.din_heard().hex(" "), "90 3c 64 80 3c 40 c0 05")
        synth.heard()
        # Running status, and a clock in the middle of a message.
        self.board.send_din([0x93, 60, 100, 62, 0xF8, 90, 60, 0])
        heard = synth.until(lambda data: len(data) >= 10)
        self.assertEqual(heard.hex(" "), "93 3c 64 f8 93 3e 5a 93 3c 00")
        self.board.send_din([0x93, 62, 0])
        synth.until(lambda data: len(data) >= 3)

    def test_dump_of_64_kib_passes_both_ways_with_clock_in_it(self):
        self.load(3)
        synth = self.listen(self.synth)
        mark = self.mark()
        self.din_heard(mark)
        synth.heard(mark)
        # Both directions at once, each at the speed of a DIN cable.
        self.board.run("aplaymidi -p %s /data/dump.mid >/dev/null 2>&1 &" % self.sequencer_port())
        out, sent = b"", 0
        clocks = len(PIECES_WITH_CLOCK)
        while not (out.endswith(b"\xF7") and len(out) >= len(DUMP)):
            more = self.board.read_din(min(PIECE, len(DUMP) + clocks - len(out)))
            self.assertTrue(more, "%d bytes came out at DIN" % len(out))
            out += more
            if sent < clocks:
                self.board.send_din(PIECES_WITH_CLOCK[sent])
                sent += 1
        for piece in PIECES_WITH_CLOCK[sent:]:
            self.board.send_din(piece)
        back = synth.until(lambda data: data.endswith(b"\xF7"))
        self.assertTrue(out.replace(b"\xF8", b"") == DUMP, "%d bytes at DIN" % len(out))
        self.assertEqual(out.count(b"\xF8"), clocks)
        plain = back.replace(b"\xF8", b"")
        first = next((place for place, pair in enumerate(zip(plain, DUMP)) if pair[0] != pair[1]), -1)
        self.assertTrue(plain == DUMP, "%d bytes at USB, wrong from %d on\n%s" % (len(back), first, self.losses()))
        self.assertEqual(back.count(b"\xF8"), clocks)

    def losses(self):
        """The kernel's counters of lost bytes, of sound cards and serial ports."""
        return self.board.sh("grep . /proc/asound/card*/midi*; cat /proc/tty/driver/serial")

    def test_footswitch_steps_to_the_next_preset(self):
        self.board.shows(r"  1 Verse       ", r"120\.0 .*")
        synth = self.listen(self.synth)
        self.board.lines.down("A")
        self.board.shows(r"  2 Chorus      ", r"120\.0 .*")
        self.board.lines.up("A")
        self.keys.send([0x90, 60, 100, 0x80, 60, 64])
        self.assertEqual(synth.heard().hex(" "), "94 3c 64 84 3c 40")
        self.board.lines.down("B")
        self.board.shows(r"  1 Verse       ", r"120\.0 .*")
        self.board.lines.up("B")

    def test_key_held_over_a_change_of_preset_is_released_where_it_sounds(self):
        synth = self.listen(self.synth)
        self.keys.send([0x90, 64, 100])
        self.assertEqual(synth.until(lambda data: len(data) >= 3).hex(" "), "90 4c 64")
        self.board.lines.down("A")
        self.board.shows(r"  2 Chorus      ", r".*HELD 1")
        self.board.lines.up("A")
        self.keys.send([0x90, 65, 90, 0x80, 64, 33, 0x80, 65, 44])
        self.assertEqual(synth.heard().hex(" "), "94 41 5a 80 4c 21 84 41 2c")
        self.board.shows(r"  2 Chorus      ", r"120\.0 \. {9}")

    def test_tilt_becomes_expression(self):
        synth = self.listen(self.synth)
        # On its side: 1 g along x.
        self.board.bus.set(TILT, 0x28, 0x80, 0x3E, 0, 0, 0, 0)
        heard = synth.until(lambda data: data.endswith(bytes([0xBF, 11, 127])))
        values = [message[2] for message in messages(heard)]
        self.assertEqual(values, sorted(values), "the values only rise")
        self.board.bus.set(TILT, 0x28, 0, 0, 0, 0, 0x80, 0x3E)
        synth.until(lambda data: data.endswith(bytes([0xBF, 11, 64])))

    def test_two_switches_together_are_panic(self):
        listeners = {gadget.name: self.listen(gadget) for gadget in [self.keys, self.synth, self.left, self.right]}
        self.din_heard()
        for listener in listeners.values():
            if listener is not listeners["keys"]:
                listener.heard()
        self.keys.send([0x90, 60, 100, 0xB0, 64, 127, 0xE0, 0, 96])
        listeners["synth"].until(lambda data: len(data) >= 9)
        # The first press also acts alone and steps to another preset, so the second must follow soon.
        self.board.step_on("B", "A")
        self.board.shows(r".*", r".*PANIC")
        self.board.lines.up("A")
        self.board.lines.up("B")
        silence = [bytes([0xB0 | channel, control, 0]) for channel in range(16) for control in (64, 123, 120)]
        heard = {
            name: messages(listener.until(lambda data: len(data) >= 3 * 48)) for name, listener in listeners.items()}
        # The release of the key is now silent, so all output before the mark belongs to the panic.
        self.keys.send([0x80, 60, 64])
        for name in ["synth", "left", "right"]:
            heard[name] += messages(listeners[name].heard())
        heard["din"] = messages(self.din_heard())
        for name, got in heard.items():
            for message in silence:
                self.assertEqual(got.count(message), 1, "%s: %s" % (name, message.hex(" ")))
            rest = [message for message in got if message not in silence and message[:2] not in MARKS]
            expected = [bytes([0x80, 72, 64]), bytes([0xE0, 0, 64])] if name == "synth" else []
            self.assertEqual(rest, expected, name)
        self.assertEqual(heard["synth"][0], bytes([0x80, 72, 64]))

    def test_identical_instruments_keep_their_names(self):
        synth = self.listen(self.synth)

        def both_play():
            for gadget, heard in [(self.left, "96 3c 01 86 3c 01"), (self.right, "97 3c 02 87 3c 02")]:
                gadget.send([0x90, 60, int(heard[7]), 0x80, 60, int(heard[7])])
                self.assertEqual(synth.until(lambda data: len(data) >= 6).hex(" "), heard)

        both_play()
        for first, second in [(self.left, self.right), (self.right, self.left)] * 2:
            mark = len(self.board.console)
            first.unplug()
            second.unplug()
            self.board.said(r"^  left: (gone|missing)", mark)
            self.board.said(r"^  right: (gone|missing)", mark)
            mark = len(self.board.console)
            second.plug()
            first.plug()
            self.board.said(r"^  left: in and out", mark)
            self.board.said(r"^  right: in and out", mark)
            both_play()

    def test_instrument_that_comes_and_goes_is_never_seen_but_in_its_socket(self):
        # The sequencer may list a card a moment after it is gone, or not yet list a card that is there (E2).
        mark = len(self.board.console)
        self.board.run("(while [ ! -e /tmp/seen ]; do /proc/1/exe ports /etc/treadle; done >/tmp/places 2>&1; echo >>/tmp/seen) &")
        for _ in range(20):
            self.right.unplug()
            self.right.plug()
        self.board.run("echo >/tmp/seen")
        self.board.wait("[ $(wc -l </tmp/seen) = 2 ]")
        places = set(re.findall(r"Twin.* at (\S+)", self.board.run("sort -u /tmp/places")))
        self.assertEqual(places, {"usb:3-1", "usb:4-1"})
        self.board.said(r"^  right: in and out", mark)

    def test_song_of_1200_notes_comes_through_whole(self):
        synth = self.listen(self.synth)
        self.board.run("aplaymidi -d 0 -p %s /data/melody.mid" % self.sequencer_port(), 90)
        heard = messages(synth.heard())
        wanted = [split(message) for _, message in melody()]
        # Where the board stands still for some time, its notes come at once and fill what the instrument takes. Then
        # note-offs go first, but none before its own note-on (S9).
        self.assertEqual(by_note(heard), by_note(wanted))
        sounding = {name for name, of_note in by_note(heard).items() if of_note[-1][0] & 0xF0 == 0x90}
        self.assertEqual(sounding, set(), "nothing hangs")

    def test_loop_has_neither_allocated_nor_faulted(self):
        self.board.is_clean(self)


load_tests = in_order(Stage)
