"""MIDI-CI as an inquirer of the tests speaks it (M2-101-UM, M2-103-UM), over UMP or bytes."""

import json
import time

from common.waiting import PATIENCE
from ump import sysex, sysex_data

BROADCAST = 0x0FFFFFFF
DISCOVERY, DISCOVERY_REPLY, GET, GET_REPLY, ACK, NAK = 0x70, 0x71, 0x34, 0x35, 0x7D, 0x7F


def number(data):
    """A number of 7 bits a byte, the lowest first."""
    return sum(byte << 7 * place for place, byte in enumerate(data))


def seven(value, count):
    return bytes(value >> 7 * place & 0x7F for place in range(count))


def is_ci(message):
    """Whether these are the bytes of MIDI-CI: Universal SysEx, not real time, with the sub-ID 0D."""
    return len(message) > 4 and message[:2] == b"\xF0\x7E" and message[3] == 0x0D


def without_ci(packets):
    """UMP packets without those of MIDI-CI, whose first packet tells."""
    found, groups = [], {}
    for packet in packets:
        if packet[0] >> 28 == 3:
            group, form = packet[0] >> 24 & 15, packet[0] >> 20 & 15
            if form in (0, 1):
                groups[group] = packet[0] >> 8 & 0xFF == 0x7E and packet[1] >> 24 == 0x0D
            if groups.get(group):
                continue
        found.append(packet)
    return found


def split_messages(data):
    """Bytes of MIDI 1.0 as messages, without real-time messages and MIDI-CI."""
    found, running = [], b""
    message = b""
    for byte in data:
        if byte >= 0xF8:
            continue
        if byte == 0xF7:
            if not is_ci(message):
                found.append(message + b"\xF7")
            message = b""
            continue
        if byte >= 0x80:
            message = b""
            running = bytes([byte]) if byte < 0xF0 else b""
        elif not message:
            message = running
        message += bytes([byte])
        length = 2 if message[0] & 0xE0 == 0xC0 else 3
        if message[0] < 0xF0 and len(message) == length:
            found.append(message)
            message = b""
    return found


class Identity:
    """What a Discovery Reply says."""

    def __init__(self, message):
        self.version, self.muid = message[5], number(message[6:10])
        self.manufacturer, self.family, self.model = message[14:17], number(message[17:19]), number(message[19:21])
        self.revision, self.categories = message[21:25], message[25]
        self.longest = number(message[26:30])


class Inquirer:
    """send: takes the bytes of a message. receive: returns the messages that have come meanwhile."""

    def __init__(self, send, receive, muid):
        self.send, self.receive, self.muid = send, receive, muid
        self.box, self.request, self.waiting = None, 0, []

    @classmethod
    def over_usb(cls, instrument, heard, group=0, muid=0x0123456):
        packets = []

        def receive():
            packets.extend(heard.read(1, 1))
            whole = sysex_data(packets, group)
            # What is not whole yet stays.
            last = max((place for place, packet in enumerate(packets) if packet[0] >> 20 & 15 in (0, 3)), default=-1)
            del packets[:last + 1]
            return whole
        return cls(lambda data: instrument.send(*sysex(data, group)), receive, muid)

    @classmethod
    def over_din(cls, board, muid=0x0654321):
        kept = bytearray()

        def receive():
            kept.extend(board.read_din(1, 1))
            whole, end = [], kept.rfind(0xF7)
            if end >= 0:
                data = bytes(byte for byte in kept[:end + 1] if byte < 0xF8)
                whole = [b"\xF0" + part.rpartition(b"\xF0")[2] + b"\xF7" for part in data.split(b"\xF7")[:-1]]
                del kept[:end + 1]
            return whole
        return cls(board.send_din, receive, muid)

    def say(self, kind, to, body, version=2):
        """Sends a message of MIDI-CI to a MUID."""
        self.send(bytes([0xF0, 0x7E, 0x7F, 0x0D, kind, version]) + seven(self.muid, 4) + seven(to, 4) + body + b"\xF7")

    def await_(self, *kinds):
        """The next message of one of these kinds for this inquirer."""
        until = time.monotonic() + PATIENCE
        while True:
            while self.waiting:
                message = self.waiting.pop(0)
                if is_ci(message) and message[4] in kinds and number(message[10:14]) == self.muid:
                    return message
            if time.monotonic() > until:
                raise AssertionError("no answer of kind %s" % " ".join("%02X" % kind for kind in kinds))
            self.waiting += self.receive()

    def discover(self):
        """Discovery. Returns the Identity of the box."""
        body = b"\x7D\0\0" + b"\x01\0" + b"\x02\0" + b"\x01\0\0\0" + bytes([0x1C]) + seven(512, 4) + b"\0"
        self.say(DISCOVERY, BROADCAST, body)
        self.box = Identity(self.await_(DISCOVERY_REPLY))
        return self.box

    def get(self, resource, **more):
        """Get of a resource by property exchange. Returns its header, its body and the number of its chunks."""
        self.request = self.request + 1 & 0x7F
        header = json.dumps({"resource": resource, **more}, separators=(",", ":")).encode()
        self.say(GET, self.box.muid, bytes([self.request]) + seven(len(header), 2) + header
                 + seven(1, 2) + seven(1, 2) + seven(0, 2))
        body, answer, count = b"", {}, 0
        while True:
            message = self.await_(GET_REPLY, NAK)
            if message[4] == NAK:
                raise AssertionError("NAK: %s" % message.hex(" "))
            if message[14] != self.request:
                continue
            length = number(message[15:17])
            rest = message[17 + length:]
            total, place, size = (number(rest[at:at + 2]) for at in (0, 2, 4))
            count += 1
            if place != count:
                raise AssertionError("chunk %d in the place of %d" % (place, count))
            if count == 1:
                answer = json.loads(message[17:17 + length])
            body += rest[6:6 + size]
            if len(rest) != 6 + size + 1:
                raise AssertionError("a chunk of %d bytes says that it has %d" % (len(rest) - 7, size))
            if place == total:
                return answer, json.loads(body) if body else None, count
