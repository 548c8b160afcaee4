"""Writes the structures of `journal.py`, right or wrong, as bytes."""

import struct

from wire import write_delta


def byte(flag, value):
    return bytes([(flag << 7) | value])


def logs_of(chapter):
    return byte(chapter.s, len(chapter.logs) - 1) + b"".join(
        byte(log[0], log[1]) + byte(log[2], log[3]) for log in chapter.logs)


def write_button(button):
    x, value = button
    return struct.pack(">H", (value < 0) << 15 | x << 14 | abs(value))


def write_parameter(log, short):
    head = byte(log.s, log.number & 0x7F) + (b"" if short else byte(log.q, log.number >> 7))
    fields, toc = b"", log.t << 2 | log.v << 1
    for bit, value in ((0x80, log.msb), (0x40, log.lsb), (0x20, log.a_button), (0x10, log.c_button), (8, log.count)):
        if value is not None:
            toc |= bit
            fields += write_button(value) if bit in (0x20, 0x10) else byte(*value)
    return head + bytes([toc]) + fields


def write_m(chapter):
    short = chapter.z and (chapter.u or chapter.w)
    body = byte(chapter.q, chapter.pending) if chapter.p else b""
    body += b"".join(write_parameter(log, short) for log in chapter.logs)
    bits = 0
    for bit in chapter[:6]:
        bits = bits << 1 | bit
    return struct.pack(">H", bits << 10 | len(body) + 2) + body


def write_n(chapter):
    low, high = chapter.low, chapter.high
    bits = bytearray(16)
    for note in chapter.off:
        bits[note // 8] |= 0x80 >> note % 8
    return (byte(chapter.b, min(127, len(chapter.logs))) + bytes([low << 4 | high])
            + b"".join(byte(log.s, log.note) + byte(log.flag, log.value) for log in chapter.logs)
            + bytes(bits[low:high + 1] if low <= high else b""))


def write_d(chapter):
    flags = sum(0x40 >> "BGHJKYZ".index(letter) for letter in chapter.logs)
    return byte(chapter.s, flags) + b"".join(byte(*chapter.logs[letter]) for letter in "BGH" if letter in chapter.logs)


def write_q(chapter):
    s, n, d, c, position = chapter
    flags = s << 7 | n << 6 | d << 5 | c << 4 | position >> 16
    return bytes([flags]) + (struct.pack(">H", position & 0xFFFF) if c else b"")


def write_f(chapter):
    s, q, d, point, complete, partial = chapter
    flags = s << 7 | (complete is not None) << 6 | (partial is not None) << 5 | q << 4 | d << 3 | point
    return bytes([flags]) + (complete or b"") + (partial or b"")


def write_exclusive(log):
    toc, body = 0, b""
    for bit, field in ((0x40, log.tcount), (0x20, log.count)):
        if field is not None:
            toc, body = toc | bit, body + bytes([field])
    if log.first is not None:
        toc, body = toc | 0x10, body + write_delta(log.first)
    if log.data is not None:
        toc, body = toc | 8, body + log.data[:-1] + byte(1, log.data[-1])
    return bytes([log.s << 7 | toc | log.l << 2 | log.sta]) + body


WRITERS = {
    "P": lambda p: byte(p.s, p.program) + byte(p.b, p.msb) + byte(p.x, p.lsb), "C": logs_of, "M": write_m,
    "W": lambda w: byte(w.s, w.first) + byte(0, w.second), "N": write_n, "E": logs_of,
    "T": lambda t: byte(*t), "A": logs_of, "D": write_d, "V": lambda v: byte(*v), "Q": write_q, "F": write_f,
    "X": lambda x: b"".join(map(write_exclusive, x.logs))}


def body_of(chapters, letters):
    return b"".join(WRITERS[letter](chapters[letter]) for letter in letters if letter in chapters)


def write_channel(channel, length=None):
    toc = sum(0x80 >> "PCMWNETA".index(letter) for letter in channel.chapters)
    body = body_of(channel.chapters, "PCMWNETA")
    return struct.pack(">HB", channel.s << 15 | channel.number << 11 | (length or len(body) + 3), toc) + body


def write_system(system, length=None):
    toc = sum(0x4000 >> "DVQFX".index(letter) for letter in system.chapters)
    body = body_of(system.chapters, "DVQFX")
    return struct.pack(">H", system.s << 15 | toc | (length or len(body) + 2)) + body


def write(journal, total=None):
    """total: forces TOTCHAN."""
    has_channels = bool(journal.channels)
    count = total if total is not None else max(0, len(journal.channels) - 1)
    flags = journal.s << 7 | (journal.system is not None) << 6 | has_channels << 5 | count
    return (bytes([flags]) + struct.pack(">H", journal.checkpoint & 0xFFFF)
            + (write_system(journal.system) if journal.system else b"")
            + b"".join(map(write_channel, journal.channels)))
