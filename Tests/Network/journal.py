"""The recovery journal of RFC 6295 (section 5, appendices A and B): its structures, read strictly, and written.

Reading checks the form alone: lengths, counts, reserved bits, values, order of channels, and S bits of the levels
against each other. `history.py` knows what a journal must say."""

import struct
from collections import namedtuple

from wire import demand, read_delta

Journal = namedtuple("Journal", "s checkpoint system channels")  # system: System or None
Channel = namedtuple("Channel", "s number chapters")  # chapters: by letter of PCMWNETA
System = namedtuple("System", "s chapters")  # chapters: by letter of DVQFX

P = namedtuple("P", "s program b msb x lsb")
C = namedtuple("C", "s logs")
Controller = namedtuple("Controller", "s number a value")  # value: with the T bit, where A is set
M = namedtuple("M", "s p e u w z q pending logs")  # q and pending: None without P
# A parameter log. msb, lsb, a_button, c_button and count: None, or (X bit, value); the buttons' values have a sign.
Parameter = namedtuple("Parameter", "s q number msb lsb a_button c_button count t v")
W = namedtuple("W", "s first second")
N = namedtuple("N", "b logs off low high")  # off: the set of ended notes
Note = namedtuple("Note", "s note flag value")  # flag: Y in N, V in E, X in A
E = namedtuple("E", "s logs")
T = namedtuple("T", "s pressure")
A = namedtuple("A", "s logs")
D = namedtuple("D", "s logs")  # logs: by letter of BGHJKYZ, each (S bit, count or value)
V = namedtuple("V", "s count")
Q = namedtuple("Q", "s n d c position")
F = namedtuple("F", "s q d point complete partial")  # complete and partial: 4 bytes or None
X = namedtuple("X", "logs")
Exclusive = namedtuple("Exclusive", "s tcount count first data l sta")  # data: without the mark of its last byte

CHANNEL_LETTERS, SYSTEM_LETTERS = "PCMWNETA", "DVQFX"


class Reader:
    """Takes bytes one after another and never beyond their end."""

    def __init__(self, data, name):
        self.data, self.place, self.name = data, 0, name

    def take(self, count=1):
        demand(self.place + count <= len(self.data), "%s is cut", self.name)
        self.place += count
        return self.data[self.place - count:self.place]

    def byte(self):
        return self.take()[0]

    def pair(self):
        """The top bit and the lower seven of a byte."""
        byte = self.byte()
        return byte >> 7, byte & 0x7F

    def part(self, length, used, name):
        """The rest of a structure whose LENGTH counts `used` bytes that have been taken."""
        demand(length >= used, "%s has LENGTH %d", name, length)
        return Reader(self.take(length - used), name)

    def end(self):
        demand(self.place == len(self.data), "%s has %d bytes too many", self.name, len(self.data) - self.place)


def read(data):
    reader = Reader(data, "journal")
    flags = reader.byte()
    checkpoint = struct.unpack(">H", reader.take(2))[0]
    demand(not flags & 0x10, "H bit of the journal without enhanced chapter C")
    system = read_system(reader) if flags & 0x40 else None
    demand(flags & 0x20 or not flags & 15, "TOTCHAN %d without channel journals", flags & 15)
    channels = [read_channel(reader) for _ in range((flags & 15) + 1)] if flags & 0x20 else []
    reader.end()
    numbers = [channel.number for channel in channels]
    demand(numbers == sorted(set(numbers)), "channel journals are not in ascending order: %s", numbers)
    parts = [part.s for part in channels] + ([system.s] if system else [])
    demand(flags >> 7 == all(parts), "S bit of the journal is %d above %s", flags >> 7, parts)
    return Journal(flags >> 7, checkpoint, system, channels)


def s_of(chapter):
    """The S bit of a chapter; chapter N has its B bit and those of its logs, X that of its first log."""
    if isinstance(chapter, N):
        return int(chapter.b and all(log.s for log in chapter.logs))
    return chapter.logs[0].s if isinstance(chapter, X) else chapter.s


def read_chapters(reader, readers, toc, s, name):
    chapters = {letter: readers[letter](reader) for letter in readers if letter in toc}
    demand(chapters, "%s without a chapter", name)
    reader.end()
    below = {letter: s_of(chapter) for letter, chapter in chapters.items()}
    demand(s == all(below.values()), "S bit of the %s is %d above %s", name, s, below)
    return chapters


