"""A random evening: MIDI commands of every kind, a few for each moment, and an end after which nothing sounds."""

import random

CONTROLLERS = (1, 2, 7, 10, 11, 33, 64, 65, 66, 67, 71, 74, 91, 120, 121, 123, 124, 125, 126, 127)


class Evening:
    """kinds: the names of the methods to draw from, once for each share."""

    # What an instrument shows, and what is left out where resets by SysEx would have to be told from repeated ones.
    LASTING = ["note"] * 8 + ["controller"] * 4 + ["program", "bend", "pressure", "poly"] * 2 + [
        "bank", "parameter", "sequencer", "clock", "clock", "song", "quarter_frame", "full_frame", "exclusive",
        "sensing"]
    KINDS = LASTING + ["reset"]
    # What a box routes without a change of its own: no modes, no transport.
    ROUTED = ["note"] * 8 + ["plain_controller"] * 4 + ["program", "bend", "pressure", "poly"] * 2 + [
        "bank", "parameter", "exclusive"]

    def __init__(self, seed, kinds=None, channels=4, segments=True):
        # Whether SysEx may be in segments, and how many data bytes they have.
        self.segments, self.sizes = segments, (1, 5, 20, 60, 200, 400)
        self.random, self.kinds, self.channels = random.Random(seed), kinds or self.KINDS, channels
        self.held, self.quarter = set(), 0

    def moment(self):
        """The commands of one moment, in lists that may share a packet."""
        groups, together = [], []
        for _ in range(self.random.choice((1, 1, 1, 2, 4))):
            commands = getattr(self, self.random.choice(self.kinds))()
            if commands[0][0] in (0xF0, 0xF7) or commands[0][0] >= 0xF8:
                groups += [together] * bool(together) + [[command] for command in commands]
                together = []
            else:
                together = together + commands
        return groups + [together] * bool(together)

    def end(self):
        """Releases everything: notes, pedals, bends and pressures."""
        commands = [bytes([0x80 | channel, note, 64]) for channel, note in sorted(self.held)]
        for channel in range(self.channels):
            commands += [bytes([0xB0 | channel, number, 0]) for number in (64, 66, 123, 121)]
            commands += [bytes([0xE0 | channel, 0, 64]), bytes([0xD0 | channel, 0])]
        return [commands[place:place + 20] for place in range(0, len(commands), 20)] + [[b"\xfc"]]

    def channel(self):
        return self.random.randrange(self.channels)

    def value(self):
        return self.random.randrange(128)

    def note(self):
        channel, note = self.channel(), self.random.randrange(48, 60)
        if (channel, note) in self.held and self.random.random() < 0.9:
            self.held.discard((channel, note))
            if self.random.random() < 0.5:
                return [bytes([0x90 | channel, note, 0])]
            return [bytes([0x80 | channel, note, self.random.choice((64, 64, self.value()))])]
        self.held.add((channel, note))
        return [bytes([0x90 | channel, note, self.random.randrange(1, 128)])]

    def controller(self):
        channel, number = self.channel(), self.random.choice(CONTROLLERS[:-7] * 4 + CONTROLLERS)
        if number in (120, 123, 124, 125, 126, 127):
            self.held = {key for key in self.held if key[0] != channel}
        return [bytes([0xB0 | channel, number, self.value() if number < 120 else 0])]

    def plain_controller(self):
        return [bytes([0xB0 | self.channel(), self.random.choice(CONTROLLERS[:-7]), self.value()])]

    def program(self):
        return [bytes([0xC0 | self.channel(), self.value()])]

    def bank(self):
        """A bank with or without its second half, and mostly a program."""
        channel = self.channel()
        commands = [bytes([0xB0 | channel, number, self.value()]) for number in (0, 32)][:self.random.choice((1, 2))]
        return commands + [bytes([0xC0 | channel, self.value()])] * (self.random.random() < 0.8)

    def bend(self):
        return [bytes([0xE0 | self.channel(), self.value(), self.value()])]

    def pressure(self):
        return [bytes([0xD0 | self.channel(), self.value()])]

    def poly(self):
        return [bytes([0xA0 | self.channel(), self.random.randrange(48, 60), self.value()])]

    def parameter(self):
        """A whole or partial transaction, in any of the variants of A.1."""
        channel, high = self.channel(), self.random.choice((99, 101))
        steps = [(high, self.random.randrange(2)), (high - 1, self.random.randrange(3))]
        if self.random.random() < 0.1:
            steps = steps[:1]
        for _ in range(self.random.randrange(4)):
            steps.append((self.random.choice((6, 38, 96, 97)), self.value()))
        if self.random.random() < 0.5:
            steps += [(high, 127), (high - 1, 127)]
        return [bytes([0xB0 | channel, number, value]) for number, value in steps]

    def sequencer(self):
        return [bytes([self.random.choice((0xFA, 0xFB, 0xFC))])]

    def clock(self):
        return [b"\xf8"]

    def song(self):
        return [self.random.choice((bytes([0xF2, self.value(), self.random.randrange(8)]), bytes([0xF3, self.value()]),
                                    b"\xf6"))]

    def quarter_frame(self):
        """Some of the eight quarter frames of a time that exists, at 25 frames a second."""
        commands = []
        for _ in range(self.random.choice((1, 3, 8))):
            if self.quarter == 0:
                frame, second, minute, hour = (self.random.randrange(limit) for limit in (25, 60, 60, 24))
                self.time = [frame & 15, frame >> 4, second & 15, second >> 4, minute & 15, minute >> 4, hour & 15,
                             2 | hour >> 4]
            commands.append(bytes([0xF1, self.quarter << 4 | self.time[self.quarter]]))
            self.quarter = (self.quarter + 1) % 8
        return commands

    def full_frame(self):
        return [bytes([0xF0, 0x7F, 0x7F, 1, 1, *(self.random.randrange(24) for _ in range(4)), 0xF7])]

    def exclusive(self):
        data = bytes(self.value() for _ in range(self.random.choice(self.sizes)))
        if len(data) < 60 or not self.segments:
            return [b"\xf0\x7d" + data + b"\xf7"]
        tail = b"\xf4" if self.random.random() < 0.1 else b"\xf7"
        middle = [] if tail == b"\xf4" else [b"\xf7" + data[40:] + b"\xf7"]
        return [b"\xf0\x7d" + data[:40] + b"\xf0"] + (middle or [b"\xf7\xf4"])

    def sensing(self):
        return [b"\xfe"]

    def reset(self):
        if self.random.random() < 0.8:
            return self.clock()
        self.held.clear()
        return [self.random.choice((b"\xff", b"\xf0\x7e\x7f\x09\x01\xf7"))]
