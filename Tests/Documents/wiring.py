"""The pins of the boards: examples, pages and drawings wire each GPIO line as Board/…/pins.txt says."""
import os
import re
import sys

import tree

TABLE = "Board/raspberry-pi/pins.txt"
HARDWARE = "docs/HARDWARE.md"
DRAWINGS = "docs/hardware/drawings/"
# What each key of a configuration does with a line: an LED drives it, everything else reads a contact to ground.
KEYS = {"line": "contact", "a": "contact", "b": "contact", "led": "led"}
LINE = re.compile(r"""\b(line|led|a|b):\s*["']?gpiochip0:(\d+)""")

sys.path.insert(0, os.path.join(tree.ROOT, DRAWINGS))


def shown():
    """The pages and configurations that a builder copies."""
    for path in tree.paths():
        if path.startswith(("docs/", "Overlay/", "Board/raspberry-pi/")) or path == "README.md":
            if path.endswith((".md", ".yaml")):
                yield path


def wrong(path, uses):
    """Lines that a configuration or a page uses for something else than the table."""
    for number, row in enumerate(tree.text(path).split("\n"), 1):
        for key, line in LINE.findall(row):
            use = uses.get(line, "no pin of the header")
            if use != KEYS[key]:
                yield "line %d: `%s` at GPIO %s, which is %s in %s" % (number, key, line, use, TABLE)


def rows(table):
    """The rows of the table in HARDWARE: pins, and the GPIO number or supply beside each."""
    section = tree.text(HARDWARE).split("\n## Pins\n")[1].split("\n## ")[0]
    known = {pin.number: pin for pin in table}
    told = set()
    for cells in re.findall(r"^\| ([\d, ]+) \| ([^|]+) \|([^|]+)\|", section, re.M):
        for number in map(int, cells[0].split(",")):
            told.add(number)
            line = re.match(r"3\.3 V|5 V|ground|\d+", cells[1])
            word = {"3.3 V": "3V3", "5 V": "5V", "ground": "GND"}.get(line and line[0], line and line[0])
            if number not in known or word != known[number].line:
                yield "pin %d is not `%s` in %s" % (number, cells[1].strip(), TABLE)
            elif known[number].use in ("contact", "led") and known[number].part.split()[0].lower() not in cells[2].lower():
                yield "pin %d goes to `%s`, not to the %s of %s" % (number, cells[2].strip(), known[number].part, TABLE)
    yield from ("has no pin %d" % pin.number for pin in table if pin.number not in told)


def checks():
    import draw
    import pins
    table = pins.table()
    uses = {pin.line: pin.use for pin in table if pin.line.isdigit()}
    found = [("%s: pins" % path, list(wrong(path, uses))) for path in shown() if LINE.search(tree.text(path))]
    numbers = [pin.number for pin in table]
    found.append((TABLE, [] if numbers == list(range(1, 41)) else ["has not each pin once, in order"]))
    found.append(("%s: pins" % HARDWARE, list(rows(table))))
    for path, picture in draw.pictures():
        same = picture() == tree.text(path)
        found.append((path, [] if same else ["differs from the table of pins; `make pictures` draws it"]))
    return found
