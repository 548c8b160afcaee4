"""The receiving half of a model peer: plays packets on an instrument and repairs gaps from the journal (RFC 4696)."""

import journal
from instrument import Instrument
from wire import later, read_packet


class Receiver:
    """has_journal: whether it repairs. uncovered: gaps older than the checkpoint of the journal that ended them."""

    def __init__(self, has_journal=True):
        self.has_journal, self.instrument = has_journal, Instrument()
        self.newest, self.resets = None, 0
        self.repaired = self.uncovered = self.dropped = 0
        self.played = []

    def take(self, data):
        packet = read_packet(data)
        if self.newest is not None:
            step = later(self.newest, packet.sequence, 16)
            if step <= 0:
                self.dropped += 1
                return
            if step > 1 and packet.journal:
                self.repair(packet, (self.newest + 1) & 0xFFFF)
        elif packet.journal:
            self.repair(packet, packet.sequence)
        self.newest = packet.sequence
        for command in packet.commands:
            self.play(command.data)

    def play(self, data):
        self.instrument.play(data)
        self.played.append(bytes(data))
        self.resets += data == b"\xff"

    def repair(self, packet, expected):
        if not self.has_journal:
            return
        found = journal.read(packet.journal)
        if later(found.checkpoint, expected, 16) < 0:
            self.uncovered += 1
        self.repaired += 1
        for chapter, value in (found.system.chapters if found.system else {}).items():
            self.repair_system(chapter, value)
        for channel in found.channels:
            self.repair_channel(self.instrument.parts[channel.number], channel.number, channel.chapters)

    def repair_system(self, letter, chapter):
        if letter == "D" and chapter.logs.get("B", (1, self.resets))[1] != self.resets % 128:
            self.instrument.play(b"\xff")
            self.resets = chapter.logs["B"][1]
        if letter == "D" and "H" in chapter.logs:
            self.instrument.play(bytes([0xF3, chapter.logs["H"][1]]))
        if letter == "Q" and bool(chapter.n) != self.instrument.runs:
            self.instrument.play(b"\xfb" if chapter.n else b"\xfc")

    def repair_channel(self, part, number, chapters):
        play = self.instrument.play_channel
        if "C" in chapters:
            for log in chapters["C"].logs:
                if not log.a:
                    play(part, 0xB0, (0, log.number, log.value))
        if "P" in chapters:
            program = chapters["P"]
            part.program = program.program
            part.played = (program.msb, program.lsb) if program.b else (0, 0)
        if "M" in chapters:
            self.repair_parameters(part, chapters["M"])
        if "N" in chapters:
            for note in chapters["N"].off:
                part.notes.pop(note, None)
            for log in chapters["N"].logs:
                part.notes[log.note] = log.value
        if "W" in chapters:
            part.bend = chapters["W"][1:]
        if "T" in chapters:
            part.pressure = chapters["T"].pressure
        for log in chapters["A"].logs if "A" in chapters else []:
            part.poly[log.note] = 0 if log.flag else log.value

    @staticmethod
    def repair_parameters(part, chapter):
        for log in chapter.logs:
            msb, lsb, steps = part.parameters.get((log.q, log.number), (0, 0, 0))
            if log.msb:
                msb, lsb, steps = log.msb[1], 0, 0
            if log.lsb:
                lsb, steps = log.lsb[1], 0
            if log.a_button:
                steps = log.a_button[1]
            if log.msb or log.lsb or log.a_button:
                part.parameters[log.q, log.number] = (msb, lsb, steps)
        if chapter.p:
            part.number = (chapter.q, chapter.pending << 7)
        elif chapter.e and chapter.logs:
            part.number = (chapter.logs[-1].q, chapter.logs[-1].number)
        else:
            part.number = (0, 0x3FFF)
