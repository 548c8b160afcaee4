"""Pictures of the simulator: keys are pressed in a terminal of 80 columns and 24 rows, and its screen is drawn."""
import os
import shutil
import tempfile

import svg
from scenes import SCENES
from terminal import Terminal

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
COLUMNS, ROWS = 80, 24
WIDTH, HEIGHT, EDGE = 9, 18, 12
GROUND, FILL = "#1b1e24", "#d8dde6"
PALETTE = ["#1b1e24", "#e0565b", "#5fb36a", "#d7a84b", "#5b93d6", "#b07cc6", "#46b0b5", "#c3c9d3",
           "#6b7280", "#ff7b7f", "#86d992", "#f0cb74", "#86b6f0", "#d3a3e6", "#74d3d8", "#ffffff"]


def colour(value, otherwise):
    if value is None:
        return otherwise
    if isinstance(value, tuple):
        return "#%02x%02x%02x" % value
    if value < 16:
        return PALETTE[value]
    if value >= 232:
        return "#%02x%02x%02x" % ((8 + 10 * (value - 232),) * 3)
    levels = [0, 95, 135, 175, 215, 255]
    value -= 16
    return "#%02x%02x%02x" % (levels[value // 36], levels[value // 6 % 6], levels[value % 6])


def look(style):
    fill, ground = colour(style["fill"], FILL), colour(style["ground"], GROUND)
    if style["dim"]:
        fill = "#8b93a1"
    return (ground, fill, style["bold"]) if style["reverse"] else (fill, ground, style["bold"])


def runs(row):
    """The row in pieces of one look: (column, text, look)."""
    found = []
    for column, (character, style) in enumerate(row):
        if found and found[-1][2] == look(style):
            found[-1][1] += character
        else:
            found.append([column, character, look(style)])
    return found


def draw(cells):
    parts = [svg.rectangle(0, 0, COLUMNS * WIDTH + 2 * EDGE, ROWS * HEIGHT + 2 * EDGE, GROUND, radius=8)]
    for number, row in enumerate(cells):
        for column, words, (fill, ground, bold) in runs(row):
            x, y = EDGE + column * WIDTH, EDGE + number * HEIGHT
            if ground != GROUND:
                parts.append(svg.rectangle(x, y, len(words) * WIDTH, HEIGHT, ground))
            start = len(words) - len(words.lstrip(" "))
            words = words.strip(" ")
            if words:
                parts.append(svg.text(x + start * WIDTH, y + 13.5, words, 15, fill, svg.MONOSPACE,
                                      weight="bold" if bold else "normal", length=len(words) * WIDTH))
    return svg.document(COLUMNS * WIDTH + 2 * EDGE, ROWS * HEIGHT + 2 * EDGE, parts)


def screen(binary, scene):
    """The cells of the screen after the scene's steps: keys to press, and what must be seen before the next ones."""
    with tempfile.TemporaryDirectory() as folder:
        board = os.path.join(folder, os.path.basename(scene["board"]))
        shutil.copytree(os.path.join(ROOT, scene["board"]), board)
        terminal = Terminal([binary, "run", "--simulate", board], COLUMNS, ROWS,
                            {"TREADLE_SOCKET": os.path.join(folder, "box.sock")})
        try:
            for keys, seen in scene["steps"]:
                terminal.type(keys)
                terminal.wait(seen)
                # A tapped footswitch is let go before the next key.
                terminal.settle(*scene.get("rest", (0, 0)))
            terminal.settle(0.1, 0.2)
            return [list(row) for row in terminal.cells]
        finally:
            terminal.close()


def pictures(binary):
    return [("screen-" + name, lambda scene=scene: draw(screen(binary, scene))) for name, scene in SCENES.items()]
