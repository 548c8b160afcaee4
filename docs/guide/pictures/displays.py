"""Pictures of the LCD: what `treadle render --display` prints for a board and a script, at one time of it."""
import os
import re
import subprocess
import tempfile

import svg

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.normpath(os.path.join(HERE, "..", "..", ".."))
CELL, LINE, EDGE = 19, 32, 16


def shown(binary, board, script, time):
    """The rows that the display has at `time`, in milliseconds."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write(script)
        file.flush()
        done = subprocess.run([binary, "render", "--display", os.path.join(ROOT, board, "box.yaml"), file.name],
                              capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise ValueError("%s: %s" % (board, done.stderr))
    rows = None
    for line in done.stdout.splitlines():
        found = re.match(r"([\d.]+) display \|(.*)\|$", line)
        if found and float(found[1]) <= time:
            rows = found[2].split("|")
    return rows


def draw(rows):
    width = max(len(row) for row in rows)
    size = (width * CELL + 2 * EDGE, len(rows) * LINE + 2 * EDGE)
    parts = [svg.rectangle(0, 0, *size, "#20302a", radius=6)]
    parts.append(svg.rectangle(8, 8, size[0] - 16, size[1] - 16, "#9fc45a", radius=3))
    for number, row in enumerate(rows):
        for column, character in enumerate(row):
            x, y = EDGE + column * CELL, EDGE + number * LINE
            parts.append(svg.rectangle(x + 0.5, y + 1, CELL - 1.5, LINE - 3, "#96bb52"))
            if character != " ":
                parts.append(svg.text(x + 3, y + 22, character, 23, "#1d2a12", svg.MONOSPACE, length=13))
    return svg.document(*size, parts)


def listed():
    """The pictures of displays.txt: name, board, time and script of each."""
    with open(os.path.join(HERE, "displays.txt"), encoding="utf-8") as file:
        for part in re.split(r"\n(?=picture )", file.read())[1:]:
            head, _, script = part.partition("\n")
            _, name, board, _, time = head.split()
            yield name, board, float(time), "".join(line.strip() + "\n" for line in script.splitlines())


def pictures(binary):
    return [("display-" + name, lambda board=board, time=time, script=script: draw(shown(binary, board, script, time)))
            for name, board, time, script in listed()]
