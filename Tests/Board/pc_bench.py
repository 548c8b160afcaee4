"""A PC's start, in the emulator's time of one instruction a nanosecond.

Most emulated disks answer in the host's time, and the emulator's runs ahead meanwhile. A card in a card reader answers
within the instruction that asks, so the disk of this PC is one: its time is not in the result. The emulator's own
firmware, which loads the kernel without GRUB, is."""

import os
import pathlib
import socket
import subprocess
import tempfile

import archive
from common.project import ROOT
from emulated import Emulated
from released import Released

PROGRAMS = ROOT / "build" / "pc-x86_64" / "programs"


class CardPC(Emulated):
    """A PC with exact time whose disk, a copy of the released image, is a card. `din` is the far end of its first
    serial port, `console` what it says at the second one."""

    def __init__(self, files, owner):
        self._folder = tempfile.TemporaryDirectory(prefix="treadle-pc-")
        self.folder = pathlib.Path(self._folder.name)
        try:
            self._start(files, owner)
        except BaseException:
            self.close()
            raise

    def _start(self, files, owner):
        card = Released("pc-x86_64", self.folder)
        for path, content in owner.items():
            card.write(path, content)
        initramfs = card.read("/initramfs.cpio", 2)
        initramfs += bytes(-len(initramfs) % 4) + archive.pack(files)
        (self.folder / "initramfs").write_bytes(initramfs)
        (self.folder / "kernel").write_bytes(card.read("/kernel", 2))
        # The size of a card is a power of two.
        os.truncate(card.path, 1 << (os.path.getsize(card.path) - 1).bit_length())
        cmdline = (ROOT / "Board/pc-x86_64/cmdline.txt").read_text().strip()
        self.din, din = socket.socketpair()
        self._open = [self.din]
        command = [  # Ends with the test process, even if that is killed, because the emulator uses a whole processor.
            "setpriv", "--pdeathsig", "KILL", "qemu-system-x86_64", "-M", "q35", "-smp", "2", "-m", "512", "-no-reboot",
            "-display", "none", "-monitor", "none", "-nic", "none", "-icount", "shift=0,sleep=off",
            # A source of random numbers in the processor, as PCs have had for long: else the first start waits for one.
            # With a seed the emulator gives the same ones each time, and so the kernel the same address.
            "-cpu", "qemu64,+rdrand", "-seed", "1",
            "-kernel", str(self.folder / "kernel"), "-initrd", str(self.folder / "initramfs"),
            "-append", "%s treadle_slot=2 console=ttyS1" % cmdline,
            "-chardev", "socket,id=din,fd=%d" % din.fileno(), "-serial", "chardev:din", "-serial", "stdio",
            "-drive", "if=none,id=disk,format=raw,file=%s" % card.path,
            "-device", "sdhci-pci", "-device", "sd-card,drive=disk"
        ]
        self._process = subprocess.Popen(command, pass_fds=[din.fileno()], stdin=subprocess.DEVNULL,
                                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        din.close()
        self._listen()


def start(files, owner, note):
    """The console of a PC until the box idles."""
    with CardPC(files, owner) as board:
        # Notes wait in the socket, so that one comes as soon as the port is open.
        board.din.settimeout(300)
        board.din.sendall(note * 100)
        board.said(r"machine: .* kB used of \d+ kB", timeout=300)
        return board.console
