"""A pretended box for the page: state, files and somebody who plays. It answers as docs/reference/API.md
says, just far enough that each screen has something to show and an edit does what it should."""

import copy
import hashlib
import json
import pathlib
import shlex
import threading
import time

from player import LENGTH, EVENTS
from writing import Writer

HERE = pathlib.Path(__file__).resolve().parent
STEPS = {"previous": -1, "previous-preset": -1, "next": 1, "next-preset": 1}


class Refusal(Exception):
    def __init__(self, status, code, message, **more):
        super().__init__(message)
        self.status, self.answer = status, {"error": {"code": code, "message": message}, **more}


class Model:
    """Everything that the requests read and change. `lock` guards it."""

    def __init__(self, still=None):
        data = json.loads((HERE / "box.json").read_text())
        self.files, self.ports, self.switches = data["files"], data["ports"], data["switches"]
        self.saved = copy.deepcopy(self.files)
        self.undo, self.hand, self.held = [], {}, {}
        self.running, self.part, self.place, self.setlist = "Chorus", 0, 2, "Friday"
        self.clock = {"tempo": 132, "state": "running", "beat": False, "source": "internal"}
        self.status, self.variables, self.transpose = ("", 0), {"amp": 1, "solo": 0}, 0
        self.messages, self.counts = [], {"received": 31877, "sent": 48210, "dropped": 0, "lost": 0}
        self.lock, self.still, self.began, self.at, self.played = threading.RLock(), still, time.monotonic(), 0, 0
        self.epoch, self.revision, self.followers, self.faults = int(time.time()), 0, [], []
        self.bonds = [
            {"name": "FP-30X", "address": "C0:FF:EE:00:00:01"},
            {"name": "Anna's iPad", "address": "D4:3A:2C:01:02:03"},
        ]
        # How often the page has let devices pair.
        self.pairings = 0
        self.advance()

    # Files.

    def presets(self):
        return {tree["name"]: (path, tree) for path, tree in self.files.items() if path.startswith("presets/")}

    def text(self, path):
        tree = self.files[path]
        return tree if isinstance(tree, str) else Writer(tree, "# %s: see docs/guide/presets.md" % tree["name"]).text()

    def hash(self, path):
        return hashlib.sha256(self.text(path).encode()).hexdigest()[:16]

    def file(self, path):
        if path not in self.files:
            raise Refusal(404, "no-such-file", "there is no file `%s`" % path)
        tree = self.files[path]
        writer = Writer(tree, "# %s: see docs/guide/presets.md" % tree["name"])
        return {
            "path": path,
            "text": writer.text(),
            "tree": tree,
            "places": writer.places,
            "hash": self.hash(path),
            "diagnostics": self.check(path, writer.text()),
        }

    def check(self, path, text):
        found = []
        for row, line in enumerate(text.split("\n"), 1):
            if "kyes" in line:
                found.append(
                    {
                        "path": path,
                        "line": row,
                        "column": line.index("kyes") + 1,
                        "severity": "error",
                        "message": "there is no port `kyes`; did you mean `keys`?",
                    }
                )
        return found

    def edit(self, path, operations, tag):
        if tag != self.hash(path):
            raise Refusal(412, "changed", "somebody else has edited this file", file=self.file(path))
        before, tree = copy.deepcopy(self.files), copy.deepcopy(self.files[path])
        for one in operations:
            self.operate(tree, one)
        self.undo.append(before)
        self.files[path] = tree

    @staticmethod
    def operate(tree, one):
        node, last = tree, one["at"][-1]
        for key in one["at"][:-1]:
            node = node.setdefault(key, {}) if isinstance(node, dict) else node[key]
        if one["op"] == "remove":
            node.pop(last)
        elif one["op"] == "insert" and isinstance(node, list):
            node.insert(last, one["value"])
        elif one["op"] == "move":
            node.insert(one["value"], node.pop(last))
        else:
            node[last] = one["value"]

    def drafts(self):
        return [path for path in self.files if self.files[path] != self.saved.get(path)]

    # State.

    def brief(self, name):
        found = self.presets().get(name)
        return found and {key: found[1][key] for key in ("name", "number", "colour") if key in found[1]}

    def state(self):
        box, (path, preset) = self.files["box.yaml"], self.presets()[self.running]
        songs = box["setlist"].get(self.setlist, [])
        parts = preset.get("parts", [])
        other = lambda step: self.brief(songs[(self.place - 1 + step) % len(songs)]) if songs else None
        is_changed = bool(self.drafts()) or any(self.hand.values())
        whole = {
            "revision": self.revision,
            "box": {
                "name": box["name"],
                "version": "0.1.0",
                "board": "raspberry-pi",
                "noteNames": box["note-names"],
                "middleC": box["middle-c"],
                "chordWindow": 30,
                "simulated": True,
            },
            "preset": {**self.brief(self.running), "changed": is_changed, "previous": other(-1), "next": other(1)},
            "setlist": {"name": self.setlist, "place": self.place, "of": len(songs), "names": list(box["setlist"])},
            "setlists": box["setlist"],
            "presets": [
                {
                    **self.brief(name),
                    "file": file,
                    "routings": len(tree["routings"]),
                    "parts": len(tree.get("parts", [])),
                    **({"tempo": tree["tempo"]} if "tempo" in tree else {}),
                }
                for name, (file, tree) in self.presets().items()
            ],
            "display": {"columns": 16, "rows": 2, "lines": self.lines(preset, is_changed), "lit": True},
            "status": {"text": self.status[0], "kind": "fault" if self.status[0] == "PANIC" else "info"},
            "clock": self.clock,
            "transpose": self.transpose,
            "variables": self.variables,
            "routings": [
                {
                    "name": one["name"],
                    "mute": self.hand.get(("mute", one["name"]), False),
                    "bypass": self.hand.get(("bypass", one["name"]), False),
                    "blocked": one["name"] == "Strings" and int(self.at / LENGTH) % 2 == 1,
                }
                for one in preset["routings"]
            ],
            "switches": self.switches,
            "pedals": [{"number": 1, "value": 0.42}],
            "tilt": {"sensor": "ok", "x": 7, "y": -7, "range": {"x": [-20, 35], "y": [-90, 90]}},
            "held": list(self.held.values()),
            "sounding": 2 * len(self.held),
            "ports": self.ports,
            "counters": self.counts,
            "draft": {"files": self.drafts(), "undo": len(self.undo), "revision": len(self.undo)},
            "faults": self.faults,
        }
        if parts:
            whole["preset"]["part"] = {
                "name": parts[self.part % len(parts)]["name"],
                "place": self.part % len(parts) + 1,
                "of": len(parts),
            }
        return json.loads(json.dumps(whole))

    def lines(self, preset, is_changed):
        parts = preset.get("parts")
        name = "%.5s/%s" % (preset["name"], parts[self.part % len(parts)]["name"]) if parts else preset["name"]
        sign = {"running": ">", "paused": "|", "stopped": "."}[self.clock["state"]]
        return [
            "%3s %-11.11s%s" % (preset.get("number", "---"), name, "*" if is_changed else " "),
            "%5.1f %s%s %7s" % (self.clock["tempo"], sign, "o" if self.clock["beat"] else " ", self.status[0]),
        ]

    # What happens by itself.

    def advance(self):
        """Plays what is due. Times are milliseconds since the beginning, or stay where `still` says."""
        now = self.still if self.still is not None else (time.monotonic() - self.began) * 1000
        while EVENTS and EVENTS[self.played % len(EVENTS)][0] + self.played // len(EVENTS) * LENGTH <= now:
            at, data = EVENTS[self.played % len(EVENTS)]
            at += self.played // len(EVENTS) * LENGTH
            self.played += 1
            self.receive("keys", data, at)
        self.at = now
        beat = 60000 / self.clock["tempo"]
        self.clock["beat"] = self.clock["state"] == "running" and now % beat < beat / 4
        if self.status[1] <= now:
            self.status = ("", 0)

    def receive(self, port, data, at):
        self.counts["received"] += 1
        self.count(port, "in")
        self.messages.append([at, "in", port, data, None, None])
        kind, note = data[0] >> 4, data[1] if len(data) > 1 else 0
        if kind == 9 and data[2]:
            self.held[note] = {
                "port": port,
                "channel": (data[0] & 15) + 1,
                "note": note,
                "velocity": data[2],
                "time": at,
            }
        elif kind in (8, 9):
            self.held.pop(note, None)
        for one in self.presets()[self.running][1]["routings"]:
            self.route(one, port, data, at)

    def route(self, routing, port, data, at):
        """Not the rules of the box: enough that each kind of line is seen."""
        name, low = routing["name"], data[1] < 60
        if "motion" in routing["from"]:
            return
        reason = None
        if self.hand.get(("mute", name)):
            reason = "muted"
        elif data[0] >> 4 in (8, 9) and low != (name == "Bass split"):
            reason = "outside its notes"
        elif data[0] >> 4 == 11 and name == "Bass split":
            reason = "controllers filtered"
        if reason:
            return self.messages.append([at, "why", port, data, name, reason])
        to = routing["to"][0] if routing["to"][0] != "any" else "din"
        self.counts["sent"] += 1
        self.count(to, "out")
        note = [data[1] - 12] if name == "Bass split" else [data[1]]
        self.messages.append([at, "out", to, [data[0] | (routing.get("channel", 1) - 1)] + note + data[2:], name, None])

    def count(self, alias, way):
        for port in self.ports:
            if port["alias"] == alias:
                port[way] = port.get(way, 0) + 1

    # What is asked for.

    def load(self, name):
        found = next(
            (tree["name"] for _, tree in self.presets().values() if name in (tree["name"], str(tree.get("number")))),
            None,
        )
        if found is None:
            raise Refusal(409, "no-such-preset", "no preset is called `%s`" % name)
        self.running, self.part, self.hand = found, 0, {}
        self.clock["tempo"] = self.presets()[found][1].get("tempo", self.clock["tempo"])

    def do(self, line):
        word, *rest = shlex.split(line)
        songs = self.files["box.yaml"]["setlist"][self.setlist]
        if word in STEPS:
            self.place = (self.place - 1 + STEPS[word]) % len(songs) + 1
            self.load(songs[self.place - 1])
        elif word == "load":
            self.load(rest[0])
            self.place = songs.index(self.running) + 1 if self.running in songs else self.place
        elif word in ("next-part", "previous-part"):
            self.part += 1 if word == "next-part" else -1
        elif word == "tempo":
            step = rest[0][0] in "+-"
            self.clock["tempo"] = min(300, max(20, float(rest[0]) + (self.clock["tempo"] if step else 0)))
        elif word in ("start", "stop", "pause", "continue"):
            self.clock["state"] = {"start": "running", "stop": "stopped", "pause": "paused", "continue": "running"}[
                word
            ]
        elif word in ("toggle-mute", "toggle-bypass"):
            key = (word[7:], rest[0])
            self.hand[key] = not self.hand.get(key, False)
        elif word == "panic":
            self.held.clear()
            self.status = ("PANIC", self.at + 2000)
        elif word == "save":
            self.saved, self.undo, self.hand = copy.deepcopy(self.files), [], {}
            self.status = ("SAVED", self.at + 2000)
        elif word == "undo" and self.undo:
            self.files = self.undo.pop()
        elif word == "revert":
            self.files, self.undo, self.hand = copy.deepcopy(self.saved), [], {}
        elif word == "switch":
            one = next(one for one in self.switches if one["name"] == rest[0])
            one["down"] = rest[1] == "down"
            if one["down"] and rest[0] in "AB":
                self.do("next" if rest[0] == "A" else "previous")
        elif word == "play":
            self.receive(rest[0], [int(byte, 16) for byte in rest[1:]], self.at)
        elif word == "transpose":
            self.transpose += int(rest[0])
        elif word in self.variables:
            self.variables[word] = min(2, max(0, self.variables[word] + int(rest[0])))
        elif word not in ("tap", "send", "led", "undo"):
            raise Refusal(400, "unknown-word", "'%s' is no action" % word)
