"""The boxes, scenarios and scripts of the latency bench."""

import math

from measured import instruments
from tree import REGISTERS, SLOTS

# Two serial lines that are looped back: the box or the test receives on each line what is written to it.
LINES = ["-chardev", "null,id=in", "-device", "pci-serial,chardev=in",
         "-chardev", "null,id=out", "-device", "pci-serial,chardev=out"]
LINES_APPEND = "8250.nr_uarts=4"
# Each byte causes an interrupt, as the box requests it; the minimal loop does not.
LOOPED = """
looped /dev/ttyS1 /dev/ttyS2 >/data/looped &
until [ -s /data/looped ]; do sleep 0.1; done
for line in 1 2; do echo 1 >/sys/class/tty/ttyS$line/rx_trig_bytes; done
"""


def through(of_each="", more="", presets=1):
    """A box that passes on what a keyboard plays. of_each: further keys of both ports; more: lines with other ports;
    presets: how many alike it has."""
    return "".join(["""
treadle: 1
name: Through
ports:
  keys: { match: "Keystation*", direction: in%s }
  synth: { match: "Montage*", direction: out%s }
%sclock: { send-when-stopped: false }
presets:
""" % (of_each, of_each, more)] + [
        "  - { name: Preset %d, number: %d, routings: [{ from: [keys], to: [synth] }] }\n" % (n, n)
        for n in range(1, presets + 1)])


THROUGH = through()

LINE_THROUGH = """
treadle: 1
name: Lines
ports:
  keys: { uart: /dev/ttyS1, direction: in }
  synth: { uart: /dev/ttyS2, direction: out }
clock: { send-when-stopped: false }
presets:
  - { name: Only, number: 1, routings: [{ from: [keys], to: [synth] }] }
"""

# The same two lines with a device tree that declares them as MIDI: the kernel's driver makes a sound card of each.
SERIAL_THROUGH = """
treadle: 1
name: Serial
ports:
  keys: { match: "Serial MIDI 0*", direction: in }
  synth: { match: "Serial MIDI 1*", direction: out }
clock: { send-when-stopped: false }
presets:
  - { name: Only, number: 1, routings: [{ from: [keys], to: [synth] }] }
"""
SERIAL_DEVICES = "".join(
    "%s=/dev/snd/$(basename /sys/bus/pci/devices/0000:00:%x.0/*/*/serial*/serial*/sound/card*/midi*)\n" % (name, slot)
    for name, slot in zip(["keys", "synth"], SLOTS))


def full():
    """The largest preset: the played notes pass the last of 64 routings, which all listen to the keyboard; display,
    tilt and clock run."""
    routings = ["{ from: [keys], to: [synth], restrict: { channel: %d, notes: %d..%d }, notes: { shift: 1 } }" % (
        2 + count % 15, count, count + 32) for count in range(63)]
    routings.append("{ from: [keys], to: [synth], restrict: { channel: 1 } }")
    return """
treadle: 1
name: Full
ports:
  keys: { match: "Keystation*", direction: in }
  synth: { match: "Montage*", direction: out }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27, columns: 20, rows: 4 }
motion: { chip: lis3dh, bus: /dev/i2c-0, address: 0x18 }
presets:
  - name: Full
    number: 1
    routings:
      - %s
""" % "\n      - ".join(routings)


CHIPS = """
insmod /lib/modules/i2c-stub.ko chip_addr=0x27,0x18
for pair in 0x0F=0x33 0x2C=0x80 0x2D=0x3E; do i2cset -y 0 0x18 ${pair%=*} ${pair#*=}; done
"""

# Name, notes in one write, messages, whether two busy programs run.
SCENARIOS = [
    ("singles", 1, 400, False),
    ("bursts of ten", 10, 600, False),
    ("singles, busy", 1, 200, True),
    ("bursts of ten, busy", 10, 300, True),
]

C_LOOP, EPOLL, WHOLE, SEQUENCER, TREADLE, FULL = (
    "least loop in C", "the same with epoll", "and by messages", "sequencer connection", "treadle", "treadle, 64 routings")
USB, LINE, SERIAL = "USB to USB", "DIN to DIN", "serial MIDI to serial MIDI"
PLAIN_USB = "USB to USB, plain Linux"


def played(path, subject, seed, share, source, destination, has_loop, scenarios):
    """Shell commands that play every scenario through the running subject. has_loop: whether it reports processor
    time."""
    commands, busy = [], False
    for name, burst, messages, is_busy in scenarios:
        if is_busy != busy:
            commands.append("crowd" if is_busy else "leave")
            busy = is_busy
        commands.append('begin "%s|%s|%s"' % (path, subject, name))
        play = "counted %s" if has_loop and not is_busy else "latency %s >>/data/results"
        commands.append(play % "%s %s %d %d %d" % (source, destination, seed, round(messages * share), burst))
    return "\n".join(commands + ["leave"] * busy) + "\n"


