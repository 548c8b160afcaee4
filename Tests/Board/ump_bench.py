"""The boxes, scripts and verdicts of the UMP bench: latency between two UMP instruments, and beside MIDI-CI."""

import latency
import load
import measured
from boxed import Commands
from latency import C_LOOP, ENDED, EPOLL, HEADINGS, LEAST, SCENARIOS, TREADLE, through
from measured import measure
from ump import Block, Endpoint

# All that is played is MIDI 2.0: notes with a velocity of 16 bits, on group 1.
PACKETS = ", protocol: midi-2.0, group: 1"
THROUGH = through(PACKETS)

# A computer asks for the list of a hundred presets, again and again, while the keyboard is played.
ASKED = through(PACKETS, more="  computer: { match: \"Computer*\" }\n", presets=100)

# The same computer at the box whose clock, notes and dumps go to the sequencer, to DIN and to USB.
CLOCKED = load.LOADED.replace("ports:\n", "ports:\n  computer: { match: \"Computer*\" }\n").replace(
    "presets:\n", "presets:\n" + "".join(
        "  - { name: Preset %d, number: %d, routings: [] }\n" % (n, n) for n in range(2, 101)))

FILES = {"data/packets/box.yaml": THROUGH, "data/asked/box.yaml": ASKED, "data/clocked/box.yaml": CLOCKED}
UMP = "UMP to UMP"
QUIET, BESIDE = "quiet", "beside it"
MEDIAN, TAIL, BESIDE_CI = 1.10, 1.2, 1.1

HELP = """
# Print the UMP device of a gadget's own side, and of the box's side, once it exists.
words() { until ls -d /sys/devices/platform/$1/sound/card*/ump* >/dev/null 2>&1; do sleep 0.05; done
    echo /dev/snd/$(basename /sys/devices/platform/$1/sound/card*/ump*); }
# Waits until the computer has its first list, but no longer than ten seconds.
asked() { n=0; until grep -q lists /data/asks || [ $n -ge 100 ]; do sleep 0.1; n=$((n + 1)); done; }
"""


def instruments(names, first=0):
    """Shell commands that plug in UMP instruments and name the devices of both sides: NAME and NAME_box. first: the
    socket of the first one."""
    commands = Commands()
    for socket, (name, product) in enumerate(names, first):
        Endpoint(commands, name, product=product, socket=socket, blocks=[Block("Main", 0, 1)]).connect()
    return HELP + commands.text + "".join(
        "%s=$(words 'dummy_udc.%d/gadget.*'); %s_box=$(words 'dummy_hcd.%d/usb*/*/*')\n" % (name, socket, name, socket)
        for socket, (name, _) in enumerate(names, first))


PAIR = [("keys", "Keystation"), ("synth", "Montage")]


def script(seed, share):
    """The latency of the minimal loop, which copies words, and of the box."""
    def one(subject):
        return latency.round_of(seed, share, subject, True, UMP, "-w $keys", "$synth")
    return instruments(PAIR) + (
        LEAST % ("$keys_box", "$synth_box") + one(C_LOOP) + ENDED
        + LEAST % ("-e $keys_box", "$synth_box") + one(EPOLL) + ENDED
        + "treadle_runs /data/packets\n" + one(TREADLE) + "kill -USR1 $box; sleep 0.5; begin counters\n"
        + "grep '^loop: ' /data/said | tail -n 1 >>/data/results\n" + ENDED)


def asked_script(seed, messages):
    """The latency while a third instrument asks for the list of presets as fast as it gets it, and before."""
    play = 'begin "%s"\nlatency -w $keys $synth ' + "%d %d 1 >>/data/results\n" % (seed, messages)
    return instruments([*PAIR, ("computer", "Computer")]) + (
        "treadle_runs /data/asked\n" + play % QUIET
        + "inquire $computer >/data/asks & asks=$!; asked\n"
        + play % BESIDE + "kill $asks; wait $asks; begin asked; tail -n 1 /data/asks >>/data/results\n"
        + "kill -USR1 $box; sleep 0.5; begin counters; grep '^loop: ' /data/said | tail -n 1 >>/data/results\n" + ENDED)


def clock_script(seed, ticks):
    """The clock as load.script measures it, before the computer asks and while it does."""
    return measured.instruments() + instruments([("computer", "Computer")], 3) + latency.LOOPED + """
treadle_runs /data/clocked
aconnect Treadle:0 $(client $stamped)
measured() { begin "$1"; load $keys %d %d wire $stamped /dev/ttyS2 $synth >>/data/results; }
measured quiet
inquire $computer >/data/asks & asks=$!; asked
measured "beside it"
kill $asks; wait $asks; begin asked; tail -n 1 /data/asks >>/data/results
kill -USR1 $box; sleep 0.5; begin counters; grep '^loop: ' /data/said | tail -n 1 >>/data/results
""" % (seed, ticks)


def packets(report, table, seeds, share):
    """The verdicts. table: prints the latencies of subjects."""
    samples = {}
    for seed in seeds:
        found, _ = measure(script(seed, share), seed, FILES, append="snd_virmidi.enable=0")
        for name, lines in found.items():
            if name == "counters":
                load.clean(report, lines)
                continue
            samples.setdefault(tuple(name.split("|")[1:]), latency.Sample()).add(lines)
    for scenario, *_ in SCENARIOS:
        rows = {subject: sample for (subject, name), sample in samples.items() if name == scenario}
        table(report, "%s, %s" % (UMP, scenario), rows)
        own, least = rows[TREADLE].figures, rows[C_LOOP].figures
        report.goal("treadle / least loop, median", own[0] / least[0], MEDIAN)
        report.goal("treadle / least loop, 99.9 %", own[2] / least[2], TAIL)
        report.say()
    beside_ci(report, table, round(1000 * share))
    clock(report, round(5000 * share))


def beside_ci(report, table, messages):
    found, _ = measure(asked_script(1, messages), 1, FILES, append="snd_virmidi.enable=0")
    samples = {name: latency.Sample() for name in (QUIET, BESIDE)}
    for name, sample in samples.items():
        sample.add(found[name])
    table(report, "%s, singles, beside a computer that asks for the list of presets" % UMP, samples)
    answered(report, found)
    load.clean(report, found["counters"])
    for heading, quiet, beside in zip(HEADINGS, samples[QUIET].figures, samples[BESIDE].figures):
        if heading in ("median", "99 %"):
            report.goal("beside it / quiet, %s" % heading, beside / quiet, BESIDE_CI)
    report.say()


def answered(report, found):
    """The computer has got lists."""
    report.check("MIDI-CI: %s" % (" ".join(found["asked"]) or "no answer"), bool(found["asked"]))


def clock(report, ticks):
    found, _ = measure(clock_script(1, ticks), 1, FILES, append=latency.LINES_APPEND, arguments=latency.LINES)
    heard = {name: load.heard(found[name])[1] for name in (QUIET, BESIDE)}
    report.say("Clock at 300 BPM among dumps and notes, beside the same computer: µs behind the ideal grid")
    answered(report, found)
    load.table_of_times(report, heard)
    load.clean(report, found["counters"])
    load.goals(report, heard[BESIDE])
