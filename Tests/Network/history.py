"""What one sender has sent, and what its recovery journal must therefore say: channels (RFC 6295, appendix A).

`needed` gives the chapters that the standard requires, `check` the faults of chapters that a packet has: a missing or
stale element, a wrong value, order or S bit. Packet numbers do not wrap here; a checkpoint history is the packets from
`checkpoint` to the one before `packet`."""

from collections import namedtuple

import journal
from parameters import Parameters

Sent = namedtuple("Sent", "value packet order")

# What Reset All Controllers resets by RP-015, of which logs may be left out (A.3.1).
RESET_CONTROLLERS = (1, 11, 64, 65, 66, 67)
SWITCHES = (64, 65, 66, 67)
ENDS_NOTES = (120, 123, 124, 125, 126, 127)
EXCLUSIVE_PAIRS = ((124, 125), (126, 127))


class Moment:
    """The place in a stream at which a journal stands."""

    def __init__(self, checkpoint, packet):
        self.checkpoint, self.packet = checkpoint, packet

    def covers(self, sent):
        return sent is not None and sent.packet >= self.checkpoint

    def s(self, sent):
        """The S bit of an element that encodes this command: 0 if it was in the packet before."""
        return int(sent.packet != self.packet - 1)


class ChannelHistory:
    def __init__(self):
        self.reset()

    def reset(self):
        """A Reset State command makes everything before it inactive."""
        self.program = self.bend = self.pressure = self.bank_msb = self.bank_lsb = self.ended = None
        self.bank_crossed = 0
        self.controllers, self.counts, self.toggles = {}, {}, {}
        self.notes, self.references, self.poly = {}, {}, {}
        self.parameters = Parameters()
        self.reset_controllers = self.last_off = None

    def add(self, packet, order, data):
        kind = data[0] & 0xF0
        if kind in (0x80, 0x90):
            is_on = kind == 0x90 and data[2] > 0
            # A NoteOn of velocity 0 is a NoteOff of velocity 64 (A.7).
            self.add_note(packet, order, is_on, data[1], data[2] if is_on or kind == 0x80 else 64)
        elif kind == 0xA0:
            self.poly[data[1]] = (Sent(data[2], packet, order), 0)
        elif kind == 0xB0:
            self.add_controller(packet, order, data[1], data[2])
        elif kind == 0xC0:
            # A bank counts with its controllers before the program (A.2).
            bank = (self.bank_msb, self.bank_lsb, self.bank_crossed)
            self.program = Sent((data[1], bank), packet, order)
        elif kind == 0xD0:
            self.pressure = Sent(data[1], packet, order)
        else:
            self.bend = Sent((data[1], data[2]), packet, order)

    def add_note(self, packet, order, is_on, note, velocity):
        self.notes[note] = Sent((is_on, velocity), packet, order)
        self.references[note] = max(0, self.references.get(note, 0) + (1 if is_on else -1))
        if not is_on:
            self.last_off = packet

    def add_controller(self, packet, order, number, value):
        if number == 121:
            self.reset_all_controllers(packet, order)
        if number in ENDS_NOTES:
            self.notes, self.references, self.pressure = {}, {}, None
            self.poly = {note: (sent, 1) for note, (sent, _) in self.poly.items()}
            self.ended = packet
        if number == 0:
            self.bank_msb, self.bank_lsb, self.bank_crossed = Sent(value, packet, order), None, 0
        elif number == 32 and self.bank_msb:
            self.bank_lsb = Sent(value, packet, order)
        if self.parameters.takes(number):
            self.parameters.add(packet, order, number, value)
            return
        previous = self.controllers.get(number)
        was_on = previous is not None and previous.value >= 64
        if number in SWITCHES and self.reset_controllers and previous and previous.order < self.reset_controllers.order:
            was_on = False
        self.toggles[number] = self.toggles.get(number, 0) + (was_on != (value >= 64))
        self.counts[number] = self.counts.get(number, 0) + 1
        self.controllers[number] = Sent(value, packet, order)

    def reset_all_controllers(self, packet, order):
        for number in SWITCHES:
            sent = self.controllers.get(number)
            if sent and sent.value >= 64 and not (self.reset_controllers and sent.order < self.reset_controllers.order):
                self.toggles[number] = self.toggles.get(number, 0) + 1
        self.reset_controllers = Sent(0, packet, order)
        self.bank_crossed = int(self.bank_msb is not None)
        self.bend = self.pressure = None
        self.poly = {}
        self.parameters.close(packet, order)

    # What is required

    def needed(self, moment):
        """The chapters of a channel journal, with all that is required and no more."""
        found = {
            "P": self.needed_p(moment), "C": self.needed_c(moment), "M": self.parameters.needed(moment),
            "W": moment.covers(self.bend) and journal.W(moment.s(self.bend), *self.bend.value),
            "N": self.needed_n(moment), "E": self.needed_e(moment),
            "T": moment.covers(self.pressure) and journal.T(moment.s(self.pressure), self.pressure.value),
            "A": self.needed_a(moment)}
        return {letter: chapter for letter, chapter in found.items() if chapter}

    def needed_p(self, moment):
        return self.chapter_p(moment) if moment.covers(self.program) else None

    def chapter_p(self, moment):
        program, (msb, lsb, crossed) = self.program.value
        return journal.P(moment.s(self.program), program, int(msb is not None), msb.value if msb else 0,
                         crossed if msb else 0, lsb.value if lsb else 0)

    def needed_c(self, moment):
        sent = sorted((sent.order, number, sent) for number, sent in self.controllers.items() if moment.covers(sent))
        logs = [journal.Controller(moment.s(sent), number, 0, sent.value) for _, number, sent in sent]
        return logs and journal.C(int(all(log.s for log in logs)), logs)

    def needed_n(self, moment):
        covered = {note: sent for note, sent in self.notes.items() if moment.covers(sent)}
        if not covered:
            return None
        logs = [journal.Note(moment.s(sent), note, 1, sent.value[1]) for note, sent
                in sorted(covered.items(), key=lambda item: item[1].order) if sent.value[0]]
        off = {note for note, sent in covered.items() if not sent.value[0]}
        low, high = (min(off) // 8, max(off) // 8) if off else (15, int(len(logs) == 127))
        return journal.N(int(self.last_off != moment.packet - 1), logs, off, low, high)

    def needed_e(self, moment):
        logs = []
        for note, sent in sorted(self.notes.items(), key=lambda item: item[1].order):
            if moment.covers(sent):
                is_on, velocity = sent.value
                references = self.references[note]
                if references > (1 if is_on else 0):
                    logs.append(journal.Note(moment.s(sent), note, 0, min(127, references)))
                if not is_on and velocity != 64:
                    logs.append(journal.Note(moment.s(sent), note, 1, velocity))
        while len(logs) > 128:
            logs.remove(next(log for log in logs if log.flag))
        return logs and journal.E(int(all(log.s for log in logs)), logs)

    def needed_a(self, moment):
        covered = sorted((sent.order, note, x) for note, (sent, x) in self.poly.items() if moment.covers(sent))
        logs = [journal.Note(moment.s(self.poly[note][0]), note, x, self.poly[note][0].value) for _, note, x in covered]
        return logs and journal.A(int(all(log.s for log in logs)), logs)

    # What is there

    def check(self, chapters, moment, number):
        """The faults of a channel's chapters, which may be none at all."""
        found = []
        for letter in set(self.needed(moment)) | set(chapters):
            check = self.parameters.check if letter == "M" else getattr(self, "check_" + letter.lower())
            found += ["channel %d, chapter %s: %s" % (number, letter, fault)
                      for fault in check(chapters.get(letter), moment, chapters)]
        return found

    def check_p(self, chapter, moment, _):
        if not chapter:
            yield "is missing"
        elif not self.program:
            yield "codes a program that is not active"
        elif chapter != self.chapter_p(moment):
            yield "%s instead of %s" % (chapter, self.chapter_p(moment))

    def check_w(self, chapter, moment, _):
        yield from self.check_one(chapter, self.bend, moment, lambda chapter: (chapter.first, chapter.second))

    def check_t(self, chapter, moment, _):
        yield from self.check_one(chapter, self.pressure, moment, lambda chapter: chapter.pressure)

    @staticmethod
    def check_one(chapter, sent, moment, value):
        if not chapter:
            yield "is missing"
        elif not sent:
            yield "codes a command that is not active"
        elif (chapter.s, value(chapter)) != (moment.s(sent), sent.value):
            yield "%s after %s of packet %d" % (chapter, sent.value, sent.packet)

    def check_c(self, chapter, moment, chapters):
        logs = chapter.logs if chapter else []
        present = [log.number for log in logs]
        orders = []
        for log in logs:
            sent = self.controllers.get(log.number)
            if not sent:
                yield "controller %d is not active, or belongs to chapter M" % log.number
                continue
            tool = 1 if not log.a else 0 if log.value & 0x40 else 2
            orders.append((sent.order, tool))
            due = (0x40 | self.counts[log.number] % 64, sent.value, self.toggles[log.number] % 64)[tool]
            if log.value != due:
                yield "controller %d has %d instead of %d (tool %d)" % (log.number, log.value, due, tool)
            if log.s != moment.s(sent):
                yield "controller %d has S %d, and was sent in packet %d" % (log.number, log.s, sent.packet)
        if orders != sorted(orders):
            yield "logs are not oldest first: %s" % present
        for number, sent in self.controllers.items():
            if moment.covers(sent) and number not in present and not self.may_omit(number, sent, present, chapters):
                yield "controller %d is missing" % number
        for pair in EXCLUSIVE_PAIRS:
            both = sorted((self.controllers[number].order, number) for number in pair if number in self.controllers)
            if len(both) == 2 and both[0][1] in present and both[1][1] not in present:
                yield "controller %d stands without %d, which was later" % (both[0][1], both[1][1])

    def may_omit(self, number, sent, present, chapters):
        if number in RESET_CONTROLLERS and self.reset_controllers and sent.order < self.reset_controllers.order:
            return True
        if "P" in chapters and self.program and self.program.value[1][0]:
            banks = [half.order for half in self.program.value[1][:2] if half]
            return number in (0, 32) and sent.order in banks
        for pair in EXCLUSIVE_PAIRS:
            other = pair[1] if number == pair[0] else pair[0]
            if number in pair and other in present and self.controllers[other].order > sent.order:
                return True
        return False

    def check_n(self, chapter, moment, _):
        logs, off = (chapter.logs, chapter.off) if chapter else ([], set())
        for log in logs:
            sent = self.notes.get(log.note)
            if not sent or not sent.value[0]:
                yield "note %d is logged, and is not sounding" % log.note
            elif (log.s, log.value) != (moment.s(sent), sent.value[1]):
                yield "%s after velocity %d in packet %d" % (log, sent.value[1], sent.packet)
        orders = [self.notes[log.note].order for log in logs if log.note in self.notes]
        if orders != sorted(orders):
            yield "logs are not oldest first: %s" % [log.note for log in logs]
        for note in sorted(off):
            if note not in self.notes or self.notes[note].value[0]:
                yield "OFFBITS end note %d, whose last command was no NoteOff" % note
        for note, sent in self.notes.items():
            if moment.covers(sent) and note not in (off if not sent.value[0] else [log.note for log in logs]):
                yield "note %d is missing %s" % (note, "in the logs" if sent.value[0] else "in OFFBITS")
        if chapter and chapter.b != int(self.last_off != moment.packet - 1):
            yield "B bit is %d, and the last NoteOff was in packet %s" % (chapter.b, self.last_off)

    def check_e(self, chapter, moment, _):
        logs = chapter.logs if chapter else []
        for log in logs:
            sent = self.notes.get(log.note)
            if not sent or log.flag and sent.value[0]:
                yield "note %d is not active" % log.note
                continue
            due = sent.value[1] if log.flag else min(127, self.references[log.note])
            if (log.s, log.value) != (moment.s(sent), due):
                yield "%s instead of %d, sent in packet %d" % (log, due, sent.packet)
        orders = [self.notes[log.note].order for log in logs if log.note in self.notes]
        if orders != sorted(orders):
            yield "logs are not oldest first"
        have = {(log.note, log.flag) for log in logs}
        needed = self.needed_e(moment)
        for log in needed.logs if needed else []:
            if (log.note, log.flag) not in have:
                yield "log %s is missing" % (log,)

    def check_a(self, chapter, moment, _):
        logs = chapter.logs if chapter else []
        for log in logs:
            if log.note not in self.poly:
                yield "note %d is not active" % log.note
                continue
            sent, x = self.poly[log.note]
            # The command that ended the notes may count as what the X bit encodes.
            s_is_right = log.s == moment.s(sent) or x and self.ended == moment.packet - 1
            if (log.flag, log.value) != (x, sent.value) or not s_is_right:
                yield "%s instead of %d with X %d, sent in packet %d" % (log, sent.value, x, sent.packet)
        orders = [self.poly[log.note][0].order for log in logs if log.note in self.poly]
        if orders != sorted(orders):
            yield "logs are not oldest first"
        for note, (sent, _) in self.poly.items():
            if moment.covers(sent) and note not in [log.note for log in logs]:
                yield "note %d is missing" % note
