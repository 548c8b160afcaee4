"""Bad input: each must be refused with its limit's name and status 1, within 64 MB and a second of processor time."""

import os
import select
import signal
import time

HEAD = "treadle: 1\nports: { k: { match: k }, o: { match: o } }\n"
# Limits: MB (1e6 bytes) of resident memory, seconds of processor time, and seconds until a program is killed.
MEMORY, SECONDS, PATIENCE = 64, 1, 60

LAUGHS = "a0: &a0 [%s]\n" % ("x, " * 10) + "".join(
    "a%d: &a%d [%s]\n" % (level, level, "*a%d, " % (level - 1) * 10) for level in range(1, 10))
CIRCLE = ", ".join("p%d" % number for number in range(256))


def repeat(text, count, before="", after=""):
    """Pieces of a long text. This process must stay small: its memory counts for its children (getrusage(2))."""
    yield before
    for _ in range(count // 1000):
        yield text * 1000
    yield text * (count % 1000) + after


# Name, words that standard error must contain, and the text of a box file.
BOXES = [
    ("aliases of aliases", "`aliasedValues`", lambda: [LAUGHS]),
    ("a million aliases", "`values`", lambda: repeat("*a,", 1_000_000, "a: &a 1\nb: [", "]")),
    ("100,000 %TAG lines", "`directives`", lambda: ("%%TAG !t%d! tag:x\n" % number for number in range(100_000))),
    ("1,000 levels", "`levels`", lambda: repeat("[", 1000)),
    ("1,000 levels of blocks", "`levels`", lambda: ("%sa:\n" % (" " * level) for level in range(1000))),
    ("a value of 4 MB", "`valueBytes`", lambda: repeat("x", 4_000_000, "name: ")),
    ("a quoted value of 4 MB", "`valueBytes`", lambda: repeat("x ", 2_000_000, 'name: "', '"')),
    ("2,000,000 values", "`values`", lambda: repeat("1,", 2_000_000, "a: [", "]")),
    ("90,000 unknown keys", "and 89900 more", lambda: [HEAD, *("k%d: 1\n" % number for number in range(90_000))]),
    ("256 presets that insert each other", "`insert` goes in a circle",
     lambda: [HEAD, "presets:\n", *("- { name: p%d, insert: [%s] }\n" % (number, CIRCLE) for number in range(256))]),
]
# Name, words that standard error must contain, and the text of a script for `render`.
SCRIPTS = [
    ("a script of 8,000,000 bad lines", "no lines behind these errors are read", lambda: repeat("x\n", 8_000_000)),
    ("a script of one line of 2 MB", "`lineBytes`", lambda: repeat("0 ", 1_000_000)),
    ("a script of 16,000,000 empty lines and a bad one", ": error: ", lambda: repeat("\n", 16_000_000, "", "x")),
]


def write(path, pieces):
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "w", encoding="ascii") as file:
        for piece in pieces:
            file.write(piece)


def sparse(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.truncate(path, 100_000_000)


def cases(folder):
    """Name, words that standard error must contain, arguments, and path of standard input."""
    for number, (name, says, text) in enumerate(BOXES):
        write(folder / ("box-%d" % number) / "box.yaml", text())
        yield name, says, ["check", folder / ("box-%d" % number)], os.devnull
    sparse(folder / "long" / "box.yaml")
    yield "a box file of 100 MB", "`fileBytes`", ["check", folder / "long"], os.devnull
    for name, says, make in [
        ("a preset of 100 MB", "`fileBytes`", sparse),
        ("a FIFO as a preset", "it is not a file", os.mkfifo),
        ("/dev/zero as a preset", "it is not a file", lambda path: path.symlink_to("/dev/zero")),
    ]:
        box = folder / name.replace("/", "-")
        write(box / "box.yaml", [HEAD])
        (box / "presets").mkdir()
        make(box / "presets" / "a.yaml")
        yield name, says, ["check", box], os.devnull
    write(folder / "good" / "box.yaml", [HEAD])
    for number, (name, says, text) in enumerate(SCRIPTS):
        path = folder / ("script-%d" % number)
        write(path, text())
        yield name, says, ["render", folder / "good", path], os.devnull
    for path in [folder / "long" / "box.yaml", "/dev/zero"]:
        yield "%s as a script" % path, "`fileBytes`", ["render", folder / "good", path], os.devnull
        yield "%s as a list" % path, "`fileBytes`", ["list", path], os.devnull
        yield "%s as a song" % path, "`fileBytes`", ["smf", path, "k"], os.devnull
        yield "%s to translate" % path, "`fileBytes`", ["translate", "--from", "bytes", "--to", "ump"], path


def song(path):
    """Writes a Standard MIDI File with one SysEx of 8 MB."""
    data = 8_000_000
    length = bytes((data + 1 >> shift & 0x7F) | (0x80 if shift else 0) for shift in (21, 14, 7, 0))
    event = b"\0\xF0" + length
    with open(path, "wb") as file:
        file.write(b"MThd\0\0\0\6\0\0\0\1\0\x60MTrk" + (len(event) + data + 5).to_bytes(4, "big") + event)
        for _ in range(data // 1000):
            file.write(bytes(range(100)) * 10)
        file.write(b"\xF7\0\xFF\x2F\0")


def measure_song(binary, folder):
    """The same limits hold for listing a song with a long SysEx."""
    song(folder / "long.mid")
    status, errors, usage = run(binary, ["smf", "--list", folder / "long.mid"], os.devnull)
    yield "status of listing a SysEx of 8 MB, %r" % errors[:120], status, 0
    yield "resident while a SysEx of 8 MB is listed, MB", usage.ru_maxrss * 1024 / 1e6, MEMORY
    yield "processor time in which a SysEx of 8 MB is listed, s", usage.ru_utime + usage.ru_stime, SECONDS


def run(binary, arguments, standard_input):
    """Status, standard error and resource usage. Kills a program that does not end in time."""
    output, errors = os.pipe()
    words = [binary, *map(str, arguments)]
    child = os.posix_spawn(binary, words, os.environ, file_actions=[
        (os.POSIX_SPAWN_OPEN, 0, str(standard_input), os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0), (os.POSIX_SPAWN_DUP2, errors, 2)])
    os.close(errors)
    text, until = b"", time.monotonic() + PATIENCE
    while select.select([output], [], [], max(0, until - time.monotonic()))[0] and (chunk := os.read(output, 65536)):
        text += chunk
    if time.monotonic() >= until:
        os.kill(child, signal.SIGKILL)
    os.close(output)
    _, status, usage = os.wait4(child, 0)
    return os.waitstatus_to_exitcode(status), text.decode(errors="replace"), usage


def measure(binary, folder):
    """The measured values: name, value, limit."""
    most, longest = 0, 0
    for name, says, arguments, standard_input in cases(folder):
        status, errors, usage = run(binary, arguments, standard_input)
        memory, seconds = usage.ru_maxrss * 1024 / 1e6, usage.ru_utime + usage.ru_stime
        good = status == 1 and says in errors and memory <= MEMORY and seconds <= SECONDS
        if not good:
            shown = (name, status, errors[:120], memory, seconds)
            yield "%s: status %d, %r, %.0f MB, %.2f s" % shown, 1, 0
        most, longest = max(most, memory), max(longest, seconds)
    yield "resident while bad input is refused, MB", most, MEMORY
    yield "processor time in which bad input is refused, s", longest, SECONDS
