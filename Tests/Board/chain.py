"""Decodes what goes to a chain of LEDs, as a WS2812 does (data sheet of the WS2812B): a pulse is a bit, longer ones are 1,
and when the line has been low for long, the LEDs show what they have."""

import re

# One bit of the bus at 3.2 MHz, in nanoseconds.
BIT = 312.5
# What the chip bears, in nanoseconds: how long the line is high for a 0 and for a 1, and from one pulse to the next.
SHORT, LONG, PULSE = (220, 380), (580, 1000), (1250 - 600, 1250 + 600)
# From here on the LEDs show the colours. The WS2812B of before 2017 needs 50 µs only.
RESET = 280_000


def pictures(data):
    """The pictures of a chain, in order: a tuple of (red, green, blue) for each LED that gets a colour."""
    found = []
    line = "".join(format(byte, "08b") for byte in data)
    for part in re.split("0{%d,}" % (RESET / BIT), line):
        if pulses := re.findall("(1+)(0*)", part):
            levels = [level(*pulse, is_last=number == len(pulses)) for number, pulse in enumerate(pulses, 1)]
            found.append(leds(levels))
    return found


def level(high, low, is_last):
    """The bit of a pulse."""
    if not is_last:
        within(PULSE, len(high + low))
    if len(high) * BIT <= SHORT[1]:
        within(SHORT, len(high))
        return 0
    within(LONG, len(high))
    return 1


def within(limits, bits):
    if not limits[0] <= bits * BIT <= limits[1]:
        raise ValueError("%g ns is not within %s" % (bits * BIT, limits))


def leds(levels):
    if len(levels) % 24:
        raise ValueError("%d bits are no whole LEDs" % len(levels))
    values = [int("".join(map(str, levels[at:at + 8])), 2) for at in range(0, len(levels), 8)]
    return tuple((red, green, blue) for green, red, blue in zip(*[iter(values)] * 3))
