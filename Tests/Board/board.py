"""The emulated board: boots the test image, runs shell commands inside, plays its DIN sockets."""

import base64
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time

import archive
from common.project import ROOT
from common.waiting import PATIENCE, until
from emulated import BoardError, Emulated

BUILT = ROOT / "build" / "qemu-aarch64"


class Board(Emulated):
    """One boot of the emulated board.

    files: path -> content, added to the image (a value may be (content, True) for an executable file).
    prepare: shell commands that run before process 1 becomes the box, for hardware that exists from the start.
    append: added to the kernel's command line. cmdline: instead of the board's command line. arguments: added to the emulator's.
    seed: makes the board's time deterministic, one instruction one nanosecond; each number gives another timing.
    IMAGES: the archives of its root, of which later ones go over earlier ones.
    """

    IMAGES = [BUILT / "test-initramfs.cpio"]

    def __init__(self, files=None, prepare=None, append="", arguments=(), seed=None, boot_timeout=PATIENCE, cmdline=None):
        self.started = time.monotonic()
        self._folder = tempfile.TemporaryDirectory(prefix="treadle-board-")
        self._buffer = b""
        self._count = 0
        files = dict(files or {})
        if prepare is not None:
            files["etc/treadle/prepare"] = prepare
            append += " rdinit=/etc/treadle/first"
        if seed is not None:
            arguments = [
                "-seed", str(seed), "-icount", "shift=0,sleep=off", "-rtc", "base=2026-01-01,clock=vm", *arguments
            ]
        try:
            self._start(files, append, list(arguments), cmdline)
            self._expect(b"ready\n", boot_timeout)
        except BaseException:
            self.close()
            raise
        self.boot_seconds = time.monotonic() - self.started

    def sh(self, command, timeout=PATIENCE):
        """Runs a command in a new shell on the board. Returns its status and its output, including errors."""
        self._count += 1
        mark = "--%d--" % self._count
        text = base64.b64encode(command.encode()).decode()
        line = 'sh -c "$(echo %s | base64 -d)" </dev/null 2>&1; echo "%s$?"\n' % (text, mark)
        self._shell.settimeout(timeout)
        self._shell.sendall(line.encode())
        output = self._expect(mark.encode(), timeout)
        status = self._expect(b"\n", timeout)
        return int(status), output.decode(errors="replace")

    def run(self, command, timeout=PATIENCE):
        """Runs a command that must succeed. Returns its output without the last line feed."""
        status, output = self.sh(command, timeout)
        if status != 0:
            raise BoardError("status %d from: %s\n%s" % (status, command, output))
        return output.rstrip("\n")

    def wait(self, command):
        """Repeats a command until it succeeds. Returns its output."""
        status, output = until(lambda: self.sh(command), lambda answer: answer[0] == 0, pause=0.05)
        if status != 0:
            raise BoardError("never succeeded: %s\n%s%s" % (command, output, self.tail()))
        return output.rstrip("\n")

    def cut_power(self):
        """Also kills what has started the emulator."""
        if self._process and self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def _start(self, files, append, arguments, cmdline):
        initrd = pathlib.Path(self._folder.name) / "initrd"
        image = b"".join(path.read_bytes() for path in self.IMAGES)
        contents = {path: value if isinstance(value, tuple) else (value, False) for path, value in files.items()}
        initrd.write_bytes(image + bytes(-len(image) % 4) + archive.pack(contents))
        self._shell, shell = socket.socketpair()
        self.din, din = socket.socketpair()
        self._open = [self._shell, self.din]
        environment = dict(
            os.environ, INITRD=str(initrd), APPEND=append, DIN="socket,fd=%d" % din.fileno(),
            CONSOLE="-display none -monitor none -serial stdio")
        if cmdline is not None:
            environment["CMDLINE"] = cmdline
        command = [  # Ends with the test process, even if that is killed, because the emulator uses a whole processor.
            "setpriv", "--pdeathsig", "KILL", str(ROOT / "Board/qemu-aarch64/start"), "-device", "virtio-serial-pci",
            "-chardev", "socket,id=shell,fd=%d" % shell.fileno(),
            "-device", "virtserialport,chardev=shell,name=treadle.test", *arguments
        ]
        self._process = subprocess.Popen(
            command, env=environment, pass_fds=(shell.fileno(), din.fileno()), start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        shell.close()
        din.close()
        self._listen()

    def _expect(self, mark, timeout):
        """Waits for a mark; returns the shell's output before it."""
        until = time.monotonic() + timeout
        while mark not in self._buffer:
            self._shell.settimeout(max(until - time.monotonic(), 0.001))
            try:
                chunk = self._shell.recv(65536)
            except (TimeoutError, ConnectionResetError) as error:
                raise BoardError("no answer within %g s%s" % (timeout, self.tail())) from error
            if not chunk:
                raise BoardError("the emulator ended" + self.tail())
            self._buffer += chunk
        before, _, self._buffer = self._buffer.partition(mark)
        return before
