"""MIDI Time Code of a stream, and what chapter F must say of it (RFC 6295, B.4)."""

import journal

# Frames a second for each of the four rates; the third drops two frame numbers in most minutes.
RATES, DROPPING = (24, 25, 30, 30), 2


def two_later(nibbles):
    """The frame value of eight quarter frames, and two frames more, as nibbles again."""
    frame, second, minute = (nibbles[place] | nibbles[place + 1] << 4 for place in (0, 2, 4))
    hour, rate = nibbles[6] | (nibbles[7] & 1) << 4, nibbles[7] >> 1 & 3
    frame += 2
    if frame >= RATES[rate]:
        frame -= RATES[rate]
        second += 1
        if second == 60:
            second, minute = 0, minute + 1
            if minute == 60:
                minute, hour = 0, (hour + 1) % 24
            if rate == DROPPING and minute % 10:
                frame += 2
    top = nibbles[7] & 14 | hour >> 4
    return [frame & 15, frame >> 4, second & 15, second >> 4, minute & 15, minute >> 4, hour & 15, top]


def packed(nibbles):
    return bytes(nibbles[place] << 4 | nibbles[place + 1] for place in range(0, 8, 2))


class TimeCode:
    def __init__(self):
        self.newest = self.complete = None  # packet of the newest command; (Q bit, four bytes, packet)
        self.types, self.nibbles, self.partial_packet = [], [0] * 8, None
        self.is_legal = False

    def add_quarter(self, packet, data):
        kind, nibble = data >> 4 & 7, data & 15
        self.newest = packet
        steps = {kind - self.types[-1]} if self.types else set()
        if len(self.types) > 1:
            steps &= {self.types[1] - self.types[0]}
        if self.types and steps & {1, -1}:
            self.types.append(kind)
        else:
            self.types, self.nibbles = ([kind] if kind in (0, 7) else []), [0] * 8
        self.is_legal = bool(self.types)
        self.nibbles[kind] = nibble
        self.partial_packet = packet
        if len(self.types) == 8:
            forward = self.types[0] == 0
            self.complete = (1, packed(two_later(self.nibbles) if forward else self.nibbles), packet)
            self.types, self.partial_packet = [], None

    def add_full(self, packet, data):
        self.newest, self.complete = packet, (0, bytes(data), packet)
        self.types, self.partial_packet, self.is_legal = [], None, True

    def needed(self, moment):
        if self.newest is None or self.newest < moment.checkpoint:
            return None
        reverse = int(bool(self.types) and self.types[0] == 7)
        partial = None
        if self.types and self.partial_packet >= moment.checkpoint:
            # Types that no command of the sequence gave stay zero.
            partial = packed([nibble if kind in self.types else 0 for kind, nibble in enumerate(self.nibbles)])
        point = self.types[-1] if partial is not None else 7 * (not reverse)
        q, complete = self.complete[:2] if self.complete else (0, None)
        return journal.F(int(self.newest != moment.packet - 1), q, reverse, point, complete, partial)

    def check(self, chapter, moment):
        due = self.needed(moment)
        if not due or not chapter:
            yield "is missing" if due else "stands without a time code command in the checkpoint history"
            return
        if chapter.s != due.s:
            yield "S bit is %d, and the newest command was in packet %d" % (chapter.s, self.newest)
        if chapter.complete is None and self.complete and self.complete[2] < moment.checkpoint:
            due = due._replace(complete=None, q=0)
        if (chapter.q, chapter.complete) != (due.q, due.complete):
            yield "COMPLETE is %s with Q %d instead of %s" % (chapter.complete, chapter.q, due.complete)
        if chapter.partial != due.partial:
            yield "PARTIAL is %s instead of %s" % (chapter.partial, due.partial)
        elif due.partial is not None and (chapter.d, chapter.point) != (due.d, due.point):
            yield "D and POINT are %s instead of %s" % ((chapter.d, chapter.point), (due.d, due.point))
