"""The page in the bench (W1, W8): what browsers cost the loop, how soon a change is on the page, and what the page's
process takes of memory and processor. The browsers are programs of the board (programs/browse.c): four on Live, and one
on Monitor with all messages."""

import json
import pathlib
import sys
import tempfile

import latency
import load
from common.project import ROOT
from latency import ENDED, HEADINGS, LINE, LINES, LINES_APPEND, LOOPED, SCENARIOS, USB
from measured import instruments, measure

sys.path.append(str(ROOT / "Tests" / "Firmware"))

import largest  # noqa: E402

QUIET, BESIDE = "without browsers", "five browsers"
# Goals: of times beside browsers to those without, milliseconds from a change to the page, megabytes, percent.
RATIO, MEDIAN, TAIL, MEMORY, CHECKING, IDLE = 1.02, 100, 200, 6, 24, 1
PORT, CHANGES, SECONDS = 8080, 100, 60
# Of the messages that are played beside all, in microseconds: 500 a second.
PAUSE = 2000

# The lines of the latency bench, and the other instrument at a USB port.
WIRES = latency.LINE_THROUGH.replace("clock:", """  noise: { match: "Noisemaker*", direction: in }
  other: { match: "Montage*", direction: out }
clock:""").replace("routings: [", "routings: [{ from: [noise], to: [other] }, ")
FILES = {**load.FILES, "data/wires/box.yaml": WIRES}

HELP = """
ip link set lo up
# Waits for the page of the running box, and makes a token for each browser. The worker that hands USB MIDI to the host
# controller gets the priority of the instruments: on a board it shares the loop's processor with no other program.
page() { for worker in /proc/[0-9]*; do
        case $(cat $worker/comm) in kworker/0:*H*) chrt -f -p 49 ${worker#/proc/};; esac
    done
    until treadle status | grep -q '^web *at port'; do sleep 0.1; done
    web=$(grep -lz '^web$' /proc/[0-9]*/cmdline); web=${web#/proc/}; web=${web%%/cmdline}
    live="$(treadle token 1) $(treadle token 2) $(treadle token 3) $(treadle token 4)"; monitor=$(treadle token 5); }
# Starts and ends the browsers.
come() { browse %(port)d 1 0 $live messages $monitor >/data/browsed & browsers=$!
    until grep -q open /data/browsed; do sleep 0.1; done; sleep 1; }
go() { kill $browsers; wait $browsers; sleep 1; }
private() { awk '/^Private/ { sum += $2 } END { print sum }' /proc/$web/smaps_rollup; }
counters() { kill -USR1 $box; sleep 0.5; begin $1; grep '^loop: ' /data/said | tail -n 1 >>/data/results; }
""" % dict(port=PORT)


def script(seed, share):
    """Latencies without and with browsers, beside 500 messages a second of another instrument, and changes."""
    def both(path, **ends):
        def one(subject):
            return latency.round_of(seed, share, subject, False, path, scenarios=SCENARIOS[:2], **ends)
        return one(QUIET) + "come\n" + one(BESIDE)
    return instruments() + LOOPED + HELP + (
        "treadle_runs --http %d /data/wires; page; steady $noise %d & steady=$!\n" % (PORT, PAUSE)
        + both(LINE, source="/dev/ttyS1", destination="/dev/ttyS2") + "go; kill $steady\n" + ENDED
        + "treadle_runs --http %d /data/noisy; page; steady $noise %d & steady=$!\n" % (PORT, PAUSE)
        + both(USB) + "begin memory; private >>/data/results; go\n"
        + "begin changes; browse %d %d %d $live messages $monitor >>/data/results\n" % (
            PORT, seed, round(CHANGES * share))
        + "kill $steady; counters counters\n" + ENDED)


def clock_script(seed, ticks):
    """The clock among dumps and notes, without and with browsers; then the page's process while nothing happens."""
    return instruments() + LOOPED + HELP + """
treadle_runs --http %d /data/loaded; page
aconnect Treadle:0 $(client $stamped)
measured() { begin "$1"; load $keys %d %d wire $stamped /dev/ttyS2 $synth >>/data/results; }
measured "%s"
come; measured "%s"; go
counters counters
# What it has used of the processor, in hundredths of a second.
used() { awk '{ print $14 + $15 }' /proc/$web/stat >>/data/results; }
browse %d 1 0 $live >/data/browsed & browsers=$!
treadle stop; sleep 2; begin idle; used; sleep %d; used; go
""" % (PORT, seed, ticks, QUIET, BESIDE, PORT, SECONDS)


