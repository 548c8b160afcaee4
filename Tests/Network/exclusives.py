"""SysEx commands of a stream, and what chapter X must say of them (RFC 6295, B.5)."""

import journal

CANCELLED, DROPPED, FINISHED = 1, 2, 3
# Commands whose data begin so reset the receiver (A.1): General MIDI, General MIDI 2, DLS.
RESETS = ((0x09, 0x01), (0x09, 0x03), (0x09, 0x00), (0x0A, 0x01), (0x0A, 0x02))


class Command:
    """One SysEx command, whole or in the segments that were sent until now."""

    def __init__(self, count):
        self.count = count
        self.data, self.state, self.is_active = b"", 0, True
        self.packets = []  # (packet, how many data bytes were there after it)

    @property
    def packet(self):
        return self.packets[-1][0]

    def first_byte(self, checkpoint):
        """The place of the first data byte that the checkpoint history has."""
        return max((length for packet, length in self.packets if packet < checkpoint), default=0)

    @property
    def is_full_frame(self):
        data = self.data
        return (self.state == FINISHED and len(data) == 8 and data[0] == 0x7F and data[2:4] == b"\x01\x01")

    @property
    def is_reset(self):
        data = self.data
        return self.state == FINISHED and len(data) == 4 and data[0] == 0x7E and (data[2], data[3]) in RESETS


class Exclusives:
    """Limits of the box (N6). longest: data bytes of a command that is protected; a longer one is told as cancelled and
    without data. most: commands of one journal, of which one more may become a Full Frame; room: data bytes of one
    journal. The checkpoint may move behind commands beyond the last two."""

    def __init__(self, longest=256, most=15, room=512, kept=600):
        self.commands, self.longest, self.most, self.room, self.kept = [], longest, most, room, kept
        self.forgotten = 0
        self.total, self.counts = 0, False
        self.faults = []

    def add(self, packet, segment):
        """Returns the command that this segment belongs to."""
        under_way = bool(self.commands) and not self.commands[-1].state
        if segment[0] == 0xF0:
            if under_way:
                self.faults.append("SysEx begins inside another")
                self.commands[-1].state = CANCELLED
            self.total += 1
            self.commands = self.commands[-self.kept:] + [Command(self.total)]
        elif not under_way:
            self.faults.append("SysEx segment continues nothing")
            return None
        command = self.commands[-1]
        command.data += bytes(segment[1:-1])
        command.packets.append((packet, len(command.data)))
        command.state = {0xF7: FINISHED, 0xF4: CANCELLED, 0xF0: 0}[segment[-1]]
        return command

    def deactivate(self, but=None):
        """Everything before a Reset State command becomes inactive."""
        for command in self.commands:
            command.is_active = command is but

    def forgotten_before(self):
        """The first packet that a journal must cover though nobody has acknowledged it; it never goes back."""
        most, room = self.most, self.room
        for command in reversed(self.commands):
            if not command.is_active or command.is_full_frame:
                continue
            most -= 1
            room -= len(command.data) if len(command.data) <= self.longest else 0
            if most < 0 or room < 0:
                self.forgotten = max(self.forgotten, command.packet + 1)
                break
        return self.forgotten

    def required(self, moment):
        """Commands that need a log, the oldest first."""
        found = []
        for command in reversed(self.commands):
            if command.packet < moment.checkpoint or not command.is_active:
                break
            if not command.is_full_frame and len(command.data) <= self.longest:
                found.append(command)
        return found[::-1]

    def needed(self, moment):
        commands = self.required(moment)
        logs = [journal.Exclusive(int(command.packet != moment.packet - 1), None, None, None,
                                  command.data or None, 1, command.state) for command in commands]
        if logs:
            logs[0] = logs[0]._replace(s=int(all(log.s for log in logs)))
        return logs and journal.X(logs)

    def matched(self, logs):
        """The command of each log, found from the newest to the oldest."""
        found, place = [], len(self.commands)
        for log in reversed(logs):
            place -= 1
            while place >= 0 and not self.is_of(log, self.commands[place]):
                place -= 1
            found.append(self.commands[place] if place >= 0 else None)
        return found[::-1]

    def is_of(self, log, command):
        is_told_as_cancelled = (log.sta == CANCELLED and log.data is None and command.state == FINISHED
                                and len(command.data) > self.longest)
        return (command.is_active and not command.is_full_frame and (log.sta == command.state or is_told_as_cancelled)
                and (log.data is None or command.data[log.first or 0:] == log.data)
                and (log.count is None or log.count == command.count % 256))

    def check(self, chapter, moment):
        logs = chapter.logs if chapter else []
        commands = self.matched(logs)
        for log, command in zip(logs, commands):
            if not command:
                yield "no command in this order has %s" % (log,)
        if None in commands:
            return
        sent_now = [int(command.packet != moment.packet - 1) for command in commands]
        if logs and logs[0].s != int(all(sent_now)):
            yield "S bit is %d above commands with %s" % (logs[0].s, sent_now)
        for log, s, command in list(zip(logs, sent_now, commands))[1:]:
            if log.s != s:
                yield "log has S %d, and was sent in packet %d" % (log.s, command.packet)
        for log, command in zip(logs, commands):
            # A long one under way is told by its last byte (N6).
            is_position = not log.sta and log.first is not None and len(command.data) > self.longest
            if not is_position and (log.data is not None or log.sta != CANCELLED):
                missing = command.first_byte(moment.checkpoint) < ((log.first or 0) if log.data else len(command.data))
                if missing:
                    yield "DATA of a log begins after data of the checkpoint history"
        for command in self.required(moment):
            if command not in commands and not any(
                    log.l == 0 and other.data == command.data and other.count > command.count
                    for log, other in zip(logs, commands)):
                yield "SysEx %s of packet %d is missing" % (command.data[:16].hex(), command.packet)
        self.counts |= any(log.count is not None for log in logs)
        if self.counts and logs and logs[-1].count is None:
            yield "the last log has no COUNT, which the session uses"
