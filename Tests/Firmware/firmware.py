"""Runs a box with the static program, simulated or with this machine's hardware, and plays it."""

import os
import re
import select
import signal
import termios
import tty

import common.box
from common.waiting import PATIENCE

BATCH = 1000

THROUGH = """treadle: 1
name: Through
ports: { keys: { virtual: in }, module: { virtual: out } }
presets:
- name: Split
  number: 1
  routings:
  - name: Low
    from: [keys]
    to: [module]
    restrict: { notes: C-1..B3 }
    notes: { shift: -12 }
    controllers: { filter: true }
    channel: 2
  - name: High
    from: [keys]
    to: [module]
    restrict: { notes: C4..G9 }
    velocity: { curve: { softness: 30 } }
    controllers: { remap: [{ from: cc modulation, to: cc 74, linear: { in: 0..127, out: 20..100 } }] }
"""


class Box(common.box.Box):
    """A running box. simulated: it uses no hardware, and its ports are pseudo-terminals."""

    def __init__(self, binary, folder, simulated=True):
        super().__init__(binary, folder, *["--simulate"] * simulated)
        # From this line on, it handles signals.
        self.line(r"^Treadle ")

    def line(self, pattern):
        """Waits for the next line of output that matches. The largest configuration takes its time."""
        return self.said.until(pattern, 600)

    def open(self, alias):
        path = self.line(r"^  %s: .* at (/dev/pts/\d+)$" % alias)[1]
        descriptor = os.open(path, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(descriptor, termios.TCSANOW)
        return descriptor

    def counters(self):
        self.process.send_signal(signal.SIGUSR1)
        text = self.line(r"^loop: (.*)")[1]
        return {name.strip(): int(value) for value, name in re.findall(r"(\d+) ([^,]*)", text)}

    def resident(self):
        """Resident memory in MB, once the loop runs: now, and the maximum so far."""
        self.counters()
        return [self.number(name) * 1024 / 1e6 for name in ["VmRSS", "VmHWM"]]

    def locked(self):
        """Bytes of locked memory."""
        return sum(map(int, re.findall(r"^Locked:\s*(\d+)", self.read("smaps"), re.M))) * 1024

    def threads(self):
        """Ids of its threads in order of start: control, output, loop, and panel if there is one."""
        return sorted(map(int, self.listed("task")))

    def waits(self):
        """Number of times the loop has slept."""
        return self.number("voluntary_ctxt_switches", "task/%d/status" % self.threads()[2])


def play(keys, module, messages):
    """Plays notes and a modulation wheel, and waits until all come out again. messages: a multiple of BATCH."""
    notes = [24 + number % 96 for number in range(BATCH // 4)]
    sent = b"".join(bytes([0x90, note, 64, 0xB0, 1, note, 0xB0, 1, 127 - note, 0x80, note, 0]) for note in notes)
    for _ in range(messages // BATCH):
        os.write(keys, sent)
        left = len(sent)
        while left:
            if not select.select([module], [], [], PATIENCE)[0]:
                raise TimeoutError("%d bytes never came" % left)
            left -= len(os.read(module, left))
