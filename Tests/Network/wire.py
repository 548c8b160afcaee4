"""AppleMIDI session messages and RTP-MIDI packets (RFC 6295, sections 2 and 3), read strictly and written freely.

`read` and `read_packet` raise Fault for anything that a box must not send (N3, N5). Model peers write with the same
functions, and break the rules on purpose by giving other arguments."""

import struct
from collections import namedtuple

SIGNATURE = b"\xff\xff"
PAYLOAD_TYPE = 97
# The most bytes of UDP payload that a box sends (N5), and of a session name without its zero (N3).
LARGEST, LONGEST_NAME = 1400, 23
# Data bytes after each status; SysEx is read on its own, and what is missing here is undefined.
CHANNEL_DATA = {0x80: 2, 0x90: 2, 0xA0: 2, 0xB0: 2, 0xC0: 1, 0xD0: 1, 0xE0: 2}
SYSTEM_DATA = {0xF1: 1, 0xF2: 2, 0xF3: 1, 0xF6: 0, 0xF8: 0, 0xFA: 0, 0xFB: 0, 0xFC: 0, 0xFE: 0, 0xFF: 0}

Exchange = namedtuple("Exchange", "kind version token ssrc name")  # kind: IN, OK, NO or BY; name: bytes or None
Clock = namedtuple("Clock", "ssrc count times")  # CK; times: three numbers in 100 µs
Feedback = namedtuple("Feedback", "ssrc word")  # RS; word: all 32 bits, of which a peer uses one half
BitRate = namedtuple("BitRate", "ssrc limit")  # RL
Command = namedtuple("Command", "time data")  # time: in 100 µs, modulo 2^32; data: from the status on
Packet = namedtuple("Packet", "sequence time ssrc commands journal")  # journal: bytes or None


class Fault(Exception):
    """Bytes that the standard or the contract does not allow; the text names the rule and what is wrong."""


def demand(condition, text, *values):
    if not condition:
        raise Fault(text % values)