def letters(toc, names, top):
    return [letter for index, letter in enumerate(names) if toc & top >> index]


def read_channel(reader):
    head, toc = struct.unpack(">HB", reader.take(3))
    number = head >> 11 & 15
    name = "journal of channel %d" % number
    demand(not head & 0x400, "H bit of the %s without enhanced chapter C", name)
    body = reader.part(head & 0x3FF, 3, name)
    return Channel(head >> 15, number, read_chapters(
        body, CHANNEL_READERS, letters(toc, CHANNEL_LETTERS, 0x80), head >> 15, name))


def read_system(reader):
    head = struct.unpack(">H", reader.take(2))[0]
    body = reader.part(head & 0x3FF, 2, "system journal")
    return System(head >> 15, read_chapters(
        body, SYSTEM_READERS, letters(head, SYSTEM_LETTERS, 0x4000), head >> 15, "system journal"))


def read_p(reader):
    s, program = reader.pair()
    (b, msb), (x, lsb) = reader.pair(), reader.pair()
    demand(b or not (msb or x or lsb), "chapter P has a bank without its B bit")
    return P(s, program, b, msb, x, lsb)


def read_logs(reader, name, kind):
    """A header with S and LEN, and LEN + 1 logs of two bytes."""
    s, count = reader.pair()
    logs = [kind(*reader.pair(), *reader.pair()) for _ in range(count + 1)]
    check_s(s, logs, name)
    return s, logs


def check_s(s, logs, name):
    demand(s <= all(log.s for log in logs), "S bit of %s is 1 above a log with 0", name)


def read_c(reader):
    s, logs = read_logs(reader, "chapter C", Controller)
    demand(s == all(log.s for log in logs), "S bit of chapter C is 0 above logs with 1")
    places = [(log.number, 1 if not log.a else 0 if log.value & 0x40 else 2) for log in logs]
    demand(len(set(places)) == len(places), "chapter C has a log twice")
    return C(s, logs)


def read_m(reader):
    head = struct.unpack(">H", reader.take(2))[0]
    s, p, e, u, w, z = (head >> shift & 1 for shift in range(15, 9, -1))
    body = reader.part(head & 0x3FF, 2, "chapter M")
    q, pending = body.pair() if p else (None, None)
    logs = []
    while body.place < len(body.data):
        logs.append(read_parameter(body, u, w, z))
    check_s(s, logs, "chapter M")
    keys = [(log.q, log.number) for log in logs]
    demand(len(set(keys)) == len(keys), "chapter M has a parameter twice")
    demand((0, 0x3FFF) not in keys and (1, 0x3FFF) not in keys, "chapter M has a log of the null parameter")
    demand(not u or not any(log.q for log in logs), "U bit of chapter M with an NRPN")
    demand(not w or all(log.q for log in logs), "W bit of chapter M with an RPN")
    demand(not (u and w), "U and W bits of chapter M are both set")
    demand(not z or all(log.number < 128 for log in logs), "Z bit of chapter M with a number above 127")
    demand(not (p and e), "P and E bits of chapter M are both set")
    return M(s, p, e, u, w, z, q, pending, logs)


def read_parameter(reader, u, w, z):
    s, number = reader.pair()
    q = w
    if not (z and (u or w)):
        q, high = reader.pair()
        number |= high << 7
    toc = reader.byte()
    demand(not toc & 1, "R bit of a parameter log is set")
    msb, lsb = (reader.pair() if toc & bit else None for bit in (0x80, 0x40))
    a_button, c_button = (read_button(reader, bit == 0x10) if toc & bit else None for bit in (0x20, 0x10))
    count = reader.pair() if toc & 8 else None
    demand(toc & 2 or not toc & 0xF0, "parameter log has values without its V bit")
    demand(toc & 4 or not toc & 8, "parameter log has COUNT without its T bit")
    return Parameter(s, q, number, msb, lsb, a_button, c_button, count, toc >> 2 & 1, toc >> 1 & 1)


def read_button(reader, reserved):
    word = struct.unpack(">H", reader.take(2))[0]
    demand(not (reserved and word & 0x4000), "R bit of C-BUTTON is set")
    value = word & 0x3FFF
    demand(value or not word & 0x8000, "button count is minus zero")
    return word >> 14 & 1, -value if word & 0x8000 else value