LEAST = "through %s %s >/data/said & box=$!; sleep 0.5\n"
ENDED = "kill $box; wait $box 2>/dev/null; sleep 0.3\n"


def round_of(seed, share, subject, has_loop=True, path=USB, source="$keys", destination="$synth", scenarios=SCENARIOS):
    return played(path, subject, seed, share, source, destination, has_loop, scenarios) + "echo done: %s, %s\n" % (
        path, subject)


def script(seed, share):
    """The whole latency script for a seed. share: part of the usual number of messages."""
    lines = dict(path=LINE, source="/dev/ttyS1", destination="/dev/ttyS2")
    return instruments() + CHIPS + (
        LEAST % ("$keys_box", "$synth_box") + round_of(seed, share, C_LOOP) + ENDED
        + LEAST % ("-e $keys_box", "$synth_box") + round_of(seed, share, EPOLL) + ENDED
        + "aconnect $(client $keys_box) $(client $synth_box)\n" + round_of(seed, share, SEQUENCER, False)
        + "aconnect -x\n"
        + "treadle_runs /data/through\n" + round_of(seed, share, TREADLE) + ENDED
        + "treadle_runs /data/full\n" + round_of(seed, share, FULL) + ENDED
        + LOOPED
        + LEAST % ("/dev/ttyS1", "/dev/ttyS2") + round_of(seed, share, C_LOOP, **lines) + ENDED
        + LEAST % ("-e /dev/ttyS1", "/dev/ttyS2") + round_of(seed, share, EPOLL, **lines) + ENDED
        + LEAST % ("-m /dev/ttyS1", "/dev/ttyS2") + round_of(seed, share, WHOLE, **lines) + ENDED
        + "treadle_runs /data/lines\n" + round_of(seed, share, TREADLE, **lines) + ENDED)


# The command line of a Linux that nobody tuned: two processors, no one isolated, interrupts where they happen.
PLAIN = "console=ttyAMA0 quiet panic=1 dummy_hcd.num=4 snd_virmidi.enable=0"


def plain_script(seed, share):
    """The latency script for a plain Linux: from USB to USB, quiet, against the sequencer connection."""
    quiet = dict(path=PLAIN_USB, scenarios=SCENARIOS[:2])
    return instruments() + (
        "aconnect $(client $keys_box) $(client $synth_box)\n" + round_of(seed, share, SEQUENCER, False, **quiet)
        + "aconnect -x\n"
        + "treadle_runs /data/through\n" + round_of(seed, share, TREADLE, False, **quiet) + ENDED)


def serial_script(seed, share):
    """The latency script for two serial lines that the kernel's driver makes sequencer ports of."""
    looped = "looped -r %s\n" % " ".join(REGISTERS)

    def one(subject, has_loop=True):
        return looped + round_of(seed, share, subject, has_loop, SERIAL, "-l $keys")
    return SERIAL_DEVICES + (
        LEAST % ("$keys", "$synth") + one(C_LOOP) + ENDED
        + LEAST % ("-e $keys", "$synth") + one(EPOLL) + ENDED
        + LEAST % ("-m $keys", "$synth") + one(WHOLE) + ENDED
        + "aconnect $(client $keys) $(client $synth)\n" + one(SEQUENCER, False) + "aconnect -x\n"
        + "treadle_runs /data/serial\n" + one(TREADLE) + ENDED)


FILES = {
    "data/through/box.yaml": THROUGH,
    "data/full/box.yaml": full(),
    "data/lines/box.yaml": LINE_THROUGH,
    "data/serial/box.yaml": SERIAL_THROUGH,
}

HEADINGS = ["median", "99 %", "99.9 %", "worst"]


class Sample:
    """Latencies of a subject in a scenario, of all seeds together."""

    def __init__(self, path=USB):
        # Between serial lines, the processor time of an idle loop is small and depends on the emulator, so it is
        # ignored.
        self.has_peace = path == USB
        self.values, self.messages, self.wrong, self.used = [], 0, 0, None

    def add(self, lines):
        """Adds the output of `latency`, followed by that of `counted`."""
        self.values += [int(line) / 1000 for line in lines if line.isdigit()]
        words = {line.split()[0]: line.split() for line in lines if not line.isdigit()}
        messages, wrong = map(int, words["messages"][1::2])
        self.messages += messages
        self.wrong += wrong
        if "used" in words:
            before, after, later = map(int, words["used"][1:])
            self.used = (self.used or 0) + (after - before) - (later - after if self.has_peace else 0)

    def at(self, share):
        """The percentile of a share 0...1, in microseconds."""
        values = sorted(self.values)
        return values[max(math.ceil(share * len(values)) - 1, 0)]

    @property
    def figures(self):
        """Median, 99th and 99.9th percentile, maximum."""
        return [self.at(0.5), self.at(0.99), self.at(0.999), self.at(1)]
