"""What the documents show of a running box: the monitor, the socket's lines and the flight recorder, held against a box
between two pseudo-terminals, and the monitor's lines against the socket's as they stand there."""
import contextlib
import os
import pty
import re
import socket
import subprocess
import tempfile
import tty

import common.box
from common.folders import write
from common.project import run
from common.talk import Talk
from common.waiting import PATIENCE, until
from examples import COMMANDS, blocks

BOX = """treadle: 1
name: Stage board
ports: {{ keys: {{ uart: "{keys}", direction: in }}, out: {{ uart: "{out}", direction: out }} }}
clock: {{ send-when-stopped: false }}
presets:
- name: Verse
  number: 1
  routings:
  - {{ name: Bass split, from: [keys], to: [out], restrict: {{ notes: C-1..B3 }}, notes: {{ shift: 12 }}, channel: 3 }}
  - {{ name: Piano, from: [keys], to: [out], restrict: {{ notes: C4..G9 }} }}
"""
# A key of the left hand, and its end.
BASS, BASS_END = "90 30 50", "80 30 40"


def listing(first):
    """The lines of the block of COMMANDS in which a line begins so, without what explains them."""
    block = next(block for block in blocks(COMMANDS) if re.search(r"^" + first, block, re.M))
    return [re.split(r"(?<=\S)\s{3,}", line)[0] for line in block.split("\n") if line and not line.startswith("     ")]


def timeless(line):
    """A line whose times, and what a state holds, are those of every other evening."""
    line = re.sub(r"^((?:# )?(?:Length )?)\d+\.\d+", r"\1TIME", line)
    line = re.sub(r"^(in|out|why) \d+", r"\1 TIME", line)
    line = re.sub(r"^files .*", "files FILE", line)
    line = re.sub(r"(@resume \S+) \w+ \d+ \d+ ", r"\1 LAYOUT WORDS CLOCK ", line)
    return re.sub(r".*@state.*|^…$", "STATE", line)


def alike(shown, printed):
    """The faults of a listing: where it is not what is printed, but for times."""
    both = []
    for lines in (shown, printed):
        lines = [timeless(line) for line in lines]
        both.append([line for index, line in enumerate(lines) if line != "STATE" or lines[index - 1] != "STATE"])
    return [] if both[0] == both[1] else ["shows\n%s\nand the program prints\n%s" % tuple("\n".join(x) for x in both)]


class Box(common.box.Box):
    """`treadle run` between two pseudo-terminals."""

    def __init__(self, binary, folder):
        self.ends = [pty.openpty() for _ in range(2)]
        for _, end in self.ends:
            tty.setraw(end)
        keys, out = (os.ttyname(end) for _, end in self.ends)
        write(folder, {"box.yaml": BOX.format(keys=keys, out=out)})
        super().__init__(binary, os.path.join(folder, "box.yaml"), "--no-realtime")
        if not all(self.said.wait(line) for line in ["keys: in at", "out: out at"]):
            raise RuntimeError("the box ended: %s" % self.said.seen)

    def play(self, text):
        """Bytes of the keyboard."""
        os.write(self.ends[0][0], bytes.fromhex(text))

    def end(self):
        super().end()
        for end in sum(map(list, self.ends), []):
            os.close(end)


def is_recorded(message, lines):
    """Whether a message was out before a recording was asked for."""
    places = [index for index, line in enumerate(lines) if message in line]
    return bool(places) and any(line.endswith(" end") for line in lines[places[0]:])


# Requests of what the box of the test has not.
NEEDING = ("tilt", "pedal", "switch", "web", "backup", "bluetooth")


def await_recording(talk, is_good):
    if not until(lambda: is_good(talk.ask("recorder"))):
        raise RuntimeError("the recorder holds %s" % talk.ask("recorder"))


def box_lines(binary, folder):
    """What a box says: the beginning, the answers, what is watched, the recording."""
    shown = listing("treadle 1$")
    requests, watched = listing("send 1 "), listing("in \\d+ ")
    recorded = listing("# Treadle ")
    with Box(binary, folder) as box, contextlib.closing(Talk(box.socket)) as talk, \
            contextlib.closing(Talk(box.socket)) as watch:
        yield "the beginning of the socket", alike(shown, talk.greeting)
        # A recording begins where the box has been quiet.
        await_recording(talk, lambda lines: any("@resume" in line for line in lines))
        watch.ask("watch")
        box.play(BASS)
        yield "what is watched", alike(watched[:3], [watch.lines.readline().rstrip("\n") for _ in range(3)])
        # On a wire a message is out when its last byte is: later than it was written.
        await_recording(talk, lambda lines: is_recorded("92 3C", lines))
        box.play(BASS_END)
        await_recording(talk, lambda lines: is_recorded("82 3C", lines))
        text = run(binary, "recorder", "--socket", box.socket, timeout=PATIENCE).stdout
        # The ports may have come before or after the moment with which it begins.
        lines = [line for line in text.strip().split("\n") if " @came " not in line]
        yield "the recording", alike(recorded, lines)
        for request in requests:
            answer = talk.ask(request)[-1]
            right = answer.startswith("ok") or request.startswith(NEEDING) and re.search(
                "no tilt|sensor|no pedal|not read|no footswitch|no page|no Bluetooth", answer)
            yield "`%s`" % request, [] if right else ["is answered with " + answer]


def monitor_lines(binary, folder):
    """What the monitor shows of the socket's lines and of a chord."""
    path = os.path.join(folder, "told")
    server = socket.socket(socket.AF_UNIX)
    server.settimeout(PATIENCE)
    server.bind(path)
    server.listen()
    monitor = subprocess.Popen(
        [binary, "monitor", "--socket", path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    try:
        program, _ = server.accept()
        with server, program, program.makefile("rw", encoding="utf-8", newline="\n") as lines:
            lines.write("\n".join(listing("treadle 1$")) + "\n")
            lines.flush()
            lines.readline()
            chord = ['in 82990002000 "keys" 90 %s 50' % key for key in ["3C", "40", "45"]]
            lines.write("\n".join(["ok"] + listing("in \\d+ ") + chord) + "\n")
        printed = monitor.communicate(timeout=PATIENCE)[0].rstrip("\n").split("\n")
    finally:
        monitor.kill()
        monitor.wait()
    for said in ["footswitches > switch A long = 127", "12 messages not shown"]:
        yield "`%s`" % said, [] if any(line.endswith(said) for line in printed) else ["is not in %s" % printed]
    shown = listing("[\\d.]+ keys > note")
    yield "the monitor", alike(shown, [line for line in printed if re.search("(keys|out) [<>!]", line)])


def checks(binary):
    binary = os.path.abspath(binary)
    found = []
    for check in (box_lines, monitor_lines):
        with tempfile.TemporaryDirectory(prefix="treadle-") as folder:
            try:
                found += [("%s: %s" % (COMMANDS, name), faults) for name, faults in check(binary, folder)]
            except (OSError, RuntimeError, subprocess.SubprocessError, StopIteration) as error:
                found.append(("%s: %s" % (COMMANDS, check.__name__), [repr(error)]))
    return found
