"""Mutated requests that reach what is behind their syntax: most are changed in one part alone, JSON as values, and some
edit a file."""

import json
import random
import re

from mutator import Mutator

BODY = re.compile(rb"(?<=\n\n).+?(?=@NEXT@\n|\Z)", re.S)
TARGET = re.compile(rb"(?<= )/[^\n]*(?= HTTP)")
HEADER = re.compile(rb"(?<=\n)[A-Z][\w-]*: [^\n]*")
# How often what is changed, in hundredths; None is anything.
CHANGED = [(45, BODY), (12, TARGET), (12, HEADER), (8, None)]
UNCHANGED, EDITING = 8, 15
# These make the box play all of its recording again, or write an archive: most are left out.
COSTLY = re.compile(rb"/recorder|/backup")

FILES = ["presets/a.yaml", "box.yaml"]
KEYS = [
    "name", "number", "routings", "notes", "shift", "restrict", "from", "to", "tempo", "on-load", "controllers",
    "remap", "ports", "keys", "footswitches", "A", "setlist", "Friday", "start-preset", "match", "do", "value", "x", "",
    "~1", "é"
]
PLACES = [["name"], ["routings"], ["routings", 0], ["routings", 0, "notes", "shift"], ["routings", 0, "from", 0],
          ["routings", 0, "restrict", "notes"], ["routings", 0, "controllers", "remap", 0, "to"], ["ports", "keys"],
          ["ports", "keys", "virtual"], ["footswitches", "A"], ["setlist", "Friday", 0], ["assignments", 0], []]
VALUES = [
    None, True, 0, -12, 127, 1e15, -1, 98.5, "A", "keys", "C-1..B3", "", "a: b # c", "\u0000", "\U0001f600", "x\ny\n",
    [], {}, ["keys", "module"], {"name": "Two", "from": ["keys"], "to": ["module"]}, {"line": "gpiochip0:17"}
]
EDIT = """PATCH /api/1/files/%s HTTP/1.1
Host: @HOST@
Origin: @ORIGIN@
Cookie: @COOKIE@
Content-Type: application/json
If-Match: "@TAG@"
Content-Length: @LENGTH@

"""


class RequestMutator(Mutator):
    def mutated(self, seed):
        chance = random.Random(seed)
        text = chance.choice(self.corpus)
        if COSTLY.search(text) and chance.random() < 0.9:
            text = chance.choice(self.corpus)
        kind = chance.randrange(100)
        for share, part in CHANGED:
            if kind < share:
                return self.changed_part(text, part, chance)
            kind -= share
        return text if kind < UNCHANGED else edit(chance)

    def changed_part(self, text, part, chance):
        found = list(part.finditer(text)) if part else []
        if not found:
            return self.changed(text, chance)
        start, end = chance.choice(found).span()
        return text[:start] + self.changed_text(text[start:end], part, chance) + text[end:]

    def changed_text(self, text, part, chance):
        if part is BODY and chance.random() < 0.8:
            try:
                return json.dumps(self.reshaped(json.loads(text), chance)).encode()
            except ValueError:
                pass
        return self.changed(text, chance)

    def reshaped(self, value, chance):
        """JSON with a value, a key or a text changed."""
        way = chance.random()
        if isinstance(value, (dict, list)) and value and way < 0.8:
            places = list(value) if isinstance(value, dict) else range(len(value))
            place = chance.choice(places)
            if way < 0.05:
                del value[place]
            elif way < 0.1 and isinstance(value, dict):
                value[chance.choice(KEYS)] = value[place]
            elif way < 0.1:
                value.insert(place, value[chance.choice(places)])
            else:
                value[place] = self.reshaped(value[place], chance)
            return value
        if isinstance(value, str) and value and way < 0.8:
            return self.changed(value.encode("utf-8", "replace"), chance).decode("utf-8", "replace")
        return deep(chance)


def edit(chance):
    """A PATCH of a file that the box has, of one to four operations."""
    operations = [operation(chance) for _ in range(chance.randint(1, 4))]
    return (EDIT % chance.choice(FILES)).encode() + json.dumps({"operations": operations}).encode()


def operation(chance):
    at = list(chance.choice(PLACES))
    if chance.random() < 0.3:
        at[chance.randint(0, len(at)):] = [chance.choice([*KEYS, 0, 1, 7]) for _ in range(chance.randint(0, 3))]
    found = {"op": chance.choice(["set", "set", "insert", "remove", "move"]), "at": at}
    if found["op"] == "move":
        found["value"] = chance.randint(0, 3)
    elif found["op"] != "remove" or chance.random() < 0.1:
        found["value"] = deep(chance)
    return found


def deep(chance):
    """A value of some levels."""
    found = chance.choice(VALUES)
    for _ in range(chance.choice([0] * 12 + [1, 1, 2, 2, 3, 3, 8, 20])):
        found = chance.choice([[found], {chance.choice(KEYS): found}, [found, chance.choice(VALUES)]])
    return found
