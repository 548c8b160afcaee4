"""What the images of real boards cost: their size, the time to the first note, on a Raspberry Pi 3 (I8) and on a PC, and
the memory of a box that idles. The kernel and the program are those of the image, the time is the emulator's: one
instruction takes one nanosecond, so that a busy host has no influence."""

import re

import pc_bench
import pc_disk
import pi
from measured import PROGRAMS
from pi import play_until_heard

# Goals: bytes of a compressed image, and seconds of a Pi 3 (I8). A PC has none.
SIZE, START = 16 << 20, 1.0

BOX = """treadle: 1
name: Bench
ports:
  din: { uart: %s }
midi-ci: { enabled: false } # its question would be the first message
clock: { send-when-stopped: false }
start-preset: 1
"""
# In the place of the image's own presets.
PRESETS = {
    "presets/01-straight.yaml": "name: Straight\nnumber: 1\nroutings: [{ from: [din], to: [din] }]\n",
    "presets/02-split.yaml": "name: Split\nnumber: 2\nroutings: []\n",
}
NOTE = bytes([0x90, 60, 64])
EXACT = ["-icount", "shift=0,sleep=off"]


def boards(report):
    for name, image, start in [("raspberry-pi", pi.IMAGE, raspberry_pi), ("pc-x86_64", pc_disk.IMAGE, pc)]:
        report.say("%s" % name)
        compressed = image.with_suffix(".img.xz")
        if not compressed.exists():
            report.check("no image; make image BOARD=%s" % name, False)
            continue
        report.goal("the image to download", compressed.stat().st_size / 1e6, SIZE / 1e6, " MB")
        console = start()
        kernel, machine = map(float, re.search(r"routed after ([0-9.]+) s of the kernel, ([0-9.]+)", console).groups())
        if start == raspberry_pi:
            report.goal("the kernel's entry to the first note", machine, START, " s")
        report.say("  first note after %.3f s by the kernel's clock, %.3f s by the machine's" % (kernel, machine))
        report.say("  " + re.search(r"box: .*locked", console)[0])
        report.say("  " + re.search(r"machine: .* kB used of \d+ kB", console)[0])
        report.say()


def raspberry_pi():
    """The console of an emulated Pi 3 until the box idles. Without firmware, its kernel is entered at once."""
    files = {"box.yaml": BOX % "/dev/ttyAMA0", **PRESETS}
    image = {"etc/treadle/" + path: text for path, text in files.items()}
    image["etc/treadle/rc"] = ((PROGRAMS / "watch-start").read_bytes(), True)
    with pi.Pi("bench", owner=files, files=image, din_is_a_card=False, arguments=EXACT) as board:
        play_until_heard(board, NOTE)
        board.said(r"machine: .* kB used of \d+ kB")
        return board.console


def pc():
    """The console of an emulated PC until the box idles. The machine's clock begins with the emulator's firmware, the
    kernel's after it has unpacked itself."""
    files = {"box.yaml": BOX % "/dev/ttyS0", **PRESETS}
    image = {"etc/treadle/" + path: (text.encode(), False) for path, text in files.items()}
    image["etc/treadle/rc"] = ((pc_bench.PROGRAMS / "watch-start").read_bytes(), True)
    return pc_bench.start(image, files, NOTE)
