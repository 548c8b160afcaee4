"""A box of ours in a host of the test's network: runs it, plays into it, and hears what comes in."""

import contextlib
import os
import pathlib
import select
import signal
import socket
import subprocess
import tempfile
import threading
import time

LIMIT = 20

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


class Talk:
    """One of the programs that talk to the box."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(LIMIT)
        self.socket.connect(path)
        self.reader = None
        self.lines = self.socket.makefile("rw", encoding="utf-8", newline="\n")
        self.greeting = self.until("ready")

    def until(self, *ends):
        lines = []
        for line in self.lines:
            lines.append(line.rstrip("\n"))
            if lines[-1].split(" ")[0] in ends:
                return lines
        raise EOFError("the box left after %s" % lines)

    def ask(self, request):
        self.lines.write(request + "\n")
        self.lines.flush()
        return self.until("ok", "error")

    def close(self):
        """Ends a reader in another thread first: closing would wait for it."""
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        if self.reader:
            self.reader.join()
        self.lines.close()
        self.socket.close()


class Box:
    """ports: as `configuration` has them. heard: (alias, bytes) of all that came from the network, in order.
    times: the nanoseconds of each."""

    def __init__(self, binary, network, host, ports, **options):
        self.binary, self.network, self.host, self.ports, self.options = binary, network, host, ports, options
        self.heard, self.times, self.said, self.missed = [], [], [], 0

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self.folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="treadle-network-"))
            self.terminals = [os.openpty() for _ in range(2)]
            stack.callback(lambda: [os.close(end) for ends in self.terminals for end in ends])
            self.path = pathlib.Path(self.folder, "box.yaml")
            self.configure(self.ports, **self.options)
            self.socket = self.folder + "/socket"
            self.process = self.network.start(
                self.host, [self.binary, "run", "--no-realtime", "--socket", self.socket, str(self.path)],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            stack.callback(self.end)
            threading.Thread(target=self.read, daemon=True).start()
            self.wait_for_socket()
            self.talk, self.watch = Talk(self.socket), Talk(self.socket)
            stack.callback(self.talk.close)
            stack.callback(self.watch.close)
            self.watch.ask("watch in")
            self.watch.socket.settimeout(None)
            self.watch.reader = threading.Thread(target=self.hear, daemon=True)
            self.watch.reader.start()
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *_):
        self.stack.close()

    def configure(self, ports, **options):
        keys, sink = (os.ttyname(end) for _, end in self.terminals)
        self.path.write_text(configuration(keys, sink, ports, **options))

    def wait_for_socket(self):
        end = time.monotonic() + LIMIT
        while True:
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
                probe.connect(self.socket)
                return
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the box did not start: %s" % "".join(self.said))
            # The socket is a file that appears: nothing tells when.
            select.select([], [], [], 0.02)

    def read(self):
        with self.process.stdout as lines:
            for line in lines:
                self.said.append(line)

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

    def status(self, request="status"):
        return [line[2:] for line in self.talk.ask(request)[:-1]]

    def is_alive(self):
        return self.process.poll() is None

    def identifier(self):
        """Of the box itself, which `ip netns exec` becomes."""
        return self.process.pid

    def resident(self):
        """Kilobytes."""
        text = pathlib.Path("/proc/%d/status" % self.process.pid).read_text()
        return int(text.split("VmRSS:")[1].split()[0])

    def unread(self):
        """Bytes of datagrams that wait in the box's sockets: what does not fit is lost, as on any network."""
        tables = [pathlib.Path("/proc/%d/net/%s" % (self.process.pid, name)).read_text() for name in ("udp", "udp6")]
        lines = [line.split() for table in tables for line in table.splitlines()[1:]]
        return sum(int(line[4].split(":")[1], 16) for line in lines)

    def descriptors(self):
        return len(os.listdir("/proc/%d/fd" % self.process.pid))

    def reload(self):
        self.talk.ask("reload")

    def kill(self):
        """Without a goodbye, as a pulled plug."""
        self.process.kill()
        self.process.wait()

    def end(self):
        """Asks the box to end; returns its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(LIMIT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        return self.process.returncode
