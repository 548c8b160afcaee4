"""The sending half of a model peer: RTP packets with a journal after the closed-loop policy, or without one."""

import journal_writer
from validator import WINDOW, History
from wire import later, write_packet


class Sender:
    def __init__(self, ssrc, sequence, has_journal=True):
        self.ssrc, self.has_journal = ssrc, has_journal
        self.first = self.next = sequence + 0x10000
        self.checkpoint, self.history = self.first, History()

    def packet(self, time, commands):
        """One packet with these commands, and the time stamp in 100 µs."""
        journal = None
        if self.has_journal:
            self.checkpoint = max(self.checkpoint, self.next - WINDOW)
            journal = journal_writer.write(self.history.needed(self.checkpoint, self.next))
        data = write_packet(self.next, time, self.ssrc, [(0, command) for command in commands], journal)
        for command in commands:
            self.history.add(self.next, command)
        self.next += 1
        return data

    def acknowledge(self, sequence):
        """RS of the other side: the history before this packet is no longer needed."""
        number = self.next + later(self.next & 0xFFFF, sequence, 16)
        if self.first <= number < self.next:
            self.checkpoint = max(self.checkpoint, number + 1)
