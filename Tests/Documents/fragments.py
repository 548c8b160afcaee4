"""The YAML of the documents: each block is a file, or a part of one that is put into a whole board."""
import os
import re
import tempfile

import tree
from common.folders import write

FENCE = re.compile(r"^```yaml *(\S*)\n(.*?)^```", re.M | re.S)
BOX = {"middle-c", "note-names", "chord-window", "ports", "input-keyboard", "clock", "footswitches", "variables",
       "menu", "motion", "bluetooth",
       "display", "leds", "network", "usb-device", "midi-ci", "assignments", "presets", "start-preset", "setlist",
       "setlists"}
PRESET = {"number", "tempo", "colour", "insert", "learnable", "routings", "parts"}
# The board into which parts are put.
BASE = {
    "treadle": "treadle: 1\n",
    "name": "name: Board of the guide\n",
    "ports": "ports:\n" + "".join("  %s: { match: \"%s*\" }\n" % (alias, alias) for alias in
                                  ["keys", "pads", "module", "synth", "drums", "looper", "lights"]),
    "input-keyboard": "input-keyboard: { port: keys }\n",
    "footswitches": "footswitches:\n" + "".join(
        "  %s: { line: \"gpiochip1:1%d\", led: \"gpiochip1:%d\" }\n" % (name, at, at)
        for at, name in enumerate("ABCDEF")),
    "motion": "motion: { chip: lis3dh }\n",
    "variables": "variables: { amp: { range: 1..3 }, reverb: {}, solo: {} }\n",
    "setlist": "setlist: { Friday: [] }\n",
}
SONGS = ["Verse", "Chorus", "Solo", "Intro", "Outro"]
ROUTING = "  - { name: Bass, from: [input keyboard], to: [module], channel: 2 }\n" \
          "  - { name: Piano, from: [input keyboard], to: [module], channel: 1 }\n"


def indented(text, by):
    return "".join(by + line + "\n" if line else "\n" for line in text.rstrip("\n").split("\n"))


def parts(text):
    """The top-level keys of a block, each with its text; comments stand with the key below them."""
    found, head = {}, ""
    for line in text.splitlines(True):
        key = re.match(r"([\w-]+):", line)
        if key:
            found[key[1]] = head + line
            head = ""
        elif re.match(r"\s*(#|$)", line) and not line.startswith(" "):
            head += line
        elif found:
            found[list(found)[-1]] += head + line
            head = ""
    return found


def completed(name, text):
    """`ports` or `footswitches` with the entries of the base that are not there."""
    named = set(re.findall(r"^  (\w+):", text, re.M))
    return text + "".join(line for line in BASE[name].splitlines(True)[1:] if line.split(":")[0].strip() not in named)


def files(text):
    """The files of a board that holds the block, by their names."""
    found = parts(text)
    keys = set(found)
    presets = {"presets/%s.yaml" % song: "name: %s\nnumber: %d\nroutings:\n%s" % (song, number, ROUTING)
               for number, song in enumerate(SONGS, 1)}
    if "treadle" in keys:
        return {"box.yaml": text, **({} if "presets" in keys else presets)}
    if keys & BOX and not keys & PRESET and "from" not in keys:
        box = {**BASE, **found}
        for name in {"ports", "footswitches"} & keys:
            box[name] = completed(name, box[name])
        return {"box.yaml": "".join(box.values()), **({} if "presets" in keys else presets)}
    if not keys & PRESET:
        text = preset_of(text, keys)
    song = re.search(r"^name: (.*?) *(?:#.*)?$", text, re.M)
    presets = {path: song_text for path, song_text in presets.items() if not song or song[1] not in path}
    own = "" if song else "name: Page\n"
    presets = {path: re.sub(r"^number: .*\n", "", song_text, flags=re.M) for path, song_text in presets.items()}
    return {"box.yaml": "".join(BASE.values()), **presets, "presets/page.yaml": own + text}


def preset_of(text, keys):
    """A preset around a routing, or around a part of one."""
    if "remap" in keys:
        text = "controllers:\n" + indented(text, "  ")
    elif "conditions" in keys:
        text = "restrict:\n" + indented(text, "  ")
    if "from" not in keys:
        text = "from: [input keyboard, footswitches, motion, variables]\nto: [module]\n" + text
    return "routings:\n  -\n" + indented(text, "    ")


def faults(run, board):
    """What `check` says of a board."""
    with tempfile.TemporaryDirectory() as folder:
        write(folder, board)
        status, _, said = run(["check", "."], folder)
        return ["is refused or warned of:\n%s" % said] if status or said else []


def stands(text, path):
    """Whether the lines stand in the file as they are here, however far they are indented there."""
    if not os.path.isfile(os.path.join(tree.ROOT, path)):
        return False
    lines = text.rstrip("\n").split("\n")
    there = tree.text(path).split("\n")
    for start in range(len(there) - len(lines) + 1):
        indent = len(there[start]) - len(there[start].lstrip(" ")) - (len(lines[0]) - len(lines[0].lstrip(" ")))
        if indent >= 0 and all(here == given[indent:] and not given[:indent].strip() or here == given == ""
                               for here, given in zip(lines, there[start:start + len(lines)])):
            return True
    return False


def checks(run, pages):
    """Each block loads; a block that names a file, such as `yaml docs/first/box.yaml`, stands in that file."""
    for page in pages:
        for number, (path, text) in enumerate(FENCE.findall(tree.text(page)), 1):
            name = "%s: block %d of YAML" % (page, number)
            if path:
                yield name, [] if stands(text, path) else ["does not stand in %s" % path]
            else:
                yield name, faults(run, files(text))
