"""A strict judge of what a Treadle box sends to one peer (N3, N4, N5 and N6): every packet by itself, and the stream.

Feed it all packets before anything can lose them, and the acknowledgements that reached the box. It deviates from
RFC 6295 in two points where the contract does: other commands may stand between SysEx segments (N5), and history is
limited to `window` packets, so that a checkpoint may move without an acknowledgement (N6)."""

import journal
from history import ChannelHistory, Moment
from system_history import SystemHistory
from wire import Fault, is_session, later, read, read_packet

# Packets of history without an acknowledgement, and seconds after which an acknowledgement must show.
WINDOW, ACKNOWLEDGED_WITHIN = 256, 0.5
# A journal of this many bytes may leave out what ends nothing.
CROWDED = 1000
# How far time stamps may be from the time of capture, in seconds; they count in 100 µs. A busy machine captures late.
TIME_TOLERANCE = 2


class History:
    """All that one sender has sent in RTP packets."""

    def __init__(self):
        self.channels = [ChannelHistory() for _ in range(16)]
        self.system = SystemHistory()
        self.order = 0

    def add(self, packet, data):
        self.order += 1
        if data[0] < 0xF0:
            self.channels[data[0] & 15].add(packet, self.order, data)
        elif self.system.add(packet, data):
            for channel in self.channels:
                channel.reset()

    def needed(self, checkpoint, packet):
        """The smallest journal that the standard allows."""
        moment = Moment(checkpoint, packet)
        channels = []
        for number, history in enumerate(self.channels):
            if chapters := history.needed(moment):
                s = int(all(journal.s_of(chapter) for chapter in chapters.values()))
                channels.append(journal.Channel(s, number, chapters))
        chapters = self.system.needed(moment)
        system = chapters and journal.System(int(all(journal.s_of(part) for part in chapters.values())), chapters)
        s = int(all(part.s for part in channels) and (not system or system.s))
        return journal.Journal(s, checkpoint & 0xFFFF, system or None, channels)

    def check(self, found, checkpoint, packet):
        moment = Moment(checkpoint, packet)
        chapters = {channel.number: channel.chapters for channel in found.channels}
        faults = []
        for number, history in enumerate(self.channels):
            faults += history.check(chapters.get(number, {}), moment, number)
        return faults + self.system.check(found.system.chapters if found.system else {}, moment)


class Stream:
    """faults: (number of the datagram, text, the bytes), in order."""

    def __init__(self, has_journal=True, window=WINDOW):
        self.has_journal, self.window = has_journal, window
        self.history, self.faults = History(), []
        self.datagrams = self.packets = 0
        self.first = self.newest = self.ssrc = None  # extended sequence numbers
        self.checkpoint = self.acknowledged = None
        self.acknowledged_at = 0
        self.last_stamp = self.origin = None
        self.session = {}

    def blame(self, data, text, *values):
        self.faults.append((self.datagrams, text % values if values else text, bytes(data)))

    def sent(self, at, data):
        """A datagram of the box. at: seconds."""
        self.datagrams += 1
        try:
            if is_session(data):
                read(data)
            else:
                self.packet(at, data, read_packet(data))
        except Fault as fault:
            self.blame(data, str(fault))

    def acknowledge(self, at, sequence):
        """RS of the peer has reached the box. sequence: 16 bits."""
        if self.newest is None:
            return
        number = self.newest + later(self.newest & 0xFFFF, sequence, 16)
        if self.first <= number <= self.newest and number > (-1 if self.acknowledged is None else self.acknowledged):
            self.acknowledged, self.acknowledged_at = number, at

    def packet(self, at, data, packet):
        self.packets += 1
        if self.newest is None:
            # So far from zero that the numbers before it stay positive.
            self.first, self.newest, self.ssrc = packet.sequence + 0x10000, packet.sequence + 0xFFFF, packet.ssrc
        number = self.newest + 1
        if packet.sequence != number & 0xFFFF:
            self.blame(data, "sequence number %d instead of %d", packet.sequence, number & 0xFFFF)
            number = self.newest + later(self.newest & 0xFFFF, packet.sequence, 16)
        if packet.ssrc != self.ssrc:
            self.blame(data, "SSRC %08X instead of %08X", packet.ssrc, self.ssrc)
        self.newest = max(number, self.newest)
        self.check_time(at, data, packet)
        self.check_company(data, packet)
        if packet.journal is None:
            if self.has_journal:
                self.blame(data, "no journal (N6)")
        elif not self.has_journal:
            self.blame(data, "a journal for a peer that gets none (N6)")
        else:
            try:
                self.check_journal(at, data, packet, number)
            except Fault as fault:
                self.blame(data, "journal: %s", fault)
        for command in packet.commands:
            self.history.add(number, command.data)
        exclusives = self.history.system.exclusives
        for fault in exclusives.faults:
            self.blame(data, fault)
        exclusives.faults = []

    def check_time(self, at, data, packet):
        stamps = [packet.time] + [command.time for command in packet.commands]
        if self.last_stamp is not None and later(self.last_stamp, stamps[0]) < 0:
            self.blame(data, "time stamp %d is before %d of the packet before", stamps[0], self.last_stamp)
        self.last_stamp = stamps[-1]
        if self.origin is None:
            self.origin = (at, stamps[0])
        elapsed = (at - self.origin[0]) - later(self.origin[1], stamps[0]) / 10_000
        if abs(elapsed) > TIME_TOLERANCE:
            self.blame(data, "time stamp is %.3f s from the time of capture", elapsed)
        if later(stamps[0], stamps[-1]) > 10_000:
            self.blame(data, "commands of one packet span %d", later(stamps[0], stamps[-1]))

    def check_company(self, data, packet):
        """Real-time commands and SysEx stand in packets of their own (N5)."""
        statuses = [command.data[0] for command in packet.commands]
        alone = [status for status in statuses if status >= 0xF8 or status in (0xF0, 0xF7)]
        if alone and len(statuses) > 1:
            self.blame(data, "%02X is not alone in its packet (N5)", alone[0])

    def check_journal(self, at, data, packet, number):
        found = journal.read(packet.journal)
        checkpoint = number - (number - found.checkpoint) % 0x10000
        acknowledged = self.first if self.acknowledged is None else self.acknowledged + 1
        newest_allowed = max(self.first, number - self.window, acknowledged,
                             self.history.system.exclusives.forgotten_before())
        if not max(self.first, number - self.window) <= checkpoint:
            self.blame(data, "checkpoint %d is %d packets before this", found.checkpoint, number - checkpoint)
            return
        if checkpoint > newest_allowed:
            self.blame(data, "checkpoint %d is younger than what the peer acknowledged", found.checkpoint)
        if self.checkpoint is not None and checkpoint < self.checkpoint:
            self.blame(data, "checkpoint goes back from %d", self.checkpoint & 0xFFFF)
        if self.acknowledged is not None and checkpoint < self.acknowledged \
                and at - self.acknowledged_at > ACKNOWLEDGED_WITHIN:
            self.blame(data, "checkpoint %d ignores the acknowledgement of %d", found.checkpoint,
                       self.acknowledged & 0xFFFF)
        self.checkpoint = checkpoint
        crowded = len(packet.journal) >= CROWDED
        for fault in self.history.check(found, checkpoint, number):
            if not (crowded and "missing" in fault and "OFFBITS" not in fault):
                self.blame(data, "journal: %s", fault)
