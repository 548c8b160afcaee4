"""What a preset makes of every key, found by playing: each key of each port in turn through `treadle render`."""
import os
import re
import subprocess

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
NAMES = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
SOFT, HARD = 40, 90
# Each key is struck twice, soft and hard: time, status and value of the messages.
PLAYED = [(5000, 0x90, SOFT), (5002, 0x80, 64), (5004, 0x90, HARD), (5006, 0x80, 64)]


def note(key):
    return "%s%d" % (NAMES[key % 12], key // 12 - 1)


def run(binary, arguments, script=None):
    done = subprocess.run([binary, *arguments], input=script, cwd=ROOT, capture_output=True, text=True, timeout=60)
    if done.returncode:
        raise ValueError("%s: %s" % (" ".join(arguments), done.stderr))
    return done.stdout


def sources(binary, board):
    """The aliases of the ports at which something can come in, in the order of the box file."""
    return re.findall(r"^port (\S+): .*(?:, in$|, in and out$|virtual)", run(binary, ["check", board]), re.M)


def render(binary, board, preset, script):
    """What leaves the box: (instant, port, bytes) for messages, (instant, routing) for what one of them dropped."""
    sent, dropped = [], []
    arguments = ["render", "--why", "--preset", str(preset), board + "/box.yaml"]
    for line in run(binary, arguments, script).splitlines():
        time, port, rest = line.split(" ", 2)
        if port == "why":
            dropped.append((float(time), rest.split(": ")[0]))
        elif not re.match(r"F\S", rest):
            sent.append((float(time), port, [int(byte, 16) for byte in rest.split()]))
    return sent, dropped


def ways(binary, board, preset):
    """The ways of the keys: (source, routing, lowest, highest, port, channel, shift, velocity) each."""
    found = []
    for source in sources(binary, board):
        lines = ["%d %s %02X %02X %02X" % (time + 10 * key, source, status, key, value)
                 for key in range(128) for time, status, value in PLAYED]
        sent, dropped = render(binary, board, preset, "\n".join(lines))
        found += ranges(source, [one for one in sent if one[0] >= 5000], dropped)
    return found


def ranges(source, sent, dropped):
    """Neighbouring keys that go the same way, put together."""
    made = {}
    for time, port, (status, key, value) in [one for one in sent if len(one[2]) == 3 and one[2][0] >> 4 == 9]:
        played, instant = divmod(round(time) - 5000, 10)
        made.setdefault((port, (status & 15) + 1, key - played), {}).setdefault(played, {})[instant] = value
    for (port, channel, shift), keys in made.items():
        values = next(iter(keys.values()))
        soft, hard = values.get(0), values.get(4)
        velocity = "" if (soft, hard) == (SOFT, HARD) else "velocity %d" % soft if soft == hard else "velocity curve"
        low, high = min(keys), max(keys)
        yield source, routing(keys, dropped), low, high, port, channel, shift, velocity


def routing(keys, dropped):
    """The routing that lets these keys through and drops all others, if there is one; else no name."""
    names = {name for _, name in dropped}
    stopped = {name: {int(time - 5000) // 10 for time, of in dropped if of == name and time >= 5000} for name in names}
    fitting = [name for name in sorted(names) if stopped[name] == set(range(128)) - set(keys)]
    return fitting[0] if len(fitting) == 1 else ""


def programs(binary, board, preset):
    """The programs that loading calls, by port and channel."""
    sent, _ = render(binary, board, preset, "0 end")
    return {(port, (data[0] & 15) + 1): data[1] for _, port, data in sent if data[0] >> 4 == 12}


def controllers(binary, board, preset, source):
    """The controllers that leave as others: (from, port, channel, to) each."""
    numbers = list(range(120))
    lines = ["%d %s B0 %02X 40" % (5000 + 10 * number, source, number) for number in numbers]
    sent, _ = render(binary, board, preset, "\n".join(lines))
    for time, port, data in sent:
        number = (round(time) - 5000) // 10
        if time >= 5000 and data[0] >> 4 == 11 and data[1] != number:
            yield number, port, (data[0] & 15) + 1, data[1]
