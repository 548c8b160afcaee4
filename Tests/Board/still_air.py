"""Bluetooth in exact time: a board on which controller, instrument and USB keyboard are programs of its own
(Tests/Board/programs/still-air.c), so that an instruction takes a nanosecond for all of them, and a busy machine has no
influence. One script plays all phases. Tests read what its programs have printed, in nanoseconds of the board's
monotonic clock."""

import math

from boxed import SEED, BoxedBoard, Commands
from gadget import Gadget
from latency import LINES, LINES_APPEND
from measured import HELP, programs, sections

MILLISECOND = 1_000_000
BOX = """treadle: 1
name: Treadle
ports:
  keys: { match: "Keystation*" }
  din: { uart: /dev/ttyS2, direction: out }
  wind: { bluetooth: "EWI*", buffer: 18 ms }
  piano: { bluetooth: "FP-30X" }
bluetooth: { pairing: always, encryption: optional }
midi-ci: { enabled: false }
clock: { send-when-stopped: false }
start-preset: 1
presets:
- name: Through
  number: 1
  routings:
  - { name: To peers, from: [keys], to: [wind, piano], restrict: { channel: 1 } }
  - { name: To DIN, from: [keys], to: [din], restrict: { channel: 2 } }
  - { name: From peers, from: [wind, piano], to: [keys] }
"""

# Plays a phase with an instrument, and beside it, at the keyboard, what $play says. The words behind the name of the
# phase are those of still-air.
PHASE = r"""
phase() { name=$1; shift; echo "phase $name"
    stamp-packets >/results/$name.packets & packets=$!
    stamp-notes $keys >/results/$name.usb & usb=$!
    still-air "$@" >/results/$name.air & air=$!
    until grep -q ready /results/$name.air || ! kill -0 $air; do sleep 0.1; done
    [ ! "$play" ] || { sleep 1; play-notes $keys $play >/results/$name.keys; }
    wait $air; sleep 1; kill $packets $usb; wait $packets $usb; }
keys=$(own 0)
# Plays to DIN for so many seconds.
to_din() { stamp-notes /dev/ttyS2 >/results/din.line & line=$!
    sleep 2; play-notes $keys 2 1 20 $1 >/results/din.keys; sleep 1; kill $line; wait $line; }
until [ -e /sys/class/bluetooth ]; do sleep 0.1; done
mkdir -p /dev/pts; mount -t devpts devpts /dev/pts
"""


def play(script, name, timeout):
    """Plays a script of phases on a new board. Returns the phases by name, the serial line as one of its own, and the
    loop's counters."""
    commands = Commands()
    Gadget(commands, "keys", product="Keystation").connect()
    # The shell that is ready at the end would disturb what is measured.
    prepare = HELP + commands.text + "mkdir /results; mkfifo /etc/treadle/hold\n(%s\n%s\n%s) >/dev/console 2>&1 &" % (
        PHASE, script, "echo >/etc/treadle/hold")
    with BoxedBoard(BOX, name, files=programs(), prepare=prepare, panel=False, append=LINES_APPEND,
                    arguments=[*LINES, "-smp", "1"], seed=SEED, boot_timeout=timeout) as board:
        counters = board.counters()
        found = sections(board.run('cd /results; for file in *; do echo "== $file"; cat $file; done', timeout))
    return {name: Phase(found, name) for name in {key.split(".")[0] for key in found}}, counters


def messages(lines, time=0):
    """Pairs of a time and bytes, of lines with a word for each byte."""
    return [(int(line[time]), bytes.fromhex("".join(line[time + 1:]))) for line in lines]


class Phase:
    """What the programs of a phase have printed, as pairs of a time and a message: `keys` was played at the keyboard,
    `usb` came there, `line` came to the serial line; `to_radio` and `from_radio` are the last messages of the packets
    in the HCI monitor. Of the instrument, `played` are messages with the time when they were played, `aired` the same
    with the time of their connection event, `lost` those that the end of a link has lost."""

    def __init__(self, found, name):
        lines = {key.split(".")[1]: [line.split() for line in found[key]]
                 for key in found if key.split(".")[0] == name}
        self.keys, self.usb, self.line = (messages(lines.get(key, [])) for key in ("keys", "usb", "line"))
        packets = lines.get("packets", [])
        self.to_radio = messages([line for line in packets if line[0] == "<"], 1)
        self.from_radio = messages([line for line in packets if line[0] == ">"], 1)
        self._air = lines.get("air", [])
        self.played = messages([[line[1], *line[3:]] for line in self._said("played")])
        self.aired = messages(self._said("played"), 2)
        self.lost = messages([[line[1], *line[3:]] for line in self._said("lost")])

    def _said(self, word):
        return [line for line in self._air if line[0] == word]

    def times(self, word):
        """When the instrument said a word."""
        return [int(line[1]) for line in self._said(word)]

    def links(self):
        """What the instrument heard, for each link: packets as when they came to the controller, when the connection
        event was, and bytes."""
        found = []
        for line in self._air:
            if line[0] == "ready":
                found.append([])
            elif line[0] == "heard":
                found[-1].append((int(line[1]), int(line[2]), bytes.fromhex("".join(line[3:]))))
        return found


def at(values, share):
    """The percentile of a share 0...1 of sorted values."""
    return values[max(math.ceil(share * len(values)) - 1, 0)]


def latencies(began, ended):
    """The sorted milliseconds between messages and the same messages elsewhere, which must come in the same order."""
    if [message for _, message in began] != [message for _, message in ended]:
        raise AssertionError("%d messages came of %d, or others" % (len(ended), len(began)))
    return sorted((end - begin) / MILLISECOND for (begin, _), (end, _) in zip(began, ended))


def width(values, share):
    """The width of the middle part of sorted values."""
    cut = int(len(values) * (1 - share) / 2)
    return values[-1 - cut] - values[cut]
