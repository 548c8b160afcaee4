"""Bluetooth in exact time: a board on which controller, instrument and USB keyboards are programs of its own
(Tests/Board/programs/still-air.c), so that an instruction takes a nanosecond for all of them and rests take no time. One
script plays all phases; tests read what its programs have printed, all in nanoseconds of the board's monotonic clock."""

import math

from bluetooth_case import BOX
from boxed import SEED, BoxedBoard, Commands
from gadget import Gadget
from latency import LINES, LINES_APPEND
from measured import HELP, programs, sections

MILLISECOND = 1_000_000
PADS = """  pads: { match: "Launchpad*" }
  din: { uart: /dev/ttyS2, direction: out }
"""
TO_DIN = "  - { from: [pads], to: [din] }\n"

# Plays a phase with an instrument, and while it plays, at the keyboard what $play says. The words behind the name of the
# phase are those of still-air.
PHASE = r"""
phase() { name=$1; shift
    stamp-packets >/results/$name.packets & packets=$!
    stamp-notes $keys >/results/$name.usb & usb=$!
    still-air "$@" >/results/$name.air & air=$!
    until grep -q ready /results/$name.air || ! kill -0 $air; do sleep 0.1; done
    [ ! "$play" ] || { sleep 1; play-notes $keys $play >/results/$name.played; }
    wait $air; sleep 1; kill $packets $usb; wait $packets $usb; }
keys=$(own 0); pads=$(own 1)
until [ -e /sys/class/bluetooth ]; do sleep 0.1; done
mkdir -p /dev/pts; mount -t devpts devpts /dev/pts
"""


def boxes_file(ports):
    """The box of bluetooth_case with a second keyboard, which plays at a DIN socket."""
    lines = "\n".join("  %s: { bluetooth: %s }" % each for each in ports.items())
    names = ", ".join(ports)
    return BOX % (PADS + lines, "bluetooth: { pairing: always, encryption: optional }", names, names) + TO_DIN


def play(ports, script, name, timeout):
    """Plays a script of phases on a new board. Returns the lines of each program by `PHASE.PROGRAM`, and the loop's
    counters."""
    commands = Commands()
    for socket, (key, product) in enumerate([("keys", "Keystation"), ("pads", "Launchpad")]):
        Gadget(commands, key, product=product, socket=socket).connect()
    prepare = "%s\n%s\nmkdir /results; mkfifo /etc/treadle/hold\n(%s\n%s\necho >/etc/treadle/hold) >/dev/console 2>&1 &" % (
        HELP, commands.text, PHASE, script)
    with BoxedBoard(boxes_file(ports), name, files=programs(), prepare=prepare, panel=False, append=LINES_APPEND,
                    arguments=[*LINES, "-smp", "1"], seed=SEED, boot_timeout=timeout) as board:
        counters = board.counters()
        text = board.run('cd /results; for f in *; do echo "== $f"; cat $f; done', 600)
        return {key: [line.split() for line in lines] for key, lines in sections(text).items()}, counters


def at(values, share):
    """The percentile of a share 0...1 of sorted values."""
    return values[max(math.ceil(share * len(values)) - 1, 0)]


def width(values, share):
    """The width of the middle part of sorted values."""
    cut = int(len(values) * (1 - share) / 2)
    return values[-1 - cut] - values[cut]
