"""Runs a box with the static program, simulated or with this machine's hardware, and plays it."""

import os
import pathlib
import re
import select
import signal
import subprocess
import tempfile
import termios
import tty

ROOT = pathlib.Path(__file__).resolve().parents[2]
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


class Box:
    """A running box. simulated: it uses no hardware, and its ports are pseudo-terminals."""

    def __init__(self, binary, folder, simulated=True):
        self.socket = tempfile.TemporaryDirectory(prefix="treadle-")
        command = [binary, "run", "--socket", self.socket.name + "/socket", str(folder)]
        command += ["--simulate"] if simulated else []
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.said = b""
        # From this line on, it handles signals.
        self.line(r"^Treadle ")

    def line(self, pattern, timeout=600):
        """Waits for the next line of output that matches."""
        while True:
            while b"\n" in self.said:
                line, _, self.said = self.said.partition(b"\n")
                if match := re.search(pattern, line.decode(errors="replace")):
                    return match
            if not select.select([self.process.stdout], [], [], timeout)[0]:
                raise TimeoutError(pattern)
            chunk = os.read(self.process.stdout.fileno(), 65536)
            if not chunk:
                raise EOFError(pattern)
            self.said += chunk

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
        return [self.status(name) * 1024 / 1e6 for name in ["VmRSS", "VmHWM"]]

    def locked(self):
        """Bytes of locked memory."""
        text = pathlib.Path("/proc/%d/smaps" % self.process.pid).read_text()
        return sum(map(int, re.findall(r"^Locked:\s*(\d+)", text, re.M))) * 1024

    def status(self, name, thread=None):
        """A number from /proc/PID/status, or from that of a thread."""
        folder = pathlib.Path("/proc/%d" % self.process.pid)
        text = (folder / "task" / str(thread) / "status" if thread else folder / "status").read_text()
        return int(re.search(r"^%s:\s*(\d+)" % name, text, re.M)[1])

    def threads(self):
        """Ids of its threads in order of start: control, output, loop, and panel if there is one."""
        return sorted(int(name) for name in os.listdir("/proc/%d/task" % self.process.pid))

    def waits(self):
        """Number of times the loop has slept."""
        return self.status("voluntary_ctxt_switches", self.threads()[2])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.stdout.close()
        self.process.wait()
        self.socket.cleanup()


def play(keys, module, messages):
    """Plays notes and a modulation wheel, and waits until all come out again. messages: a multiple of BATCH."""
    notes = [24 + number % 96 for number in range(BATCH // 4)]
    sent = b"".join(bytes([0x90, note, 64, 0xB0, 1, note, 0xB0, 1, 127 - note, 0x80, note, 0]) for note in notes)
    for _ in range(messages // BATCH):
        os.write(keys, sent)
        left = len(sent)
        while left:
            if not select.select([module], [], [], 60)[0]:
                raise TimeoutError("%d bytes never came" % left)
            left -= len(os.read(module, left))
