"""A pianist who plays the same bars for ever: what comes in at `keys`, as (milliseconds, bytes)."""

import math

BAR = 60000 / 132 * 4
HARMONY = [
    (45, (60, 64, 69)),
    (41, (60, 65, 69)),
    (48, (60, 64, 67)),
    (43, (59, 62, 67)),
    (45, (60, 64, 67, 69)),
    (38, (62, 65, 69, 72)),
    (43, (62, 65, 67, 71)),
    (40, (59, 62, 64, 68)),
]
LOUD = [74, 66, 88, 80, 70, 92, 101, 84]
LENGTH = BAR * len(HARMONY)


def events():
    for index, (bass, chord) in enumerate(HARMONY):
        start, loud = index * BAR + 20, LOUD[index]
        notes = [(start, 0.46, bass, loud + 8), (start + BAR / 2, 0.4, bass - 5 + index % 2 * 12, loud - 12)]
        notes += [(start + 7 * at, 0.62, key, loud - 6 + 9 * at) for at, key in enumerate(chord)]
        for at, length, key, velocity in notes:
            yield at, [0x90, key, min(127, velocity)]
            yield at + length * BAR, [0x80, key, 64]
        if index % 4 == 2:
            for step in range(14):
                yield start + step * 42, [0xB0, 1, round(63 - 62 * math.cos(step / 13 * math.pi * 2))]
        yield start + BAR * 0.6, [0xB0, 64, 127]
        yield start + BAR * 0.9, [0xB0, 64, 0]


EVENTS = sorted(events(), key=lambda event: event[0])


def recording():
    """Eleven minutes of it, as `GET recorder` gives them."""
    total, notes = 11 * 60000, []
    for turn in range(int(total / LENGTH)):
        opened = {}
        for at, data in EVENTS if turn % 9 != 8 else ():
            if data[0] == 0x90:
                opened[data[1]] = (at, data[2])
            elif data[0] == 0x80 and data[1] in opened:
                start, velocity = opened.pop(data[1])
                span = [start + turn * LENGTH, at + turn * LENGTH]
                notes.append([0, data[1], velocity] + span)
                notes.append([1, data[1] - 12, 96] + span if data[1] < 60 else [2, data[1], velocity] + span)
    songs = ["Verse", "Chorus", "Verse", "Bridge", "Chorus", "Organ solo", "Night drive", "Encore"]
    marks = [
        {"time": at * 83000 + (9400 if at else 0), "kind": "preset", "text": name} for at, name in enumerate(songs)
    ]
    marks += [
        {"time": 214300, "kind": "drop", "text": "module: no room to wait, 3 messages"},
        {"time": 431000, "kind": "port", "text": "pads went"},
        {"time": 402200, "kind": "panic", "text": "panic"},
    ]
    return {
        "length": total,
        "lanes": ["keys", "module", "synth"],
        "notes": notes,
        "replay": "exact",
        "marks": sorted(marks, key=lambda mark: mark["time"]),
    }


def timing():
    def bell(peak, width, top, tail):
        return [
            round(top * math.exp(-(((at - peak) / width) ** 2)) + tail * math.exp(-max(0, at - peak) / 6))
            for at in range(40)
        ]

    return {
        "latency": {
            "unit": "µs",
            "from": 0,
            "width": 5,
            "counts": bell(9, 3.2, 880, 60),
            "median": 46,
            "p99": 118,
            "max": 186,
            "total": 9124,
        },
        "jitter": {
            "unit": "µs",
            "from": -50,
            "width": 2.5,
            "counts": bell(20, 3.6, 420, 12),
            "median": 0,
            "p99": 21,
            "max": 33,
            "total": 3168,
        },
    }
