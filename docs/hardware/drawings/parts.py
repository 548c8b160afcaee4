"""What both drawings are made of: wires, joints, parts with named terminals, and the symbols of supply and ground."""
from svg import rectangle, text

INK, SOFT = "#222", "#555"
COLOURS = {"3V3": "#d98200", "5V": "#c9302c", "GND": "#333333", "SDA": "#118855", "SCL": "#2266aa", "contact": "#9933aa",
           "led": "#b07000", "TX": "#0a7d8c", "RX": "#7a5a2a"}


def wire(colour, *points):
    return '<polyline points="%s" fill="none" stroke="%s" stroke-width="2.5" stroke-linejoin="round"/>' % (
        " ".join("%g,%g" % point for point in points), colour)


def joint(colour, x, y):
    """A dot: wires that cross without one do not touch."""
    return '<circle cx="%g" cy="%g" r="4" fill="%s"/>' % (x, y, colour)


def terminal(colour, x, y, number="", radius=9):
    """A round terminal with its number."""
    return ('<circle cx="%g" cy="%g" r="%g" fill="#fff" stroke="%s" stroke-width="2"/>' % (x, y, radius, colour)
            + text(x, y + 4, number, 11, INK, anchor="middle", weight="bold"))


def ground(x, y):
    """The symbol of ground, hanging from its point."""
    bars = "".join(wire(COLOURS["GND"], (x - half, y + 8 + 5 * step), (x + half, y + 8 + 5 * step))
                   for step, half in enumerate((11, 7, 3)))
    return wire(COLOURS["GND"], (x, y), (x, y + 8)) + bars


def supply(x, y, name, words):
    """The symbol of a supply, standing on its point."""
    colour = COLOURS[name]
    return (wire(colour, (x, y), (x, y - 10)) + wire(colour, (x - 11, y - 10), (x + 11, y - 10))
            + text(x, y - 15, words, 11, colour, anchor="middle", weight="bold"))


def box(x, y, width, height, fill, name, below=""):
    """A part: a box with its name and a smaller line."""
    return (rectangle(x, y, width, height, fill, 6, INK)
            + text(x + width / 2, y + 19, name, 13, INK, anchor="middle", weight="bold")
            + (text(x + width / 2, y + 35, below, 11, SOFT, anchor="middle") if below else ""))


def resistor(x, y, words, upright=False):
    """A resistor around its middle, 44 long, with its value beside it."""
    if upright:
        return rectangle(x - 8, y - 22, 16, 44, "#fff", 0, INK) + text(x + 14, y + 4, words, 11, INK)
    return rectangle(x - 22, y - 8, 44, 16, "#fff", 0, INK) + text(x, y - 13, words, 11, INK, anchor="middle")


def capacitor(x, y, words):
    """An upright capacitor around its middle, 44 long, with its value to the right."""
    return (wire(INK, (x, y - 22), (x, y - 4)) + wire(INK, (x - 12, y - 4), (x + 12, y - 4))
            + wire(INK, (x - 12, y + 4), (x + 12, y + 4)) + wire(INK, (x, y + 4), (x, y + 22))
            + text(x + 17, y + 4, words, 11, INK))
