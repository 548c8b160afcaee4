"""The 40-pin header with the parts of the usual pedalboard: docs/wiring.svg."""
import pins
from parts import COLOURS, INK, SOFT, box, joint, resistor, terminal, wire
from svg import MONOSPACE, document, rectangle, text

WIDTH, HEIGHT = 1290, 820
ODD, EVEN, FIRST, ROW = 650, 700, 130, 32
# Rails of supply and ground, left and right of the header.
LEFT = {"5V": 345, "3V3": 370, "GND": 395}
RIGHT = {"GND": 930, "3V3": 955}
PARTS_LEFT, PARTS_RIGHT = 290, 990


def place(number):
    """The middle of a pin."""
    return (EVEN if number % 2 == 0 else ODD), FIRST + ROW * ((number - 1) // 2)


def edge(number):
    """Where a wire meets a pin."""
    x, y = place(number)
    return (x + 10 if number % 2 == 0 else x - 10), y


def label(pin):
    """What stands beside a pin: its supply, or its GPIO number and what is wired to it."""
    if not pin.line.isdigit():
        return {"3V3": "3.3 V", "5V": "5 V", "GND": "ground"}[pin.line]
    if pin.use == "eeprom":
        return "for HATs, stays open"
    return "GPIO " + pin.line + (", " + pin.part if pin.part else "")


def header():
    parts = [rectangle(ODD - 158, 92, EVEN - ODD + 316, 680, "#f7f3e8", 6, INK),
             text((ODD + EVEN) / 2, 112, "Raspberry Pi, 40 pins", 13, INK, anchor="middle", weight="bold")]
    for pin in pins.table():
        x, y = place(pin.number)
        fill = COLOURS.get(pin.line) or COLOURS.get(pin.use, "#6a9a6a")
        parts.append(rectangle(x - 10, y - 10, 20, 20, fill, 10 if pin.number > 1 else 0, INK))
        parts.append(text(x, y + 4, str(pin.number), 10, "#fff", anchor="middle", weight="bold"))
        side = 14 if pin.number % 2 == 0 else -14
        parts.append(text(x + side, y - 4, label(pin), 10, INK, anchor="start" if side > 0 else "end"))
    return parts


def rails():
    """Supply and ground beside the header, fed by pins 1, 2, 14 and 39."""
    orange, red, black = COLOURS["3V3"], COLOURS["5V"], COLOURS["GND"]
    right = EVEN + 170
    return [
        wire(red, edge(2), (right, FIRST), (right, 40), (LEFT["5V"], 40), (LEFT["5V"], 265)),
        wire(orange, edge(1), (LEFT["3V3"], FIRST)), joint(orange, LEFT["3V3"], FIRST),
        wire(orange, (LEFT["3V3"], 475), (LEFT["3V3"], 62), (RIGHT["3V3"], 62), (RIGHT["3V3"], 325)),
        wire(black, edge(39), (LEFT["GND"], place(39)[1])), joint(black, LEFT["GND"], place(39)[1]),
        wire(black, (LEFT["GND"], 145), (LEFT["GND"], 785)),
        wire(black, edge(14), (RIGHT["GND"], place(14)[1])), joint(black, RIGHT["GND"], place(14)[1]),
        wire(black, (RIGHT["GND"], 191), (RIGHT["GND"], 455)),
        text(LEFT["5V"] - 6, 56, "5 V", 11, red, anchor="end", weight="bold"),
        text(LEFT["3V3"] + 6, 80, "3.3 V", 11, orange, weight="bold"),
        text(LEFT["GND"] + 6, 790, "ground", 11, black, weight="bold"),
        text(RIGHT["3V3"] + 6, 80, "3.3 V", 11, orange, weight="bold"),
        text(RIGHT["GND"] - 6, 472, "ground", 11, black, anchor="end", weight="bold"),
    ]


def left(name, y, rail=None):
    """A terminal at the right edge of a part on the left, joined to a rail."""
    colour = COLOURS.get(rail, INK)
    parts = [text(PARTS_LEFT - 12, y + 4, name, 11, INK, anchor="end"), terminal(colour, PARTS_LEFT, y, radius=5)]
    if rail:
        parts += [wire(colour, (PARTS_LEFT + 5, y), (LEFT[rail], y)), joint(colour, LEFT[rail], y)]
    return parts


def right(name, y, rail=None):
    """A terminal at the left edge of a part on the right, joined to a rail."""
    colour = COLOURS.get(rail, INK)
    parts = [text(PARTS_RIGHT + 12, y + 4, name, 11, INK), terminal(colour, PARTS_RIGHT, y, radius=5)]
    if rail:
        parts += [wire(colour, (PARTS_RIGHT - 5, y), (RIGHT[rail], y)), joint(colour, RIGHT[rail], y)]
    return parts


def bus():
    """Display, level shifter and accelerometer at pins 3 and 5."""
    data, clock = COLOURS["SDA"], COLOURS["SCL"]
    parts = [rectangle(40, 90, 250, 120, "#2b5d2b", 6, INK), rectangle(52, 130, 165, 56, "#a9d05a", 4, INK),
             text(58, 152, "  2 Chorus     *", 15, "#1d2b10", MONOSPACE, length=150),
             text(58, 176, "120.0 >o  HELD 2", 15, "#1d2b10", MONOSPACE, length=150),
             text(52, 112, "display HD44780, PCF8574 at 0x27", 11, "#fff")]
    for name, y, rail in [("VCC", 120, "5V"), ("GND", 145, "GND"), ("SDA", 170, None), ("SCL", 195, None)]:
        colour = COLOURS.get(rail, data if name == "SDA" else clock)
        parts += [text(278, y + 4, name, 11, "#fff", anchor="end"), terminal(colour, PARTS_LEFT, y, radius=5)]
        if rail:
            parts += [wire(colour, (PARTS_LEFT + 5, y), (LEFT[rail], y)), joint(colour, LEFT[rail], y)]
    parts.append(box(40, 235, 250, 180, "#eee", "level shifter BSS138", "5 V above, 3.3 V below"))
    for name, y, rail in [("HV", 265, "5V"), ("GND", 287, "GND"), ("HV1", 309, None), ("HV2", 331, None),
                          ("LV", 353, "3V3"), ("LV1", 375, None), ("LV2", 397, None)]:
        parts += left(name, y, rail)
    parts += [wire(data, (295, 170), (305, 170), (305, 309), (295, 309)),
              wire(clock, (295, 195), (320, 195), (320, 331), (295, 331))]
    parts.append(box(40, 440, 250, 115, "#dbe6f5", "accelerometer", "LIS3DH at 0x18"))
    for name, y, rail in [("VIN", 475, "3V3"), ("GND", 495, "GND"), ("SDA", 515, None), ("SCL", 535, None)]:
        parts += left(name, y, rail)
    for colour, x, number, shifter, sensor in [(data, 420, 3, 375, 515), (clock, 435, 5, 397, 535)]:
        parts += [wire(colour, (295, shifter), (x, shifter)), joint(colour, x, shifter),
                  wire(colour, (295, sensor), (x, sensor), (x, place(number)[1]), edge(number))]
    return parts


def feet():
    """Footswitches A, B and C, and the LED of B."""
    contact, led = COLOURS["contact"], COLOURS["led"]
    parts = []
    for name, y, x, number in [("A", 575, 450, 11), ("B", 645, 465, 13)]:
        parts.append(box(40, y, 250, 56, "#e6e0ea", "footswitch " + name, "momentary"))
        parts += left("", y + 18) + left("", y + 40, "GND")
        parts.append(wire(contact, (295, y + 18), (x, y + 18), (x, place(number)[1]), edge(number)))
    parts.append(rectangle(40, 715, 250, 80, "#fff3d6", 6, INK))
    parts += [text(60, 752, "LED of B, long leg at the resistor", 12, INK, weight="bold")]
    parts += [wire(led, (120, 776), (170, 776)), resistor(120, 776, ""), text(120, 780, "470 Ω", 10, INK, anchor="middle"),
              '<path d="M170 766 l16 10 l-16 10 z" fill="%s"/>' % led, wire(led, (188, 765), (188, 787)),
              wire(led, (98, 776), (52, 776), (52, 733), (285, 733)), wire(led, (188, 776), (285, 776))]
    parts += left("", 733) + left("", 776, "GND")
    parts.append(wire(led, (295, 733), (480, 733), (480, place(15)[1]), edge(15)))
    parts.append(box(PARTS_RIGHT, 410, 250, 60, "#e6e0ea", "footswitch C", "momentary"))
    parts += right("", 430) + right("", 455, "GND")
    parts.append(wire(contact, edge(16), (865, place(16)[1]), (865, 430), (PARTS_RIGHT - 5, 430)))
    return parts


def sockets():
    """DIN out and DIN in at pins 8 and 10, with their supplies; din.svg has the inside of both."""
    parts = [box(PARTS_RIGHT, 95, 250, 115, "#e2f0f2", "DIN out", "buffer and socket: din.svg"),
             box(PARTS_RIGHT, 255, 250, 115, "#f2eadf", "DIN in", "H11L1 and socket: din.svg")]
    parts += right("TX", 145) + right("3.3 V", 168, "3V3") + right("ground", 191, "GND")
    parts += right("RX", 302) + right("3.3 V", 325, "3V3") + right("ground", 348, "GND")
    parts.append(wire(COLOURS["TX"], edge(8), (905, place(8)[1]), (905, 145), (PARTS_RIGHT - 5, 145)))
    parts.append(wire(COLOURS["RX"], edge(10), (885, place(10)[1]), (885, 302), (PARTS_RIGHT - 5, 302)))
    return parts


def notes():
    lines = ["Wires that cross without a dot do not touch.",
             "A pin whose name stands alone stays open.",
             "Pins 7 and 29 are a second DIN out and in on a Pi 4.",
             "5 V never goes to a pin with a GPIO number.",
             "Instruments are at the USB sockets."]
    return [text(PARTS_RIGHT - 60, 530 + 22 * number, line, 12, SOFT) for number, line in enumerate(lines)]


def drawing():
    return document(WIDTH, HEIGHT, [rectangle(0, 0, WIDTH, HEIGHT, "#fff"), *header(), *rails(), *bus(), *feet(),
                                    *sockets(), *notes()])
