"""A board that measures by itself: one script on the board sets up, plays and measures everything, so that the host's
time has no influence and the same seed gives the same numbers."""

import re

from board import Board, BUILT
from boxed import Commands
from common.project import REPORT
from gadget import Gadget

PROGRAMS = BUILT / "programs"

# Instruments: a keyboard, a synthesizer and a broken one. Scripts have variables for both sides: NAME and NAME_box.
INSTRUMENTS = [("keys", "Keystation", 0), ("synth", "Montage", 1), ("noise", "Noisemaker", 2)]

HELP = r"""
# Print the device of a gadget's own side, and of the box's side, once it exists.
own() { until ls -d /sys/devices/platform/dummy_udc.$1/gadget.*/sound/card*/midi* >/dev/null 2>&1; do sleep 0.05; done
    echo /dev/snd/$(basename /sys/devices/platform/dummy_udc.$1/gadget.*/sound/card*/midi*); }
boxs() { until ls -d /sys/devices/platform/dummy_hcd.$1/usb*/*/*/sound/card*/midi* >/dev/null 2>&1; do sleep 0.05; done
    echo /dev/snd/$(basename /sys/devices/platform/dummy_hcd.$1/usb*/*/*/sound/card*/midi*); }
client() { n=${1##*midiC}; echo $((16 + 4 * ${n%D*})):0; }
# The threads that simulate instruments get a real-time priority, because ordinary programs could delay them for some
# milliseconds: soft interrupts carry the frames of USB, which a real host controller sends by itself, and the kernel's
# workers serve the far ends of serial lines.
for thread in /proc/[0-9]*; do
    case $(cat $thread/comm) in ksoftirqd/0 | kworker/u*) chrt -f -p 49 ${thread#/proc/};; esac
done
# Start and end two busy programs.
crowd() { for n in 1 2; do busy & echo $!; done >/data/busy; }
leave() { kill $(cat /data/busy); wait $(cat /data/busy); } 2>/dev/null
# A raw MIDI device of the sequencer, whose messages get a time stamp when they are written.
stamped=/dev/snd/midiC$(sed -n 's/ *\([0-9]*\) .VirMIDI.*/\1/p' /proc/asound/cards)D0
# Plays with `latency`, and appends the processor time of the loop in microseconds, as it reports on request: before,
# after, and after an idle time of the same length.
counted() { n=$(grep -c "us of processor" /data/said); latency "$@" $box >>/data/results
    until [ $(grep -c "us of processor" /data/said) -ge $((n + 3)) ]; do sleep 0.02; done
    echo used $(sed -n 's/.*[^0-9]\([0-9]*\) us of processor.*/\1/p' /data/said | tail -n 3) >>/data/results; }
begin() { echo "== $*" >>/data/results; }
# Starts a box and waits until it routes; `box` is its process.
treadle_runs() { treadle run "$@" >/data/said 2>&1 & box=$!
    until grep -q '^  synth: ' /data/said; do sleep 0.1; done; sleep 1; }
"""


def instruments():
    """Shell commands that plug in all instruments and name their devices."""
    commands = Commands()
    for name, product, socket in INSTRUMENTS:
        Gadget(commands, name, product=product, socket=socket).connect()
    return commands.text + "".join(
        "%s=$(own %d); %s_box=$(boxs %d)\n" % (name, socket, name, socket) for name, _, socket in INSTRUMENTS)


class MeasuringBoard(Board):
    """Appends the console's output to a log as it arrives."""

    def _hear(self, text):
        super()._hear(text)
        with open(REPORT / "board-bench.console.txt", "a") as log:
            log.write(text)


def programs():
    """The measuring programs, as files of a board."""
    return {"bin/" + program.name: (program.read_bytes(), True) for program in PROGRAMS.iterdir()
            if program.name != "watch-start"}


def measure(script, seed, files=None, append="", arguments=(), timeout=3600, processors=1, cmdline=None):
    """Runs a script on a new board. With two processors the box's loop has one for itself; but with deterministic time
    the emulator runs them in turns of up to a quarter of a millisecond, which adds to latencies between them. Returns
    the lines of /data/results by section: {words of `begin`: lines}."""
    contents = {**programs(), **(files or {})}
    prepare = "mkdir -p /data; mount -t tmpfs tmpfs /tmp\n%s\n(%s\n) >/dev/console 2>&1\n" % (HELP, script)
    prepare += "/etc/treadle/rc &\nwhile :; do sleep 1000; done"
    with MeasuringBoard(files=contents, prepare=prepare, append=append, arguments=[*arguments, "-smp", str(processors)],
               seed=seed, boot_timeout=timeout, cmdline=cmdline) as board:
        text = board.run("cat /data/results 2>/dev/null || true", 120)
        return sections(text), board.console


def sections(text):
    found = {}
    for part in re.split(r"^== ", text, flags=re.M)[1:]:
        name, *lines = part.splitlines()
        found[name] = lines
    return found
