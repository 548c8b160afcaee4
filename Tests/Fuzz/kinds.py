"""What the released program is given, and what it may do with it."""

import os
import pathlib
import re
import resource
import shutil
import socket
import subprocess
import tempfile

import common.box
from common.folders import write
from common.waiting import PATIENCE

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE / "corpus"
# Foundation keeps some memory to the end, so leaks are not looked for. The others make twice as many inputs possible;
# who looks for where memory was freed sets ASAN_OPTIONS.
SANITIZER = "detect_leaks=0:malloc_context_size=0:max_malloc_fill_size=0:quarantine_size_mb=16"
# Bytes of addresses that a program may have.
MEMORY = 1 << 30

BOX = b"""treadle: 1
name: Fuzz
start-preset: last
ports: { keys: { virtual: in }, module: { virtual: out }, phone: { bluetooth: "*", buffer: 18 ms } }
footswitches: { A: { line: "gpiochip0:17" } }
setlist: { Friday: [A] }
"""
PRESET = b"""name: A
number: 1
routings: [{ name: Split, from: [keys, phone], to: [module, phone] }]
"""


def marks_of_a_fault(said):
    """Whether text of a program tells of a trap, or of what a sanitizer found."""
    return any(mark in said for mark in [b"Fatal error", b"AddressSanitizer", b"runtime error:"])


def inputs(kind):
    return [path.read_bytes() for path in sorted((CORPUS / kind).iterdir())]


def is_gone(process):
    """Whether a process has ended."""
    try:
        return pathlib.Path("/proc/%d/stat" % process).read_text().rpartition(")")[2].split()[0] in "ZX"
    except OSError:
        return True


class Surroundings:
    """A folder with a configuration in `box`, and beside it what belongs to somebody else. parent: where it is made."""

    def __init__(self, parent=None):
        self.parent = parent

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="treadle-shipped-", dir=self.parent))
        self.box = self.folder / "box"
        write(self.folder, {"home/.profile": "PATH=/bin\n", "outside.yaml": "name: Secret\n"})
        self.renew()
        self.others = self.contents()
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def renew(self):
        shutil.rmtree(self.box, ignore_errors=True)
        write(self.box, {"box.yaml": BOX, "presets/a.yaml": PRESET})

    def refill(self):
        """The same for a box that runs, which has the folder open."""
        for path in self.box.rglob("*"):
            if path.is_file() and not path.name.startswith("."):
                path.unlink(missing_ok=True)
        write(self.box, {"box.yaml": BOX, "presets/a.yaml": PRESET})

    def forbidden(self):
        """Names of files that the program must not change."""
        return [name.encode() for name in ["../outside.yaml", "../../outside.yaml", "../home/.profile",
                                           str(self.folder / "outside.yaml"), str(self.folder / "home" / ".profile")]]

    def contents(self):
        """Every file outside of the folder, with what it holds."""
        found = {}
        for path in sorted(self.folder.rglob("*")):
            if self.box not in [path, *path.parents]:
                found[path] = path.read_bytes() if path.is_file() else None
        return found

    def changed(self, may_change):
        """Names the files that the program changed and may not; empty if all is well."""
        now = self.contents()
        outside = [str(path) for path in {*now, *self.others} if now.get(path, 0) != self.others.get(path, 0)]
        inside = [path.relative_to(self.box).as_posix() for path in self.box.rglob("*") if path.is_file()]
        return ", ".join(outside + [name for name in inside if not may_change(name)])


def environment(around):
    """What the program finds around it."""
    return {"HOME": str(around.folder / "home"), "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", SANITIZER)}