def read_w(reader):
    s, first = reader.pair()
    r, second = reader.pair()
    demand(not r, "R bit of chapter W is set")
    return W(s, first, second)


def read_n(reader):
    b, count = reader.pair()
    low, high = divmod(reader.byte(), 16)
    demand(low <= high or (low == 15 and high <= 1), "LOW %d and HIGH %d of chapter N", low, high)
    if count == 127 and (low, high) == (15, 0):
        count = 128
    logs = [Note(*reader.pair(), *reader.pair()) for _ in range(count)]
    bits = reader.take(high - low + 1) if low <= high else b""
    off = {8 * (low + index) + bit for index, byte in enumerate(bits) for bit in range(8) if byte & 0x80 >> bit}
    demand(logs or off, "chapter N says nothing")
    check_notes(logs, "chapter N")
    for log in logs:
        demand(log.value, "chapter N has note %d with velocity 0", log.note)
        demand(log.note not in off, "chapter N has note %d in both lists", log.note)
    return N(b, logs, off, low, high)


def check_notes(logs, name):
    notes = [log.note for log in logs]
    demand(len(set(notes)) == len(notes), "%s has a note twice", name)


def read_e(reader):
    s, logs = read_logs(reader, "chapter E", Note)
    demand(s == all(log.s for log in logs), "S bit of chapter E is 0 above logs with 1")
    keys = [(log.note, log.flag) for log in logs]
    demand(len(set(keys)) == len(keys), "chapter E has a log twice")
    return E(s, logs)


def read_a(reader):
    s, logs = read_logs(reader, "chapter A", Note)
    demand(s == all(log.s for log in logs), "S bit of chapter A is 0 above logs with 1")
    check_notes(logs, "chapter A")
    return A(s, logs)


def read_d(reader):
    flags = reader.byte()
    logs = {}
    for letter in letters(flags, "BGHJKYZ", 0x40):
        demand(letter in "BGH", "chapter D has an undefined command")
        logs[letter] = reader.pair()
    demand(logs, "chapter D says nothing")
    demand(flags >> 7 == all(s for s, _ in logs.values()), "S bit of chapter D is not that of its logs")
    return D(flags >> 7, logs)


def read_q(reader):
    flags = reader.byte()
    s, n, d, c, t = (flags >> shift & 1 for shift in range(7, 2, -1))
    demand(not t, "T bit of chapter Q is set")
    demand(c or not flags & 7, "TOP of chapter Q without its C bit")
    position = (flags & 7) << 16 | struct.unpack(">H", reader.take(2))[0] if c else 0
    return Q(s, n, d, c, position)


def read_f(reader):
    flags = reader.byte()
    s, c, p, q, d = (flags >> shift & 1 for shift in range(7, 2, -1))
    complete, partial = (reader.take(4) if has else None for has in (c, p))
    point = flags & 7
    demand(c or not q, "Q bit of chapter F without COMPLETE")
    demand(p or point == (0 if d else 7), "POINT of chapter F is %d without PARTIAL", point)
    demand(not p or point != (0 if d else 7), "POINT of chapter F is %d with PARTIAL", point)
    demand(q or not c or max(complete) < 128, "COMPLETE of chapter F has a byte above 127")
    return F(s, q, d, point, complete, partial)


def read_x(reader):
    logs = []
    while reader.place < len(reader.data):
        flags = reader.byte()
        tcount, count = (reader.byte() if flags & bit else None for bit in (0x40, 0x20))
        first = None
        if flags & 0x10:
            first, reader.place = read_delta(reader.data, reader.place)
        data = None
        if flags & 8:
            start = reader.place
            while reader.byte() < 0x80:
                pass
            data = reader.data[start:reader.place]
            data = bytes(data[:-1]) + bytes([data[-1] & 0x7F])
        logs.append(Exclusive(flags >> 7, tcount, count, first, data, flags >> 2 & 1, flags & 3))
    demand(logs, "chapter X says nothing")
    check_s(logs[0].s, logs, "chapter X")
    return X(logs)


CHANNEL_READERS = {
    "P": read_p, "C": read_c, "M": read_m, "W": read_w, "N": read_n, "E": read_e,
    "T": lambda reader: T(*reader.pair()), "A": read_a}
SYSTEM_READERS = {"D": read_d, "V": lambda reader: V(*reader.pair()), "Q": read_q, "F": read_f, "X": read_x}
