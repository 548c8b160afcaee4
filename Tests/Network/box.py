"""A box of ours in a host of the test's network: runs it, plays into it, and hears what comes in."""

import contextlib
import functools
import os
import tempfile
import threading

import common.box
from common.folders import write
from common.talk import Talk

# The box is always the first host.
BOX_ADDRESS = "10.77.0.1"

# In and out: everything of `keys` goes to the network, everything of the network to `sink`, neither back.
CONFIGURATION = """treadle: 1
name: Treadle
network: {{ name: {name}, rtp-midi: {{ port: 5004, accept: {accept}, invite: {invite} }} }}
midi-ci: {{ enabled: {inquiries} }}
ports:
  keys: {{ uart: "{keys}", direction: in }}
  sink: {{ uart: "{sink}", direction: out }}
{ports}presets:
- name: Through
  number: 1
  routings:
{routings}"""


def configuration(keys, sink, ports, accept="any", invite=(), name="Treadle", inquiries=False):
    """ports: alias → the text of its place, such as 'network: "*"'. Most tests count messages: no MIDI-CI for them."""
    lines = "".join("  %s: { %s }\n" % item for item in ports.items())
    routings = "".join("  - { name: To %s, from: [keys], to: [%s] }\n  - { name: From %s, from: [%s], to: [sink] }\n"
                       % (alias, alias, alias, alias) for alias in ports)
    places = "[%s]" % ", ".join('"%s"' % place for place in invite)
    return CONFIGURATION.format(keys=keys, sink=sink, ports=lines, accept=accept, invite=places, name=name,
                                inquiries=str(inquiries).lower(), routings=routings)


class Box(common.box.Box):
    """ports: as `configuration` has them. heard: (alias, bytes) of all that came from the network, in order.
    times: the nanoseconds of each."""

    def __init__(self, binary, network, host, ports, **options):
        self.heard, self.times, self.missed = [], [], 0
        with contextlib.ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="treadle-network-"))
            terminals = [os.openpty() for _ in range(2)]
            stack.callback(lambda: [os.close(end) for ends in terminals for end in ends])
            keys, sink = (os.ttyname(end) for _, end in terminals)
            write(folder, {"box.yaml": configuration(keys, sink, ports, **options)})
            start = functools.partial(network.start, host)
            super().__init__(binary, folder + "/box.yaml", "--no-realtime", start=start)
            stack.callback(self.end)
            if not self.is_ready():
                raise RuntimeError("the box did not start: %s" % self.said.seen)
            self.talk, self.watch = (stack.enter_context(contextlib.closing(Talk(self.socket))) for _ in range(2))
            self.watch.ask("watch in")
            self.watch.socket.settimeout(None)
            self.watch.reader = threading.Thread(target=self.hear, daemon=True)
            self.watch.reader.start()
            self.stack = stack.pop_all()

    def __exit__(self, *_):
        self.stack.close()

    def hear(self):
        """Takes in what the box says of incoming messages: in TIME "ALIAS" BYTES."""
        with contextlib.suppress(OSError, ValueError):
            for line in self.watch.lines:
                if line.startswith("missed"):
                    self.missed += int(line.split()[1])
                elif line.startswith("in ") and not line.rstrip().endswith('"'):
                    head, alias, data = line.split('"')
                    if alias != "keys":
                        self.times.append(int(head.split()[1]))
                        self.heard.append((alias, bytes.fromhex(data)))

    def play(self, commands):
        """What `keys` plays, all at once."""
        answer = self.talk.ask("play 0 " + " ".join(command.hex(" ") for command in commands))
        if not answer[-1].startswith("ok"):
            raise RuntimeError("play is answered with %s" % answer)

    def status(self):
        return [line[2:] for line in self.talk.ask("status")[:-1]]

    def says(self, words):
        """Whether a line of its status has these words."""
        return any(words in line for line in self.status())

    def resident(self):
        """Kilobytes."""
        return self.number("VmRSS")

    def unread(self):
        """Bytes of datagrams that wait in the box's sockets: what does not fit is lost, as on any network."""
        lines = [line.split() for name in ("net/udp", "net/udp6") for line in self.read(name).splitlines()[1:]]
        return sum(int(line[4].split(":")[1], 16) for line in lines)

    def descriptors(self):
        return len(self.listed("fd"))

    def kill(self):
        """Without a goodbye, as a pulled plug."""
        self.process.kill()
        self.process.wait()