class Kind:
    """A command with one file as input."""

    name = ""
    # The exit statuses that bad input may have: docs/reference/COMMANDS.md.
    statuses = {0, 1}

    def __init__(self, binary, around):
        self.binary, self.around, self.count = binary, around, 0
        self.path = around.box / "input"

    def corpus(self):
        return inputs(self.name)

    def commands(self):
        """The commands of an input, one of which is tried with it."""
        raise NotImplementedError

    def may_change(self, name):
        return name in ("box.yaml", "presets/a.yaml", "input", "out.mid", "out.midi2", "out.txt")

    def put(self, text):
        self.path.write_bytes(text)

    def take(self, text):
        """What is wrong with what the program did; empty if all is well."""
        self.put(text)
        commands = self.commands()
        self.count += 1
        return self.run([self.binary, *commands[self.count % len(commands)]])

    def end(self):
        return ""

    def limits(self):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    def run(self, command):
        try:
            done = subprocess.run(command, capture_output=True, cwd=self.around.box, env=environment(self.around), timeout=PATIENCE,
                                  preexec_fn=self.limits, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return "%s takes more than %d s" % (" ".join(command[1:]), PATIENCE)
        if done.returncode not in self.statuses or marks_of_a_fault(done.stderr):
            return "%s ends with %d: %s" % (" ".join(command[1:]), done.returncode, done.stderr[-300:].decode(errors="replace"))
        return ""


class Check(Kind):
    name = "configuration"

    def corpus(self):
        return [*inputs("configuration"), *inputs("set"), BOX]

    def put(self, text):
        self.path = self.around.box / ("box.yaml" if self.count % 2 else "presets/a.yaml")
        self.around.renew()
        self.path.write_bytes(text)

    def commands(self):
        return [["check", "."], ["check", "--json", "."], ["check", "."]]


class Render(Kind):
    name = "script"

    def commands(self):
        shown = ["--why", "--display", "--leds", "--wire", "--packets"]
        return [["render", "box.yaml", "input"], ["render", *shown, "box.yaml", "input"]]


class Song(Kind):
    name = "song"

    def corpus(self):
        return inputs("smf") + inputs("clip")

    def commands(self):
        return [["smf", "--list", "input"], ["smf", "-o", "out.mid", "input"], ["smf", "-o", "out.midi2", "input"]]


class List(Kind):
    name = "list"

    def commands(self):
        return [["list", "--plot", "input"], ["list", "--notes", "-o", "out.txt", "input"], ["list", "--in", "14", "input"]]


class Translate(Kind):
    name = "translate"

    def corpus(self):
        return [b"90 3C 64 80 3C 40 F0 7E 7F 09 01 F7\n", b"40903C00 C1230000 20903C64\n", *inputs("stream")]

    def commands(self):
        forms = ["bytes", "ump", "ump2"]
        return [["translate", *more, "--from", a, "--to", b, "input"]
                for a in forms for b in forms if a != b for more in ([], ["--chunks"])]


class Archive(Kind):
    name = "archive"

    def put(self, text):
        self.around.renew()
        self.path.write_bytes(text)

    def commands(self):
        return [["restore", "input", "."]]

    def may_change(self, name):
        """An archive of a configuration may hold any file of its folder."""
        return True


class Update(Kind):
    name, statuses = "update", {0, 1, 3}

    def corpus(self):
        header = b"TREADLE UPDATE 1" + b"raspberry-pi".ljust(32, b"\0") + b"9.9.9".ljust(32, b"\0") + (512).to_bytes(8, "little")
        signature = b"untrusted comment: x\nRU" + b"A" * 98 + b"\ntrusted comment: x\n" + b"A" * 86 + b"==\n"
        return [header.ljust(512, b"\0") + bytes(512) + signature]

    def commands(self):
        return [["update", "--check", "--keys", ".", "input"], ["update", "--check", "input"]]


class Start(Kind):
    """A folder with what a box keeps in it, from somebody else (M12, P6)."""

    name = "start"
    KEPT = [".treadle-edit", ".last-preset", ".last-tempo", ".last-setlist", ".last-light",
            ".last-variables"]

    def corpus(self):
        old = PRESET.decode()
        new = old.replace("Split", "Whole")
        edits = ["treadle edit 1\n%s\n%d %d\n%s%s" % (name, len(was), len(is_now), was, is_now) for name, was, is_now in [
            ("presets/a.yaml", old, new), ("../outside.yaml", "name: Secret\n", "x"), ("../home/.profile", "PATH=/bin\n", "x")]]
        return [text.encode() for text in edits] + inputs("last")

    def put(self, text):
        self.around.renew()
        self.kept = self.KEPT[self.count % len(self.KEPT)]
        for name in self.KEPT:
            if name != self.kept and self.count % 3 == 0:
                (self.around.box / name).symlink_to("../home/.profile")
        if text.startswith(b"treadle edit"):
            self.kept = self.KEPT[0]
        path = self.around.box / self.kept
        path.unlink(missing_ok=True)
        path.write_bytes(text)

    def may_change(self, name):
        return name in ("box.yaml", "presets/a.yaml", "presets/a.yaml.before", "box.yaml.before") or name in self.KEPT

    def take(self, text):
        self.put(text)
        self.count += 1
        box = Running(self.binary, self.around)
        box.ask(["do load A", "do tempo 99", "do setlist Friday", "status"])
        # An edit may leave a configuration that has errors.
        return box.end({0, 1} if self.kept == self.KEPT[0] else {0})


class Requests(Kind):
    """Requests that a running box performs."""

    name = "requests"

    def __init__(self, binary, around):
        super().__init__(binary, around)
        self.box = Running(binary, around)

    def corpus(self):
        actions = ["load A", "next", "previous", "mute Split", "toggle-bypass Split", "save", "undo", "revert", "tempo 90", "tap",
                   "start", "stop", "led A blink", "panic", "setlist Friday", "next-part", 'send "module" program 3']
        lines = ["do " + action for action in actions] + ["tilt x", "pedal 1", "pedal end", "recorder save", "setlists", "ports"]
        lines += ["switch A down", "switch A up"]
        return inputs("control") + ["\n".join(lines[start:start + 8]).encode() for start in range(0, len(lines), 8)]

    def take(self, text):
        answered = self.box.ask([line for line in text.split(b"\n") if not line.startswith(b"watch")])
        return "" if answered else "the box answers no more: " + self.box.end()

    def end(self):
        return self.box.end()

    def may_change(self, name):
        # The box goes on: what it is saving stands beside the file that it will replace.
        name = re.sub(r"(^|/)\.([^/]+)\.saving$", r"\1\2", name)
        saved = list(self.around.box.glob("recorder-*.txt"))
        if name.startswith("recorder-"):
            return len(saved) <= 16
        return name in ("box.yaml", "presets/a.yaml") or name.startswith(".last-") or name.endswith(".before")


class Running(common.box.Box):
    """A running box without hardware. words: more options. kept: a folder for what it keeps, and for its socket."""

    def __init__(self, binary, around, *words, kept=None):
        found = {"XDG_STATE_HOME": kept + "/state", "XDG_RUNTIME_DIR": kept} if kept else {}
        super().__init__(binary, ".", "--simulate", *words, cwd=around.box, socket=kept and kept + "/box",
                         env={**environment(around), **found})

    def ask(self, lines):
        """Sends requests. Returns whether the box answers them all, and lives on."""
        if not self.is_ready():
            return False
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            try:
                connection.connect(self.socket)
                for line in lines:
                    connection.sendall((line if isinstance(line, bytes) else line.encode()) + b"\n")
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(65536):
                    pass
            except ConnectionError:
                pass
            except TimeoutError:
                return False
        return self.is_alive()

    def end(self, statuses=frozenset({0})):
        """Ends the box. Returns what is wrong with how it ends; empty if all is well."""
        status = super().end()
        said = "\n".join(self.said.seen)
        if status not in statuses or marks_of_a_fault(said.encode()):
            return "the box ends with %d: %s" % (status, said[-300:])
        return ""


ALL = [Check, Render, Song, List, Translate, Archive, Update, Start, Requests]