def later(first, second, bits=32):
    """Signed distance from `first` to `second`, modulo 2^bits."""
    return (second - first + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def is_session(data):
    return data[:2] == SIGNATURE


def read(data, is_strict=True):
    """The session message in a datagram. is_strict: False takes what peers take as well."""
    demand(len(data) >= 4 and is_session(data), "no session message")
    kind, body = data[2:4].decode("latin-1"), data[4:]
    if kind in ("IN", "OK", "NO", "BY"):
        return read_exchange(kind, body, is_strict)
    if kind == "CK":
        demand(len(body) == 32, "CK of %d bytes", len(data))
        ssrc, count, *times = struct.unpack(">IB3xQQQ", body)
        demand(count <= 2, "CK count %d", count)
        demand(body[5:8] == bytes(3), "CK padding is not zero")
        return Clock(ssrc, count, tuple(times))
    if kind == "RS":
        demand(len(body) == 8, "RS of %d bytes", len(data))
        return Feedback(*struct.unpack(">II", body))
    if kind == "RL":
        demand(len(body) == 8, "RL of %d bytes", len(data))
        return BitRate(*struct.unpack(">II", body))
    raise Fault("unknown session message %s" % kind)


def read_exchange(kind, body, is_strict):
    """IN and OK have a name, NO and BY have none."""
    demand(len(body) >= 12, "%s of %d bytes", kind, len(body) + 4)
    version, token, ssrc = struct.unpack(">III", body[:12])
    demand(version == 2, "%s version %d", kind, version)
    name = body[12:]
    if kind in ("NO", "BY"):
        demand(not name or not is_strict, "%s has %d bytes too many", kind, len(name))
        return Exchange(kind, version, token, ssrc, None)
    demand(name.endswith(b"\0"), "name of %s does not end with zero", kind)
    name = name[:-1]
    demand(b"\0" not in name, "bytes after the name of %s", kind)
    demand(len(name) <= LONGEST_NAME, "name of %s has %d bytes", kind, len(name))
    try:
        name.decode("utf-8")
    except UnicodeDecodeError:
        raise Fault("name of %s is not UTF-8" % kind) from None
    return Exchange(kind, version, token, ssrc, name)


def write_exchange(kind, token, ssrc, name=None, version=2):
    """IN, OK, NO or BY. token: None leaves it out, as some peers do in BY."""
    head = struct.pack(">I", version) + (b"" if token is None else struct.pack(">I", token)) + struct.pack(">I", ssrc)
    return SIGNATURE + kind.encode() + head + (b"" if name is None else name + b"\0")


def write_clock(ssrc, count, *times):
    times = list(times) + [0] * (3 - len(times))
    return SIGNATURE + b"CK" + struct.pack(">IB3xQQQ", ssrc, count, *times)


def write_feedback(ssrc, word):
    return SIGNATURE + b"RS" + struct.pack(">II", ssrc, word)


def read_delta(data, place):
    """A delta time and the place behind it."""
    value = 0
    for length in range(1, 5):
        demand(place < len(data), "delta time is cut")
        value = value << 7 | data[place] & 0x7F
        place += 1
        if data[place - 1] < 0x80:
            return value, place
        demand(length < 4, "delta time of more than 4 bytes")
    raise AssertionError


def write_delta(value):
    data = [value & 0x7F]
    while value := value >> 7:
        data.insert(0, value & 0x7F | 0x80)
    return bytes(data)


def read_command(data, place):
    """One whole command, or one SysEx segment, with its status, and the place behind it."""
    demand(place < len(data), "delta time without a command")
    status = data[place]
    demand(status >= 0x80, "running status (N5)")
    if status in (0xF0, 0xF7):
        end = place + 1
        while end < len(data) and data[end] < 0x80:
            end += 1
        demand(end < len(data), "SysEx segment is cut")
        inside, tail = end - place - 1, data[end]
        demand(tail in ((0xF0, 0xF7) if status == 0xF0 else (0xF0, 0xF4, 0xF7)), "SysEx segment ends with %02X", tail)
        demand(inside or tail == 0xF7, "empty SysEx segment") if tail != 0xF4 else demand(not inside, "F4 with data")
        return data[place:end + 1], end + 1
    length = CHANNEL_DATA.get(status & 0xF0) if status < 0xF0 else SYSTEM_DATA.get(status)
    demand(length is not None, "undefined status %02X", status)
    command = data[place:place + 1 + length]
    demand(len(command) == 1 + length, "command %02X is cut", status)
    demand(all(byte < 0x80 for byte in command[1:]), "data byte above 127 after %02X", status)
    return command, place + 1 + length


def read_commands(section, has_first_delta, time):
    commands, place = [], 0
    while place < len(section):
        if commands or has_first_delta:
            delta, place = read_delta(section, place)
            time = (time + delta) % (1 << 32)
        command, place = read_command(section, place)
        commands.append(Command(time, bytes(command)))
    return commands


def read_packet(data):
    """An RTP packet; its journal stays bytes."""
    demand(len(data) <= LARGEST, "packet of %d bytes (N5)", len(data))
    demand(len(data) >= 13, "RTP packet of %d bytes", len(data))
    first, second, sequence, time, ssrc = struct.unpack(">BBHII", data[:12])
    demand(first >> 6 == 2, "RTP version %d", first >> 6)
    demand(first & 0x3F == 0, "padding, extension or contributing sources in the RTP header")
    demand(second & 0x7F == PAYLOAD_TYPE, "payload type %d", second & 0x7F)
    flags, length, place = data[12], data[12] & 15, 13
    if flags & 0x80:
        demand(len(data) >= 14, "command section is cut")
        length, place = length << 8 | data[13], 14
    demand(not flags & 0x10, "P bit although every status is sent")
    demand(place + length <= len(data), "command section is cut")
    demand(bool(second & 0x80) == bool(length), "M bit %d with %d bytes of commands", second >> 7, length)
    demand(length or not flags & 0x20, "Z bit without commands")
    commands = read_commands(data[place:place + length], flags & 0x20, time)
    rest = data[place + length:]
    demand(bool(rest) == bool(flags & 0x40), "J bit %d with %d bytes of journal", flags >> 6 & 1, len(rest))
    return Packet(sequence, time, ssrc, commands, bytes(rest) if rest else None)


def write_packet(sequence, time, ssrc, commands=(), journal=None, marker=None, long=None):
    """commands: (delta, bytes)…; marker and long force the M and B bits."""
    first_delta = bool(commands) and commands[0][0] > 0
    section = b"".join((write_delta(delta) if index or first_delta else b"") + data
                       for index, (delta, data) in enumerate(commands))
    flags = (0x40 if journal is not None else 0) | (0x20 if first_delta else 0)
    if len(section) > 15 or long:
        head = struct.pack(">H", (0x80 | flags) << 8 | len(section))
    else:
        head = bytes([flags | len(section)])
    marked = bool(section) if marker is None else marker
    header = struct.pack(">BBHII", 0x80, (0x80 if marked else 0) | PAYLOAD_TYPE, sequence & 0xFFFF,
                         time & 0xFFFFFFFF, ssrc)
    return header + head + section + (journal or b"")
