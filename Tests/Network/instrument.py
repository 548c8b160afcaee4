"""What an instrument at the end of a stream has become: two of them are compared after loss and repair."""

RESET_VALUES = {1: 0, 11: 127, 64: 0, 65: 0, 66: 0, 67: 0}
ENDS_NOTES = (120, 123, 124, 125, 126, 127)
MOMENTARY = ENDS_NOTES + (121,)


class Part:
    """One channel."""

    def __init__(self):
        self.notes, self.controllers, self.poly = {}, {}, {}
        self.program, self.bank, self.bend, self.pressure = None, (0, 0), (0, 64), 0
        self.played = None  # the bank that the program was chosen with
        self.parameters, self.number = {}, None


class Instrument:
    """Takes commands with their status, SysEx also in segments."""

    def __init__(self):
        self.exclusive = None
        self.power_up()

    def power_up(self):
        self.parts = [Part() for _ in range(16)]
        self.runs, self.song = False, None

    def play(self, data):
        status = data[0]
        if status < 0xF0:
            self.play_channel(self.parts[status & 15], status & 0xF0, data)
        elif status == 0xFF:
            self.power_up()
        elif status in (0xFA, 0xFB, 0xFC):
            self.runs = status != 0xFC
        elif status == 0xF3:
            self.song = data[1]
        elif status in (0xF0, 0xF7):
            self.exclusive = (b"" if status == 0xF0 else self.exclusive or b"") + bytes(data[1:-1])
            if data[-1] == 0xF7 and len(self.exclusive) == 4 and self.exclusive[::2] == b"\x7e\x09":
                self.power_up()

    @staticmethod
    def play_channel(part, kind, data):
        if kind == 0x90 and data[2]:
            part.notes[data[1]] = data[2]
        elif kind in (0x80, 0x90):
            part.notes.pop(data[1], None)
        elif kind == 0xA0:
            part.poly[data[1]] = data[2]
        elif kind == 0xB0:
            control(part, data[1], data[2])
        elif kind == 0xC0:
            part.program, part.played = data[1], part.bank
        elif kind == 0xD0:
            part.pressure = data[1]
        else:
            part.bend = (data[1], data[2])

    def state(self):
        """All that must be equal, without what has its value of the beginning."""
        found = {"runs": self.runs, "song": self.song}
        for channel, part in enumerate(self.parts):
            for name in ("notes", "controllers", "program", "played", "bend", "pressure", "poly", "parameters"):
                value = getattr(part, name)
                if isinstance(value, dict):
                    value = {key: each for key, each in value.items() if each not in (0, (0, 0, 0))}
                if value and value != (0, 64):
                    found[channel, name] = value
        return found

    def sounding(self):
        """What still sounds, bends, presses or sustains."""
        found = []
        for channel, part in enumerate(self.parts):
            held = {"notes": sorted(part.notes), "pressure": part.pressure,
                    "bend": part.bend if part.bend != (0, 64) else None,
                    "poly": {note: value for note, value in part.poly.items() if value},
                    "pedals": [number for number in (64, 66) if part.controllers.get(number, 0) >= 64]}
            found += ["channel %d, %s: %s" % (channel, name, value) for name, value in held.items() if value]
        return found


def control(part, number, value):
    """A controller, with the resets of RP-015 and those that end notes."""
    if number in ENDS_NOTES:
        part.notes, part.pressure, part.poly = {}, 0, {}
    if number == 121:
        part.controllers.update({number: default for number, default in RESET_VALUES.items()
                                 if number in part.controllers})
        part.bend, part.pressure, part.poly, part.number = (0, 64), 0, {}, None
    if number == 0:
        part.bank = (value, 0)
    elif number == 32:
        part.bank = (part.bank[0], value)
    if number in (98, 99, 100, 101):
        select(part, number, value)
    elif number in (6, 38, 96, 97) and part.number not in (None, (0, 0x3FFF), (1, 0x3FFF)):
        msb, lsb, steps = part.parameters.get(part.number, (0, 0, 0))
        changed = {6: (value, 0, 0), 38: (msb, value, 0), 96: (msb, lsb, steps + 1), 97: (msb, lsb, steps - 1)}
        part.parameters[part.number] = changed[number]
    elif number not in MOMENTARY + (0, 32):
        # A bank counts with the program that it is chosen for (A.2).
        part.controllers[number] = value


def select(part, number, value):
    """A parameter number. Its first half alone means a second half of 0 (A.1)."""
    q = int(number < 100)
    if number in (99, 101):
        part.number = (q, value << 7)
    else:
        high = part.number[1] >> 7 if part.number and part.number[0] == q else 0
        part.number = (q, high << 7 | value)
