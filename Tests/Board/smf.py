"""Standard MIDI Files for `aplaymidi` to play into the board."""


def file(events):
    """A file of one track. events: (time in ms, bytes), in order. Bytes are a channel message, the beginning of a
    SysEx, or its continuation, which may contain real-time bytes."""
    track, last, inside = b"", 0, False
    for time, data in events:
        track += _number(time - last)
        last = time
        if data[0] == 0xF0:
            track += b"\xF0" + _number(len(data) - 1) + data[1:]
        elif inside:
            track += b"\xF7" + _number(len(data)) + data
        else:
            track += data
        inside = (inside or data[0] == 0xF0) and data[-1] != 0xF7
    track += b"\0\xFF\x2F\0"
    # 500 ticks a quarter at the default of 120 quarters a minute: a tick is a millisecond.
    header = b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1]) + (500).to_bytes(2, "big")
    return header + b"MTrk" + len(track).to_bytes(4, "big") + track


def _number(value):
    """A variable-length quantity: seven bits in each byte, most significant first."""
    data = bytes([value & 127])
    while value := value >> 7:
        data = bytes([value & 127 | 128]) + data
    return data
