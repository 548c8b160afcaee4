"""What one sender has sent of system commands, and what its journal must say (RFC 6295, appendix B)."""

import journal
from exclusives import Exclusives
from time_code import TimeCode


class Sequencer:
    """The state that chapter Q codes (B.3)."""

    def __init__(self):
        self.runs = self.played = 0
        self.position, self.was_continued = 0, False
        self.changed = self.newest = None  # packets

    def add(self, packet, data):
        before = self.bits()
        status = data[0]
        if status == 0xF2:
            self.position, self.played = 6 * (data[1] | data[2] << 7), 0
        elif status == 0xF8 and self.runs:
            self.position, self.played = (self.position + self.played) % (1 << 19), 1
        elif status == 0xFA:
            self.runs, self.position, self.played, self.was_continued = 1, 0, 0, False
        elif status in (0xFB, 0xFC):
            self.runs, self.was_continued = int(status == 0xFB), self.was_continued or status == 0xFB
        self.newest = packet
        if self.bits() != before:
            self.changed = packet

    def bits(self):
        """N, D, whether C must be set at the start of the song, and the position."""
        at_start = self.runs and not self.played and self.position == 0
        return self.runs, self.played, bool(at_start and self.was_continued), self.position

    def needed(self, moment):
        if self.changed is None or self.changed < moment.checkpoint:
            return None
        runs, played, marked, position = self.bits()
        return journal.Q(int(self.changed != moment.packet - 1), runs, played, int(position > 0 or marked), position)

    def check(self, chapter, moment):
        due = self.needed(moment)
        if not chapter:
            if due:
                yield "is missing"
            return
        runs, played, marked, position = self.bits()
        if (chapter.n, chapter.d, chapter.position) != (runs, played, position):
            yield "N, D, position are %s instead of %s" % (chapter[1:], (runs, played, position))
        at_start = runs and not played and position == 0
        if at_start and chapter.c != int(marked):
            yield "C bit is %d at the start of the song" % chapter.c
        if self.newest is None:
            yield "stands without a command"
        elif chapter.s and self.changed == moment.packet - 1 or not chapter.s and self.newest != moment.packet - 1:
            yield "S bit is %d, and the newest command was in packet %d" % (chapter.s, self.newest)


class SystemHistory:
    def __init__(self):
        # Letter of chapter D: (count or value, packet). Counts go on after a reset.
        self.simple, self.sensing = {}, None
        self.counts = {"B": 0, "G": 0, "V": 0}
        self.exclusives = Exclusives()
        self.sequencer, self.time_code = Sequencer(), TimeCode()

    def add(self, packet, data):
        """Returns whether the command was a Reset State command."""
        status = data[0]
        if status in (0xF0, 0xF7):
            return self.add_exclusive(packet, data)
        if status in (0xF2, 0xF8, 0xFA, 0xFB, 0xFC):
            self.sequencer.add(packet, data)
        elif status == 0xF1:
            self.time_code.add_quarter(packet, data[1])
        elif status == 0xF3:
            self.simple["H"] = (data[1], packet)
        elif status == 0xF6:
            self.count("G", packet)
        elif status == 0xFE:
            self.counts["V"] += 1
            self.sensing = (self.counts["V"] % 128, packet)
        elif status == 0xFF:
            self.reset()
            self.count("B", packet)
            return True
        return False

    def count(self, letter, packet):
        self.counts[letter] += 1
        self.simple[letter] = (self.counts[letter] % 128, packet)

    def add_exclusive(self, packet, data):
        command = self.exclusives.add(packet, data)
        if command and command.is_full_frame:
            self.time_code.add_full(packet, command.data[4:])
        if command and command.is_reset:
            self.reset(command)
            return True
        return False

    def reset(self, command=None):
        self.simple, self.sensing = {}, None
        self.sequencer, self.time_code = Sequencer(), TimeCode()
        self.exclusives.deactivate(command)

    def needed(self, moment):
        logs = {letter: (int(packet != moment.packet - 1), value) for letter, (value, packet) in self.simple.items()
                if packet >= moment.checkpoint}
        sensing = self.sensing and self.sensing[1] >= moment.checkpoint and journal.V(
            int(self.sensing[1] != moment.packet - 1), self.sensing[0])
        found = {"D": logs and journal.D(int(all(s for s, _ in logs.values())), logs), "V": sensing,
                 "Q": self.sequencer.needed(moment), "F": self.time_code.needed(moment),
                 "X": self.exclusives.needed(moment)}
        return {letter: chapter for letter, chapter in found.items() if chapter}

    def check(self, chapters, moment):
        found = []
        for letter in set(self.needed(moment)) | set(chapters):
            check = {"D": self.check_d, "V": self.check_v, "Q": self.sequencer.check, "F": self.time_code.check,
                     "X": self.exclusives.check}[letter]
            found += ["chapter %s: %s" % (letter, fault) for fault in check(chapters.get(letter), moment)]
        return found

    def check_d(self, chapter, moment):
        logs = chapter.logs if chapter else {}
        for letter, (s, value) in logs.items():
            if letter not in self.simple:
                yield "log %s codes a command that is not active" % letter
                continue
            due, packet = self.simple[letter]
            if (s, value) != (int(packet != moment.packet - 1), due):
                yield "log %s is %s instead of %d, sent in packet %d" % (letter, (s, value), due, packet)
        for letter, (_, packet) in self.simple.items():
            if packet >= moment.checkpoint and letter not in logs:
                yield "log %s is missing" % letter

    def check_v(self, chapter, moment):
        if not chapter:
            yield "is missing"
        elif not self.sensing:
            yield "codes a command that is not active"
        elif chapter != journal.V(int(self.sensing[1] != moment.packet - 1), self.sensing[0]):
            yield "%s instead of %d of packet %d" % (chapter, *self.sensing)
