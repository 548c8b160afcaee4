"""A board that measures by itself: everything is set up, played and timed by one script inside, so that nothing of the
host's time gets in and the same seed gives the same numbers."""

import pathlib
import re

from board import Board, BUILT
from boxed import REPORT, Commands
from gadget import Gadget

PROGRAMS = BUILT / "programs"

# Instruments: a keyboard, a synthesizer and one that is broken. A script calls both sides of each: its own and the box's.
INSTRUMENTS = [("keys", "Keystation", 0), ("synth", "Montage", 1), ("noise", "Noisemaker", 2)]

HELP = r"""
# The device of a gadget's own side, and of the box's: found once they are there.
own() { until ls -d /sys/devices/platform/dummy_udc.$1/gadget.*/sound/card*/midi* >/dev/null 2>&1; do sleep 0.05; done
    echo /dev/snd/$(basename /sys/devices/platform/dummy_udc.$1/gadget.*/sound/card*/midi*); }
boxs() { until ls -d /sys/devices/platform/dummy_hcd.$1/usb*/*/*/sound/card*/midi* >/dev/null 2>&1; do sleep 0.05; done
    echo /dev/snd/$(basename /sys/devices/platform/dummy_hcd.$1/usb*/*/*/sound/card*/midi*); }
client() { n=${1##*midiC}; echo $((16 + 4 * ${n%D*})):0; }
# What stands for instruments goes before ordinary programs, which may hold it up for their slice, some milliseconds: the
# frames of USB come by soft interrupts, where a host controller of silicon asks nobody, and the far ends of serial lines
# hear by the kernel's workers.
for thread in /proc/[0-9]*; do
    case $(cat $thread/comm) in ksoftirqd/0 | kworker/u*) chrt -f -p 49 ${thread#/proc/};; esac
done
# Two programs that never rest come and go.
crowd() { for n in 1 2; do busy & echo $!; done >/data/busy; }
leave() { kill $(cat /data/busy); wait $(cat /data/busy); } 2>/dev/null
# A raw MIDI device of the sequencer's: what is sent to it is stamped as it is written.
stamped=/dev/snd/midiC$(sed -n 's/ *\([0-9]*\) .VirMIDI.*/\1/p' /proc/asound/cards)D0
# Plays with `latency`, and writes behind what it says what the loop has used of the processor, in microseconds: before, after,
# and after as long a peace, as it has said each time it was asked.
counted() { n=$(grep -c "us of processor" /data/said); latency "$@" $box >>/data/results
    until [ $(grep -c "us of processor" /data/said) -ge $((n + 3)) ]; do sleep 0.02; done
    echo used $(sed -n 's/.*[^0-9]\([0-9]*\) us of processor.*/\1/p' /data/said | tail -n 3) >>/data/results; }
begin() { echo "== $*" >>/data/results; }
# The process that routes, of a box that says so once it does.
treadle_runs() { treadle run "$@" >/data/said 2>&1 & box=$!
    until grep -q '^  synth: ' /data/said; do sleep 0.1; done; sleep 1; }
"""


def instruments():
    """Shell commands that plug both in and name their devices."""
    commands = Commands()
    for name, product, socket in INSTRUMENTS:
        gadget = Gadget(commands, name, product=product, socket=socket)
        commands.run("echo dummy_udc.%d >%s/UDC" % (socket, gadget.folder))
    return commands.text + "".join(
        "%s=$(own %d); %s_box=$(boxs %d)\n" % (name, socket, name, socket) for name, _, socket in INSTRUMENTS)


class MeasuringBoard(Board):
    """Shows what its script says as it goes on: lines that begin with `done`."""

    def _hear(self, text):
        super()._hear(text)
        with open(REPORT / "board-bench.console.txt", "a") as log:
            log.write(text)


def programs():
    """The programs that measure, as files of a board."""
    return {"bin/" + program.name: (program.read_bytes(), True) for program in PROGRAMS.iterdir()}


def measure(script, seed, files=None, append="", arguments=(), timeout=3600, processors=1):
    """Runs a script on a fresh board. On one processor everybody shares it with the box's loop; of two that one has its own. But
    with exact time the emulator lets them take turns: whoever waits for the other's measures those, up to a quarter of a millisecond.
    Returns what it wrote to /data/results, by section: {words of `begin`: lines}."""
    contents = {**programs(), **(files or {})}
    prepare = "mkdir -p /data; mount -t tmpfs tmpfs /tmp\n%s\n(%s\n) >/dev/console 2>&1\n" % (HELP, script)
    prepare += "/etc/treadle/rc &\nwhile :; do sleep 1000; done"
    with MeasuringBoard(files=contents, prepare=prepare, append=append, arguments=[*arguments, "-smp", str(processors)],
               seed=seed, boot_timeout=timeout) as board:
        text = board.run("cat /data/results 2>/dev/null || true", 120)
        return sections(text), board.console


def sections(text):
    found = {}
    for part in re.split(r"^== ", text, flags=re.M)[1:]:
        name, *lines = part.splitlines()
        found[name] = lines
    return found
