"""DIN out and in, to be soldered from: docs/hardware/din.svg. Values of MIDI's CA-033, for 3.3 V."""
from math import cos, pi, sin

from parts import COLOURS, INK, SOFT, capacitor, ground, joint, resistor, supply, terminal, wire
from svg import document, rectangle, text

WIDTH, HEIGHT = 1200, 900
# From behind, where the wires are soldered, left to right with pin 2 at the top.
BEHIND = (3, 5, 2, 4, 1)
TX, RX, BLACK, ORANGE = COLOURS["TX"], COLOURS["RX"], COLOURS["GND"], COLOURS["3V3"]


def socket(x, y, radius=62):
    """The 5-pin socket of 180 degrees from behind; gives its drawing and the place of each pin."""
    places = {number: (x - radius * 0.68 * cos(pi * step / 4), y - radius * 0.68 * sin(pi * step / 4))
              for step, number in enumerate(BEHIND)}
    parts = ['<circle cx="%g" cy="%g" r="%g" fill="#eee" stroke="%s" stroke-width="2"/>' % (x, y, radius, INK),
             rectangle(x - 9, y + radius - 10, 18, 12, "#fff", 0, INK)]
    parts += [terminal(INK, *place, str(number)) for number, place in places.items()]
    parts += [text(x, y + radius + 22, "socket from behind,", 11, SOFT, anchor="middle"),
              text(x, y + radius + 37, "where you solder", 11, SOFT, anchor="middle")]
    return parts, places


def chip(x, y, height, name, below, lefts, rights):
    """A chip 130 wide; `lefts` and `rights` are (number, name, height) of its pins."""
    parts = [rectangle(x, y, 130, height, "#f4f4f4", 4, INK),
             text(x + 65, y + height + 18, name, 13, INK, anchor="middle", weight="bold"),
             text(x + 65, y + height + 34, below, 11, SOFT, anchor="middle")]
    for at, inside, anchor, pins in [(x, x + 14, "start", lefts), (x + 130, x + 116, "end", rights)]:
        for number, word, level in pins:
            parts += [terminal(INK, at, level, str(number)), text(inside, level + 4, word, 11, INK, anchor=anchor)]
    return parts


def jack(x, y, rows):
    """A TRS socket of 3.5 mm, type A, beside the DIN socket: the same three wires."""
    parts = [rectangle(x, y, 190, 112, "#fafafa", 6, INK),
             text(x + 95, y + 20, "or TRS, 3.5 mm, type A", 12, INK, anchor="middle", weight="bold")]
    for number, (part, words) in enumerate(rows):
        parts += [terminal(INK, x, y + 42 + 25 * number, radius=5), text(x + 14, y + 46 + 25 * number, part, 11, INK),
                  text(x + 70, y + 46 + 25 * number, words, 11, SOFT)]
    return parts


def out():
    """TX through the buffer: pin 4 has 3.3 V through 33 Ω, pin 5 the signal through 10 Ω, pin 2 ground."""
    drawn, pin = socket(860, 220)
    parts = [text(40, 50, "DIN out", 20, INK, weight="bold"), *drawn]
    parts += chip(300, 150, 150, "74LVC1G34", "buffer, SOT-23-5 on an adapter; pin 1 stays open",
                  [(2, "A", 225), (3, "GND", 275)], [(5, "VCC", 175), (4, "Y", 225)])
    parts += [text(60, 218, "TX, header pin 8", 12, TX, weight="bold"), wire(TX, (60, 225), (291, 225)),
              wire(BLACK, (291, 275), (250, 275), (250, 300)), ground(250, 300)]
    parts += [wire(ORANGE, (439, 175), (520, 175)), supply(480, 175, "3V3", "3.3 V, pin 1"), joint(ORANGE, 480, 175),
              capacitor(520, 197, "100 nF"), wire(BLACK, (520, 219), (520, 285)), ground(520, 285)]
    x4, y4 = pin[4]
    x5, y5 = pin[5]
    x2, y2 = pin[2]
    parts += [wire(TX, (439, 225), (460, 225), (460, 250), (x5 - 100, 250), (x5 - 100, y5), (x5 - 9, y5)),
              resistor(640, 250, "10 Ω, 0.25 W")]
    parts += [wire(ORANGE, (640, 110), (x4 + 90, 110), (x4 + 90, y4), (x4 + 9, y4)), supply(640, 110, "3V3", "3.3 V"),
              resistor(740, 110, "33 Ω, 0.5 W")]
    parts += [wire(BLACK, (x2, y2 - 9), (x2, 130), (780, 130), (780, 140)), ground(780, 140)]
    parts += jack(980, 300, [("sleeve", "ground, as pin 2"), ("ring", "as pin 4"), ("tip", "as pin 5")])
    return parts


def into():
    """Pins 4 and 5 to the LED of the opto-isolator, whose output pulls RX down; pin 2 stays open."""
    drawn, pin = socket(180, 600)
    parts = [text(40, 480, "DIN in", 20, INK, weight="bold"), *drawn]
    parts += chip(560, 540, 150, "H11L1", "opto-isolator, DIP-6; pin 3 stays open",
                  [(1, "anode", 565), (2, "cathode", 640)], [(6, "VCC", 565), (4, "out", 615), (5, "GND", 665)])
    x4, y4 = pin[4]
    x5, y5 = pin[5]
    parts += [wire(INK, (x4 + 6, y4 - 7), (x4 + 30, 540), (x4 + 30, 530), (470, 530), (470, 565), (551, 565)),
              resistor(340, 530, "220 Ω"), joint(INK, 470, 565)]
    parts += [wire(INK, (x5 - 6, y5 - 7), (x5 - 30, 540), (x5 - 30, 515), (90, 515), (90, 720), (470, 720), (470, 640),
                   (551, 640)), joint(INK, 470, 640)]
    # The stripe of the diode is its cathode, which goes to the anode of the LED: it bears what comes the wrong way round.
    parts += [wire(INK, (470, 565), (470, 640)),
              '<path d="M458 616 h24 l-12 -22 z" fill="%s"/>' % INK, wire(INK, (458, 593), (482, 593)),
              text(450, 600, "1N4148", 11, INK, anchor="end"), text(450, 615, "stripe up", 11, SOFT, anchor="end")]
    parts += [wire(ORANGE, (699, 565), (900, 565)), supply(770, 565, "3V3", "3.3 V, pin 1"), joint(ORANGE, 770, 565),
              joint(ORANGE, 820, 565), wire(ORANGE, (820, 565), (820, 568)), resistor(820, 590, "470 Ω", upright=True),
              wire(RX, (820, 612), (820, 615)), joint(RX, 820, 615), capacitor(900, 587, "100 nF"),
              wire(BLACK, (900, 609), (900, 680)), ground(900, 680)]
    parts += [wire(RX, (699, 615), (1040, 615)),
              text(930, 640, "RX, header pin 10", 12, RX, weight="bold"),
              wire(BLACK, (699, 665), (760, 665), (760, 690)), ground(760, 690)]
    parts += jack(980, 700, [("sleeve", "stays open"), ("ring", "as pin 4"), ("tip", "as pin 5")])
    return parts


def drawing():
    lines = ["Wires that cross without a dot do not touch. Pins 1 and 3 of a socket stay open.",
             "The socket of DIN in has no ground, so that two instruments share none: no hum."]
    return document(WIDTH, HEIGHT, [rectangle(0, 0, WIDTH, HEIGHT, "#fff"), *out(), *into(),
                                    *[text(40, 850 + 20 * number, line, 12, SOFT) for number, line in enumerate(lines)]])