def largest_script():
    """The private memory of the page's process while it checks a text of the largest configuration."""
    return HELP + """
treadle run --http %d /data/largest >/data/said 2>&1 & box=$!
until grep -q '^  port-31: ' /data/said; do sleep 0.1; done
page; begin checking
touch /data/checking
while [ -e /data/checking ]; do private; sleep 0.02; done >>/data/results & watch=$!
wget -q -O - --header "Authorization: Bearer ${live%%%% *}" --header "Content-Type: application/json" \\
    --post-file /data/check.json http://127.0.0.1:%d/api/1/check >/data/checked
rm /data/checking; wait $watch
begin checked; head -c 40 /data/checked >>/data/results; echo >>/data/results
begin said; grep '^treadle: page: its' /data/said >>/data/results
""" % (PORT, PORT)


def largest_files():
    """The largest configuration and the request to check its box file, as files of a board."""
    with tempfile.TemporaryDirectory(prefix="treadle-largest-") as folder:
        largest.write(folder)
        found = {"data/largest/%s" % path.relative_to(folder): path.read_text()
                 for path in pathlib.Path(folder).rglob("*") if path.is_file()}
    request = {"path": "box.yaml", "text": found["data/largest/box.yaml"]}
    return {**found, "data/check.json": json.dumps(request)}


def page(report, table, seeds, share):
    """The verdicts. table: prints the latencies of subjects."""
    samples, changes, memory = {}, latency.Sample(), []
    for seed in seeds:
        found, _ = measure(script(seed, share), seed, FILES, append=LINES_APPEND, arguments=LINES)
        for name, lines in found.items():
            if "|" in name:
                path, *_ = key = tuple(name.split("|"))
                samples.setdefault(key, latency.Sample(path)).add(lines)
        changes.values += [int(line) / 1e6 for line in found["changes"] if line.isdigit()]
        memory += megabytes(found["memory"])
        load.clean(report, found["counters"])
    for path in (USB, LINE):
        for scenario, *_ in SCENARIOS[:2]:
            rows = {subject: samples[path, subject, scenario] for subject in (QUIET, BESIDE)}
            table(report, "Page: %s, %s, beside 500 messages a second" % (path, scenario), rows)
            compared(report, rows)
    clock(report, round(5000 * share))
    report.say("From a change to its event at each of four browsers, ms: " + ", ".join(
        "%s %.0f" % pair for pair in zip(HEADINGS, changes.figures)))
    report.goal("median", changes.at(0.5), MEDIAN, " ms")
    report.goal("99 %", changes.at(0.99), TAIL, " ms")
    report.goal("private memory of the page's process", max(memory), MEMORY, " MB")
    checking(report)
    report.say()


def compared(report, rows):
    """The goals of times beside browsers. rows: a sample or listener of each time."""
    for share, heading in [(0.5, "median"), (0.99, "99 %")]:
        report.goal("beside browsers / without, %s" % heading, rows[BESIDE].at(share) / rows[QUIET].at(share), RATIO)
    report.say()


def clock(report, ticks):
    found, _ = measure(clock_script(1, ticks), 1, FILES, append=LINES_APPEND, arguments=LINES)
    heard = {name: load.heard(found[name])[1] for name in (QUIET, BESIDE)}
    report.say("Clock at 300 BPM among dumps and notes, without and beside the browsers: µs behind the ideal grid")
    load.table_of_times(report, heard)
    # That of the loop; at the far ends a byte of the wire or a frame of USB decides.
    compared(report, {when: listeners[0] for when, listeners in heard.items()})
    load.clean(report, found["counters"])
    load.goals(report, heard[BESIDE])
    before, after = map(int, found["idle"])
    report.goal("processor of the page's process with four browsers, idle", (after - before) / SECONDS, IDLE, " %")


def checking(report):
    found, _ = measure(largest_script(), 1, largest_files(), arguments=["-m", "512"])
    report.check("the page's process has lived on: %s" % (found["said"] or "yes"), not found["said"])
    report.check("the largest configuration is checked: %s" % found["checked"], "diagnostics" in found["checked"][0])
    report.goal("private memory while it is checked", max(megabytes(found["checking"])), CHECKING, " MB")


def megabytes(lines):
    return [int(line) * 1024 / 1e6 for line in lines if line.isdigit()]
