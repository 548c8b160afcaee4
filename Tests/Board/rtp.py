"""The box and scripts of the network bench: peers in the same machine, over its loopback, so that nothing but the box
and the kernel takes time. See programs/session.h."""

from latency import ENDED

BOX = """
treadle: 1
name: Peers
network: { rtp-midi: { accept: any, interfaces: [lo] } }
ports:
  first: { network: "127.0.0.1:7004", initiate: false%s }
  second: { network: "127.0.0.1:7006", initiate: false }
  others: { network: "*" }
  synth: { match: "Nobody*", direction: out }
clock: { send-when-stopped: false }
presets:
  - name: Only
    number: 1
    routings:
      - { name: Back, from: [first], to: [first], channel: 2 }
      - { name: Away, from: [second, others], to: [synth] }
"""

FILES = {"data/peers/box.yaml": BOX % "", "data/buffered/box.yaml": BOX % ", buffer: 5 ms"}
ECHO, EPOLL, BARE, TREADLE = "least echo in C", "the same with epoll", "treadle, no journals", "treadle"
# Where a session begins.
FIRST, SECOND = 7004, 7006
# The delays of a line at most, and of `buffer`, in microseconds.
JITTER, BUFFER = 4000, 5000
QUIET, BESIDE = "quiet", "beside it"

HELP = """
ip link set lo up
# Starts a box and waits until it takes invitations.
treadle_waits() { treadle run "$@" >/data/said 2>&1 & box=$!
    until grep -q '^  synth' /data/said; do sleep 0.1; done; sleep 1; }
# The loop's counters, as the last of the results.
counters() { kill -USR1 $box; sleep 0.5; begin $1; cat /data/said >>/data/results; }
"""


def script(seed, messages, rounds=2):
    """Round trips of notes, in turn through the echo and the box, and again through new ones."""
    text = HELP
    for number in range(rounds):
        own = seed * 100 + number
        for subject, ports in [(ECHO, "5005"), (EPOLL, "5005 5007")]:
            text += "reflect %s >/data/said & box=$!; sleep 0.5\n" % ports
            text += 'begin "%s|%d"; packets -e %d %d %d >>/data/results\n' % (
                subject, number, FIRST, own, messages) + ENDED
        text += "treadle_waits /data/peers\n"
        for subject, option in [(BARE, "-n"), (TREADLE, "")]:
            text += 'begin "%s|%d"; packets %s %d %d %d >>/data/results; sleep 1\n' % (
                subject, number, option, FIRST, own, messages)
        text += "counters counters-%d\n" % number + ENDED + "echo done: round trips\n"
    return text


def jitter_script(seed, messages):
    """The same notes over lines without and with jitter, to a port with a buffer."""
    text = HELP
    for line in (0, JITTER):
        text += "treadle_waits /data/buffered\n"
        text += 'begin "jitter|%d"; jitter %d %d %d %d >>/data/results\n' % (line, FIRST, seed, messages, line)
        text += "counters counters-%d\n" % line + ENDED + "echo done: jitter\n"
    return text


def flood_script(seed, messages):
    """Round trips of one peer while another is silent, and while it floods."""
    def play(subject, option):
        return ('begin "%s|%s"; packets %s %d %d %d >>/data/results\n' % (QUIET, subject, option, FIRST, seed, messages)
                + "sleep 1; flood %s %d & flood=$!; sleep 1\n" % (option, SECOND)
                + 'begin "%s|%s"; packets %s %d %d %d >>/data/results\n' % (
                    BESIDE, subject, option, FIRST, seed, messages)
                + "kill $flood; wait $flood 2>/dev/null; echo done: flood, %s\n" % subject)
    # The echo knows one peer for each port, so the same program plays twice from the same port.
    return (HELP + "reflect 5005 5007 >/data/said & box=$!; sleep 0.5\n" + play(ECHO, "-e") + ENDED
            + "treadle_waits /data/peers\n" + play(TREADLE, "") + "counters counters\n")


def silent_script(seconds):
    """Eight silent peers."""
    return HELP + ("treadle_waits /data/peers\nsilent %d 8 %d $box\nsleep 0.5; begin counters\n"
                   "cat /data/said >>/data/results\n" % (FIRST, seconds))
