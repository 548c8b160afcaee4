"""The clock of a loaded box while a program sends the longest SysEx to another port again and again."""

import load
from latency import LINES, LINES_APPEND, LOOPED
from measured import instruments, measure

# The longest that the box takes from a program, and the milliseconds between two.
BYTES, PAUSE = 65500, 100
BOX = load.LOADED.replace('match: "Noisemaker*", direction: in', 'match: "Noisemaker*"')
FILES = {"data/sent/box.yaml": BOX}
QUIET, BESIDE = "quiet", "beside it"


def script(seed, ticks):
    return instruments() + LOOPED + """
treadle_runs /data/sent
aconnect Treadle:0 $(client $stamped)
measured() { begin "$1"; load $keys %d %d wire $stamped /dev/ttyS2 $synth >>/data/results; }
measured quiet
dump 1 %d %d >/data/sends & sends=$!
measured "beside it"
kill $sends; wait $sends; begin sent; cat /data/sends >>/data/results
kill -USR1 $box; sleep 0.5; begin counters; grep '^loop: ' /data/said | tail -n 1 >>/data/results
""" % (seed, ticks, BYTES, PAUSE)


def sends(report, ticks):
    found, _ = measure(script(1, ticks), 1, FILES, append=LINES_APPEND, arguments=LINES)
    heard = {name: load.heard(found[name])[1] for name in (QUIET, BESIDE)}
    report.say("Clock at 300 BPM among dumps and notes, beside a program that sends 64 KB at once: µs behind the ideal grid")
    report.check("%s dumps sent" % found["sent"][0], int(found["sent"][0]) > 0)
    load.table_of_times(report, heard)
    load.clean(report, found["counters"])
    load.goals(report, heard[BESIDE])
