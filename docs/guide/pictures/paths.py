"""Pictures of the signal path of a preset: where each key goes, and what it becomes, as found by playing it."""
import probes
import svg

PATHS = {
    "verse": ("docs/first", 1, "Verse"),
    "chorus": ("docs/first", 2, "Chorus"),
}
CONTROLLERS = {1: "modulation", 7: "volume", 11: "expression", 64: "sustain"}
INK, SOFT, BOX, LINE = "#20262e", "#5c6673", "#f4f6f9", "#3d74b8"
SIDE, MIDDLE, GAP, TOP = 130, 300, 90, 56


def interval(shift):
    if shift % 12 == 0 and shift:
        octaves = {1: "an octave"}.get(abs(shift) // 12, "%d octaves" % (abs(shift) // 12))
        return "%s %s" % (octaves, "lower" if shift < 0 else "higher")
    return "%+d semitones" % shift


def described(way, called):
    source, name, low, high, port, channel, shift, velocity = way
    keys = "all keys" if (low, high) == (0, 127) else "%s to %s" % (probes.note(low), probes.note(high))
    changes = [interval(shift)] if shift else []
    changes += [velocity] if velocity else []
    end = ["channel %d" % channel] + (["program %d" % called[port, channel]] if (port, channel) in called else [])
    return (name or "every note", ", ".join([keys] + changes), ", ".join(end))


def draw(title, ways, called, moved):
    height = 64
    lines = sum(1 for _ in ways) * (height + 14) + 22 * len(moved)
    size = (2 * SIDE + MIDDLE + 2 * GAP + 40, TOP + lines + 20)
    parts = [svg.rectangle(0, 0, *size, "#ffffff", radius=8, stroke="#d5dbe3")]
    parts.append(svg.text(size[0] / 2, 32, title, 18, INK, anchor="middle", weight="bold"))
    left, right = 20 + SIDE, 20 + SIDE + GAP
    far = right + MIDDLE + GAP
    places = {"in": {}, "out": {}}
    for number, way in enumerate(ways):
        middle = TOP + number * (height + 14) + height / 2
        places["in"].setdefault(way[0], []).append(middle)
        places["out"].setdefault(way[4], []).append(middle)
    heights = {side: {port: sum(at) / len(at) for port, at in ports.items()} for side, ports in places.items()}
    for number, way in enumerate(ways):
        middle = TOP + number * (height + 14) + height / 2
        start, end = heights["in"][way[0]], heights["out"][way[4]]
        parts.append(svg.arrow([(left, start), (left + 30, start), (right - 30, middle), (right, middle)], LINE))
        leaves = right + MIDDLE
        parts.append(svg.arrow([(leaves, middle), (leaves + 30, middle), (far - 30, end), (far, end)], LINE))
        parts.append(svg.rectangle(right, middle - height / 2, MIDDLE, height, BOX, radius=6, stroke="#9aa7b8"))
        for line, (words, size_of, ink, weight) in enumerate(zip(
                described(way, called), (15, 13, 13), (INK, INK, SOFT), ("bold", "normal", "normal"))):
            parts.append(svg.text(right + 14, middle - 13 + 19 * line, words, size_of, ink, weight=weight))
    for x, ports in ((20, heights["in"]), (far, heights["out"])):
        for port, middle in ports.items():
            parts.append(svg.rectangle(x, middle - 20, SIDE, 40, "#dfe9f5", radius=6, stroke=LINE))
            parts.append(svg.text(x + SIDE / 2, middle + 5, port, 15, INK, anchor="middle", weight="bold"))
    for number, (source, target, port, channel) in enumerate(moved):
        y = TOP + len(ways) * (height + 14) + 22 * number + 10
        words = "%s becomes %s, channel %d" % (source, target, channel)
        parts.append(svg.text(right + 14, y, words, 13, SOFT))
    return svg.document(*size, parts)


def picture(binary, board, preset, title):
    ways = probes.ways(binary, board, preset)
    moved = []
    for source in dict.fromkeys(way[0] for way in ways):
        for number, port, channel, target in probes.controllers(binary, board, preset, source):
            names = [CONTROLLERS.get(one, "CC %d" % one) for one in (number, target)]
            moved.append((names[0].capitalize() if number in CONTROLLERS else names[0], names[1], port, channel))
    return draw(title, ways, probes.programs(binary, board, preset), moved)


def pictures(binary):
    return [("path-" + name, lambda of=of: picture(binary, *of)) for name, of in PATHS.items()]
