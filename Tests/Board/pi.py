"""A Raspberry Pi 3 in the emulator, which starts the image that is released. There is no shell in it: tests play its
sockets, read its display and its console."""

import fcntl
import gzip
import os
import pathlib
import re
import socket
import struct
import subprocess
import tempfile
import termios
import time

import archive
from boxed import LCD, LEVEL, TILT
from card import SECTOR
from common.project import REPORT, ROOT
from common.waiting import until
from display import Display
from emulated import BoardError, Emulated
from released import Released, image

IMAGE = image("raspberry-pi")


class Pi(Emulated):
    """One start of the image.

    card: a `Released` of the board, which goes on with what it has; by default a new one. owner: path -> content,
    changes to the owner's partition before the start. files: path -> content, added to the initramfs (a value may be
    (content, True) for an executable file). slot: the partition of the slot to start, 2 or 3. din_is_a_card: which of
    the device trees. instrument: a `USBInstrument`. log: a file for each write to the card. arguments: added to the
    emulator's.
    """

    def __init__(self, name, card=None, owner=None, files=None, slot=2, din_is_a_card=True, instrument=None, log=None,
                 append="", arguments=()):
        self.name = name
        self._folder = tempfile.TemporaryDirectory(prefix="treadle-pi-")
        self.folder = pathlib.Path(self._folder.name)
        try:
            self.card = card or Released("raspberry-pi", self.folder)
            for path, content in (owner or {}).items():
                self.card.write(path, content)
            self._start(files, slot, din_is_a_card, instrument, log, append, list(arguments))
        except BaseException:
            self.close()
            raise

    def unread(self):
        """The number of bytes that the DIN IN socket has not taken yet."""
        count = fcntl.ioctl(self.din.fileno(), termios.TIOCOUTQ, bytes(4))
        return struct.unpack("i", count)[0]

    def rows(self):
        """The rows of the display, from everything written to it."""
        display = Display(16, 2)
        for line in (self.folder / "trace").read_text(errors="replace").splitlines():
            if match := re.search(r"i2c_send.*addr:0x%02x.*data:0x([0-9a-f]{2})" % LCD, line):
                display.feed([[int(match[1], 16)]])
        return display.rows

    def shows(self, pattern):
        """Waits until a row of the display matches a regular expression."""
        if not until(lambda: any(re.fullmatch(pattern, row) for row in self.rows()), pause=0.1):
            raise BoardError("the display shows %r, not %r" % (self.rows(), pattern))

    def close(self):
        """Also keeps the console's output in build/report."""
        super().close()
        if self.console:
            REPORT.mkdir(parents=True, exist_ok=True)
            (REPORT / ("pi-%s.console.txt" % self.name)).write_text(self.console)

    def _start(self, files, slot, din_is_a_card, instrument, log, append, arguments):
        # The emulator has no firmware: what a slot has is handed to it.
        (self.folder / "kernel").write_bytes(gzip.decompress(self.card.read("/kernel8.img", slot)))
        initramfs = self.card.read("/initramfs.cpio", slot)
        if files:
            contents = {path: value if isinstance(value, tuple) else (value, False) for path, value in files.items()}
            initramfs += bytes(-len(initramfs) % 4) + archive.pack(contents)
        (self.folder / "initramfs.cpio").write_bytes(initramfs)
        trees = ["-DEMULATED"] + ["-DDIN_IS_A_CARD"] * din_is_a_card
        subprocess.run([str(ROOT / "Board/raspberry-pi/device-trees"), str(self.folder), *trees], check=True)
        # Memory with an address register takes the place of both chips: the display's, of which the trace is read, and
        # the sensor's with its registers.
        registers = bytearray(SECTOR)  # The smallest drive.
        for register, value in LEVEL.items():
            registers[register] = value
        (self.folder / "sensor").write_bytes(registers)
        cmdline = "%s console=ttyS0 treadle_slot=%d treadle_watchdog=off %s" % (
            self.card.read("/cmdline.txt", slot).decode().strip(), slot, append)
        self.din, din = socket.socketpair()
        self._open = [self.din]
        command = [  # Ends with the test process, even if that is killed, because the emulator uses whole processors.
            "setpriv", "--pdeathsig", "KILL", str(ROOT / "Board/tools/emulator"), "-M", "raspi3b", "-display", "none",
            "-kernel", str(self.folder / "kernel"), "-initrd", str(self.folder / "initramfs.cpio"),
            "-dtb", str(self.folder / "bcm2837-rpi-3-b.dtb"), "-append", cmdline,
            "-drive", self._drive(log),
            "-chardev", "socket,id=din,fd=%d" % din.fileno(), "-serial", "chardev:din", "-serial", "stdio",
            "-monitor", "none", "-no-reboot", "-trace", "enable=i2c_send", "-D", str(self.folder / "trace"),
            "-device", "at24c-eeprom,bus=i2c-bus.1,address=%#x,rom-size=256" % LCD,
            "-drive", "if=none,id=sensor,format=raw,file=%s" % (self.folder / "sensor"),
            "-device",
            "at24c-eeprom,bus=i2c-bus.1,address=%#x,address-size=1,rom-size=%d,drive=sensor" % (TILT, SECTOR),
            *(instrument.arguments if instrument else []), *arguments
        ]
        self.started = time.monotonic()
        self._process = subprocess.Popen(
            command, pass_fds=[din.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, env=dict(os.environ))
        din.close()
        self._listen()

    def _drive(self, log):
        if log is None:
            return "file=%s,if=sd,format=raw" % self.card.path
        log.write_bytes(b"")
        # Nothing flushes an emulated SD card, so the log's header is written with each entry.
        return ("if=sd,driver=blklogwrites,log-super-update-interval=1,file.driver=file,file.filename=%s,"
                "log.driver=file,log.filename=%s") % (self.card.path, log)


def play_until_heard(pi, message, routed=None, timeout=240):
    """Plays a note at the DIN IN socket until DIN OUT sends it, or what it is `routed` to: what comes before the port
    is open is discarded. Returns what else DIN OUT sends from then on."""
    heard, end = b"", time.monotonic() + timeout
    routed = routed or message
    while routed not in heard:
        if time.monotonic() > end:
            raise BoardError("nothing is routed" + pi.tail())
        # What waits in the socket would be played later.
        if pi.unread() == 0:
            pi.send_din(message)
        heard += pi.read_din(3, 0.005)
    while more := pi.read_din(64, 1):
        heard += more
    # Until the box has set the line up, the kernel echoes what has waited in the emulator's socket.
    return heard[heard.index(routed):].replace(routed, b"")
