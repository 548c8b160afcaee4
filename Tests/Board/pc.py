"""An emulated PC, which starts by its own firmware from a disk, and its screen."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile

from common.waiting import PATIENCE, until
from emulated import BoardError, Emulated

OVMF = pathlib.Path("/usr/share/OVMF")


class PC(Emulated):
    """One start of a PC, whose `firmware` is bios or uefi, with the disk at a `bus`: ahci, virtio or usb."""

    BUSES = {"ahci": "ide-hd,drive=disk", "virtio": "virtio-blk-pci,drive=disk", "usb": "usb-storage,drive=disk"}

    def __init__(self, disk, firmware="bios", bus="ahci", arguments=()):
        self._folder = tempfile.TemporaryDirectory(prefix="treadle-pc-")
        self.folder = pathlib.Path(self._folder.name)
        self.firmware, self.stops = firmware, []
        try:
            self._start(disk, bus, list(arguments))
        except BaseException:
            self.close()
            raise

    def screen(self):
        """The lines of the screen in text mode, as a BIOS starts a PC."""
        self._command("pmemsave", val=0xB8000, size=4000, filename=str(self.folder / "text"))
        characters = (self.folder / "text").read_bytes()[::2].decode("cp437")
        return [characters[row * 80:][:80].replace("\0", " ").rstrip() for row in range(25)]

    def picture(self):
        """The screen as rows of pixels of three bytes."""
        self._command("screendump", filename=str(self.folder / "picture"))
        _, size, _, pixels = (self.folder / "picture").read_bytes().split(b"\n", 3)
        width = int(size.split()[0]) * 3
        return [pixels[at:at + width] for at in range(0, len(pixels), width)]

    def reads(self, words):
        """Waits until the screen, in text mode, has these words."""
        self.waits(lambda: any(words in line for line in self.screen()), "the screen never had: " + words)

    def waits(self, condition, fault):
        if not until(condition, timeout=2 * PATIENCE, pause=0.1):
            raise BoardError("%s\n%s" % (fault, self.shown()))

    def shown(self):
        """What to say of a failure: the screen, or why there is none. A PC that would have restarted stands still."""
        if self._process.poll() is not None:
            return "the emulator ended\n" + os.read(self._process.stdout.fileno(), 4096).decode()
        lines = [line for line in self.screen() if line] if self.firmware == "bios" else ["(a picture)"]
        return "\n".join([*self.stops, *lines])

    def _start(self, disk, bus, arguments):
        if self.firmware == "uefi":
            shutil.copy(OVMF / "OVMF_VARS_4M.fd", self.folder / "variables")
            flash = ["file=%s,readonly=on" % (OVMF / "OVMF_CODE_4M.fd"), "file=%s" % (self.folder / "variables")]
            arguments += [word for part in flash for word in ["-drive", "if=pflash,format=raw," + part]]
        self._monitor, monitor = socket.socketpair()
        command = [  # Ends with the test process, even if that is killed, because the emulator uses a whole processor.
            "setpriv", "--pdeathsig", "KILL", "qemu-system-x86_64", "-M", "q35", "-smp", "2", "-m", "512",
            "-action", "reboot=shutdown,shutdown=pause", "-display", "none", "-nic", "none",
            "-chardev", "socket,id=monitor,fd=%d" % monitor.fileno(), "-mon", "chardev=monitor,mode=control",
            "-device", "qemu-xhci", "-drive", "if=none,id=disk,format=raw,file=%s" % disk.path,
            "-device", self.BUSES[bus], *arguments
        ]
        self._process = subprocess.Popen(command, pass_fds=[monitor.fileno()], stdin=subprocess.DEVNULL,
                                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        monitor.close()
        self._answers = self._monitor.makefile("r")
        self._open = [self._answers, self._monitor]
        self._monitor.settimeout(PATIENCE)
        self._answers.readline()
        self._command("qmp_capabilities")

    def _command(self, name, **arguments):
        """Gives the emulator's monitor a command (QMP). Lines that are no answer tell of events."""
        try:
            self._monitor.sendall(json.dumps({"execute": name, "arguments": arguments}).encode() + b"\n")
            for line in self._answers:
                answer = json.loads(line)
                if answer.get("event") == "SHUTDOWN":
                    self.stops.append("the PC has stopped: " + answer["data"]["reason"])
                if "error" in answer:
                    raise BoardError("%s: %s" % (name, answer["error"]))
                if "return" in answer:
                    return
        except OSError:
            pass
        self._process.wait(PATIENCE)
        raise BoardError(self.shown())
