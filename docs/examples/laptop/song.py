#!/usr/bin/env python3
"""Writes song.mid, beside it: sixteen bars in A minor, made for this board. The left hand stays below C4, where the
split is; the right hand plays what the presets make of it."""
import os
import struct

QUARTER = 96
BAR = 4 * QUARTER

# A bar each: the left hand's root and fifth, the chord above it.
BARS = {
    "Am": (45, 52, (64, 69, 72)),
    "Dm": (50, 57, (65, 69, 74)),
    "F": (41, 48, (65, 69, 72)),
    "C": (48, 55, (64, 67, 72)),
    "E": (40, 47, (64, 68, 71)),
}
CHORDS = "Am Am F C Dm Am E E Am F C Dm Am E Am Am".split()
# The tune: key and eighths, a bar a line; None is a rest.
TUNE = [
    [(76, 3), (74, 1), (72, 2), (69, 2)],
    [(71, 2), (72, 2), (76, 3), (None, 1)],
    [(77, 3), (76, 1), (72, 4)],
    [(79, 2), (76, 2), (74, 2), (72, 2)],
    [(74, 3), (77, 1), (81, 2), (77, 2)],
    [(76, 4), (None, 1), (72, 1), (74, 1), (76, 1)],
    [(71, 2), (76, 2), (80, 2), (83, 2)],
    [(80, 6), (None, 2)],
    [(81, 3), (79, 1), (76, 2), (72, 2)],
    [(77, 2), (79, 1), (77, 1), (76, 2), (72, 2)],
    [(76, 3), (74, 1), (72, 2), (79, 2)],
    [(77, 2), (74, 2), (69, 2), (74, 2)],
    [(76, 2), (72, 1), (76, 1), (81, 4)],
    [(80, 2), (76, 2), (71, 2), (74, 2)],
    [(72, 3), (71, 1), (69, 2), (64, 2)],
    [(69, 7), (None, 1)],
]


def number(value):
    """A variable-length quantity (RP-001)."""
    parts = [value & 0x7F]
    while value > 0x7F:
        value >>= 7
        parts.insert(0, value & 0x7F | 0x80)
    return bytes(parts)


def notes():
    """(tick, key, velocity); velocity 0 ends it."""
    for bar, name in enumerate(CHORDS):
        start = bar * BAR
        root, fifth, chord = BARS[name]
        for beat, key in enumerate((root, fifth, root, fifth)):
            yield start + beat * QUARTER, key, 84 if beat == 0 else 70
            yield start + beat * QUARTER + QUARTER - 12, key, 0
        for beat in (1, 3):
            for key in (key - 12 if key >= 72 else key for key in chord):
                # One key is not pressed twice.
                if key not in [tune for tune, _ in TUNE[bar]]:
                    yield start + beat * QUARTER, key, 48
                    yield start + beat * QUARTER + 40, key, 0
        at = start
        for key, eighths in TUNE[bar]:
            length = eighths * QUARTER // 2
            if key is not None:
                yield at, key, 96 if at % BAR == 0 else 88
                yield at + length - 6, key, 0
            at += length


def main():
    track = bytearray(number(0) + b"\xff\x51\x03" + (60_000_000 // 104).to_bytes(3, "big"))
    last = 0
    # What ends comes before what begins.
    for tick, key, velocity in sorted(notes(), key=lambda note: (note[0], note[2] > 0, note[1])):
        track += number(tick - last) + bytes((0x90, key, velocity))
        last = tick
    track += number(len(CHORDS) * BAR - last) + b"\xff\x2f\x00"
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "song.mid"), "wb") as file:
        file.write(b"MThd" + struct.pack(">LHHH", 6, 0, 1, QUARTER))
        file.write(b"MTrk" + struct.pack(">L", len(track)) + bytes(track))


if __name__ == "__main__":
    main()
