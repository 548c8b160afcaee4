"""The boxes and scripts of the clock and load tests, whose clock runs while all ports are loaded, and their results."""

import math

from latency import C_LOOP, ENDED, HEADINGS, LEAST, LOOPED, TREADLE
from measured import instruments

# 300 BPM, the fastest tempo; every destination gets all messages and the clock.
LOADED = """
treadle: 1
name: Loaded
ports:
  keys: { match: "Keystation*", direction: in }
  noise: { match: "Noisemaker*", direction: in }
  daw: { virtual: both }
  synth: { match: "Montage*", direction: out }
  din: { uart: /dev/ttyS2, direction: out }
clock: { tempo: 300 }
presets:
  - name: Everything
    number: 1
    routings: [{ from: [keys, clock], to: [daw, synth, din] }]
"""

# The keyboard and synthesizer of the latency bench, beside an instrument that sends invalid bytes to a slow wire.
NOISY = LOADED.replace("routings: [", "routings: [{ from: [noise], to: [din] }, ").replace(
    "{ from: [keys, clock], to: [daw, synth, din] }", "{ from: [keys], to: [synth] }").replace(
    "tempo: 300", "send-when-stopped: false")

FILES = {"data/loaded/box.yaml": LOADED, "data/noisy/box.yaml": NOISY}
INTERVAL = 60e9 / (300 * 24)
LISTENERS = ["as written", "DIN", "USB"]
# Ticks to skip: the kernel kept them while the listeners were opened one after the other.
OPENING = 12


def script(seed, ticks, mode):
    """One run of the loaded box. mode: `wire` or `flood`, see programs/load.c."""
    return instruments() + LOOPED + """
treadle_runs /data/loaded
aconnect Treadle:0 $(client $stamped)
begin load; load $keys %d %d %s $stamped /dev/ttyS2 $synth >>/data/results
kill -USR1 $box; sleep 0.5; begin counters; cat /data/said >>/data/results
echo done: %s
""" % (seed, ticks, mode, mode)


def least_script(seed, ticks, mode):
    """One run of the minimal C program, which drops messages that do not fit before the wire."""
    return instruments() + LOOPED + """
client=$(client $stamped)
metronome $keys_box $synth_box /dev/ttyS2 ${client%%:0} & box=$!
begin load; load $keys %d %d %s $stamped /dev/ttyS2 $synth >>/data/results
echo done: least
""" % (seed, ticks, mode)


def noise_script(seed, messages):
    """The latency of a keyboard while another instrument is quiet, and while it sends 32 invalid bytes a millisecond,
    ten times the rate of the wire it is routed to: through the minimal loop that reads both and drops what the wire
    does not take, and through the box."""
    play = """
begin "quiet|%(subject)s"; latency $keys $synth %(seed)d %(messages)d 1 >>/data/results
noise $noise %(seed)d 32 & nonsense=$!
sleep 0.2
begin "beside it|%(subject)s"; latency $keys $synth %(seed)d %(messages)d 1 >>/data/results
kill $nonsense; wait $nonsense 2>/dev/null
echo done: noise, %(subject)s
"""
    values = dict(seed=seed, messages=messages)
    return instruments() + LOOPED + (
        LEAST % ("-e $keys_box $synth_box", "$noise_box /dev/ttyS2") + play % dict(values, subject=C_LOOP) + ENDED
        + "treadle_runs /data/noisy" + play % dict(values, subject=TREADLE)
        + "kill -USR1 $box; sleep 0.5; begin counters; cat /data/said >>/data/results\n")


class Heard:
    """The results of a listener: its sums, and the lateness of each tick in microseconds, against the ideal grid on
    which no tick is early."""

    def __init__(self, line):
        self.name, *words = line.split()
        self.sums = dict(zip(words[::2], map(int, words[1::2])))
        self.ticks = []

    @property
    def lateness(self):
        late = [tick - index * INTERVAL for index, tick in enumerate(self.ticks[OPENING:])]
        first = min(late)
        return sorted((tick - first) / 1000 for tick in late)

    def at(self, share):
        late = self.lateness
        return late[max(math.ceil(share * len(late)) - 1, 0)]


def heard(lines):
    """Parses the output of `load`: the sums of the played messages, then the listeners in order."""
    played = lines[0].split()
    listeners = []
    for line in lines[1:]:
        if line.isdigit():
            listeners[-1].ticks.append(int(line))
        else:
            listeners.append(Heard(line))
    return dict(zip(played[1::2], map(int, played[2::2]))), listeners


def table(report, rows, width):
    """rows: name and listener of each row. width: of the names."""
    form = "%%-%ds %%8s %%8s %%8s %%8s" % width
    report.say(form % ("", *HEADINGS))
    for name, listener in rows:
        report.say(form % (name, *("%.1f" % listener.at(share) for share in (0.5, 0.99, 0.999, 1))))


def table_of_times(report, heard):
    """heard: the listeners of each time."""
    table(report, [(name + ", " + when, listener) for when, listeners in heard.items()
                   for name, listener in zip(LISTENERS, listeners)], 34)


def goals(report, listeners):
    """The goals of the clock while all ports are loaded."""
    report.goal("as written, 99.9 %", listeners[0].at(0.999), 50, " µs")
    report.goal("as written, worst", listeners[0].at(1), 100, " µs")
    report.goal("DIN, worst", listeners[1].at(1), 640, " µs")
    report.say()


def clean(report, lines):
    """Checks that the loop has neither allocated nor faulted nor dropped."""
    lost = [counted(lines)[name] for name in ("allocations", "page faults", "dropped")]
    report.check("the loop: %d allocations, %d page faults, %d dropped" % tuple(lost), not any(lost))


def counted(lines):
    """The newest counters of the loop in what the box said, by name."""
    last = [line for line in lines if line.startswith("loop: ")][-1]
    return {words[1]: int(words[0]) for words in (part.split(" ", 1) for part in last[6:].split(", "))}
