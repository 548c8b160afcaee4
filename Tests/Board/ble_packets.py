"""Packets of Bluetooth MIDI (RP-052): makes those of the peers, and reads those of the box more strictly than the
standard is: each message has its own time stamp and status (B9)."""

import time

LENGTHS = {0x8: 3, 0x9: 3, 0xA: 3, 0xB: 3, 0xC: 2, 0xD: 2, 0xE: 3}
COMMON = {0xF1: 2, 0xF2: 3, 0xF3: 2, 0xF6: 1}
# Milliseconds after which time stamps begin anew.
TURN = 8192
# Seconds without a packet after which the turn of the next stamp is not known.
REST = 3


def packet(stamp, *messages):
    """A packet of these messages, all of one time in milliseconds."""
    high, low = 0x80 | stamp >> 7 & 0x3F, 0x80 | stamp & 0x7F
    return bytes([high]) + b"".join(bytes([low]) + bytes(message) for message in messages)


class PacketFault(AssertionError):
    """A packet that breaks B9."""


class PacketReader:
    """Reads the packets of one link. `messages` are what they say, as (time stamp, bytes); `faults` are packets that it
    could not read."""

    def __init__(self, mtu=23):
        self.mtu, self.messages, self.faults = mtu, [], []
        self._sysex, self._last, self._came = None, None, 0

    @property
    def played(self):
        """The messages without their stamps."""
        return [message for _, message in self.messages]

    def read(self, data):
        """Takes the value of one write or notification."""
        try:
            self._read(bytes(data))
        except (PacketFault, IndexError) as fault:
            self.faults.append("%s: %s" % (bytes(data).hex(" "), fault))

    def _read(self, data):
        self._check(len(data) <= self.mtu - 3, "longer than the MTU allows")
        self._check(data[0] & 0xC0 == 0x80, "no header")
        high, place, count = (data[0] & 0x3F) << 7, 1, 0
        begun = self._sysex is not None
        low = None
        while place < len(data):
            if self._sysex is not None and data[place] < 0x80:
                place = self._go_on(data, place)
                continue
            stamp_low = data[place] & 0x7F
            self._check(data[place] & 0x80, "no time stamp")
            if low is not None and stamp_low < low:
                high += 128
            low = stamp_low
            place = self._message(data, place + 1, (high | low) % TURN)
            count += 1
        self._check(count > 0 or begun, "empty")
        if data[0] & 0x3F == 0:
            self._check(count <= 1, "several messages while the upper bits of the time are 0")

    def _go_on(self, data, place):
        while place < len(data) and data[place] < 0x80:
            self._sysex += data[place:place + 1]
            place += 1
        return place

    def _message(self, data, place, stamp):
        # After a long rest the stamps have turned, nobody knows how often.
        last, came = self._last, self._came
        self._last, self._came = stamp, time.monotonic()
        self._check(last is None or self._came - came > REST or (stamp - last) % TURN < TURN // 2, "the stamps go back")
        status = data[place]
        self._check(status & 0x80, "running status")
        if status >= 0xF8:
            self.messages.append((stamp, bytes([status])))
            return place + 1
        if status == 0xF7:
            self._check(self._sysex is not None, "the end of no SysEx")
            self.messages.append((stamp, self._sysex + b"\xF7"))
            self._sysex = None
            return place + 1
        self._check(self._sysex is None, "a message inside a SysEx")
        if status == 0xF0:
            self._sysex = b"\xF0"
            return place + 1
        length = COMMON.get(status) or LENGTHS[status >> 4]
        message = data[place:place + length]
        self._check(len(message) == length and max(message[1:], default=0) < 0x80, "a short message")
        self.messages.append((stamp, message))
        return place + length

    @staticmethod
    def _check(is_good, words):
        if not is_good:
            raise PacketFault(words)
