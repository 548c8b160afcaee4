"""The table of pins of a Raspberry Pi: Board/raspberry-pi/pins.txt."""
import os
from collections import namedtuple

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
Pin = namedtuple("Pin", "number line use part")


def table():
    """All pins in order; `line` is the GPIO number, `3V3`, `5V` or `GND`."""
    with open(os.path.join(ROOT, "Board/raspberry-pi/pins.txt"), encoding="utf-8") as file:
        rows = [line.split(None, 3) for line in file if line.strip() and not line.startswith("#")]
    return [Pin(int(row[0]), row[1], row[2], row[3].strip() if len(row) > 3 else "") for row in rows]
