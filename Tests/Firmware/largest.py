#!/usr/bin/env python3
"""largest.py FOLDER: writes a configuration that is at every limit of Sources/Plan/Limits.swift at once, and whose
tables all differ: 256 presets with 8192 routings together, each with note map, velocity curve, 8 remaps (with 64 value
lists, each for 14 bits), 4 conditions and 32 on-load messages. The first preset has all that a preset may have."""

import pathlib
import random
import sys

# The routings of each preset.
PRESETS = [64, 0] + [32] * 254
NUMBERS, REMAPS, CONDITIONS, ON_LOAD = 128, 8, 4, 32
PORTS, ASSIGNMENTS, SENDINGS, DERIVED, SWITCHES, LISTS = 32, 64, 256, 1024, 16, 64


def flow(values):
    return "[%s]" % ", ".join(map(str, values))


def box():
    lines = ["treadle: 1", "name: Largest", "ports:"]
    lines += ["  port-%d: { virtual: both, channel: %d }" % (port, port % 16 + 1) for port in range(PORTS)]
    lines += ["input-keyboard: { port: port-0 }", "footswitches:"]
    lines += ['  S%d: { line: "gpiochip0:%d", led: "gpiochip0:%d" }' % (switch, switch, switch + SWITCHES)
              for switch in range(SWITCHES)]
    lines += ["motion: { chip: lis3dh }", "display: { chip: hd44780, columns: 20, rows: 4 }", "assignments:"]
    each = SENDINGS // ASSIGNMENTS
    for number in range(ASSIGNMENTS):
        sends = ", ".join("%d: 'send \"port-%d\" cc 7 = %d'" % (value, number % PORTS, value) for value in range(each))
        lines.append("  - { from: port-%d, controller: cc %d, do: { %s } }" % (number % PORTS, number, sends))
    return "\n".join(lines) + "\n"


def preset(number, chance):
    lines = ["name: Preset %d" % number, "tempo: %d" % (60 + number % 128)]
    lines += ["number: %d" % number] * (number < NUMBERS)
    lines += ["routings:"] * (PRESETS[number] > 0)
    for routing in range(PRESETS[number]):
        ends = [flow("port-%d" % port for port in sorted(chance.sample(range(PORTS), 8))) for _ in range(2)]
        index = sum(PRESETS[:number]) + routing
        lines += [
            "  - name: Routing %d" % index,
            "    from: %s" % ends[0],
            "    to: %s" % ends[1],
            "    restrict:",
            "      channel: %d" % (routing % 16 + 1),
            "      notes: 1..126",
            "      conditions:",
            "        of:",
        ]
        lines += ['          - { from: port-%d, controller: cc %d, when: ">= %d" }' % (
            chance.randrange(PORTS), chance.randrange(120), chance.randrange(1, 127)) for _ in range(CONDITIONS)]
        lines += [
            "    notes: { map: { %s } }" % ", ".join(
                "%d: %d" % (note, chance.randrange(128)) for note in chance.sample(range(128), 8)),
            "    velocity: { curve: { free: [0, [%d, %d], [90, 110], 127] } }" % (
                chance.randrange(1, 90), chance.randrange(1, 127)),
            "    controllers:",
            "      remap:",
        ]
        for remap in range(REMAPS):
            slot = (index * REMAPS + remap) % DERIVED
            low = chance.randrange(64)
            source, change = [
                ("cc %d" % (64 + remap), "linear: { in: 0..127, out: %d..%d }" % (low, chance.randrange(low + 1, 128))),
                ("cc %d" % (64 + remap), "curve: { free: [%d, [64, %d], [90, 110], 127] }" % (low, chance.randrange(128))),
                ("nrpn %d/%d 14-bit" % (slot // 128, slot % 128), "list: lists/%d.txt" % (index % LISTS)),
                ("nrpn %d/%d 14-bit" % (slot // 128, slot % 128), "mode: increment, by: %d" % (1 + low)),
            ][remap % 4]
            lines.append("        - { from: %s, to: cc %d, %s }" % (source, chance.randrange(32), change))
        lines += ["    channel: %d" % (routing % 16 + 1), "    on-load:"]
        lines += ["      - { send: cc %d = %d, delay: %d ms }" % (
            chance.randrange(32), chance.randrange(128), chance.randrange(1000)) for _ in range(ON_LOAD)]
    return "\n".join(lines) + "\n"


def write(folder):
    folder = pathlib.Path(folder)
    chance = random.Random(1)
    for part in ["presets", "lists"]:
        (folder / part).mkdir(parents=True, exist_ok=True)
    for number in range(LISTS):
        text = "".join("%d\n" % ((value >> 7) + number & 127) for value in range(1 << 14))
        (folder / "lists" / ("%d.txt" % number)).write_text(text)
    (folder / "box.yaml").write_text(box())
    for number in range(len(PRESETS)):
        (folder / "presets" / ("%03d.yaml" % number)).write_text(preset(number, chance))


if __name__ == "__main__":
    write(sys.argv[1])
