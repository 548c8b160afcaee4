"""A simulated box that serves the page, on ports that the kernel has free."""

import contextlib
import functools
import json
import os
import pathlib
import re
import signal
import socket

import common.box
from common.folders import write
from common.talk import Talk
from common.waiting import PATIENCE, until

ADDRESS = re.compile(r"(http://\S+?)/?#code=(\d+)")


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Box(common.box.Box):
    """folder: `box` in it is the configuration, all else is what the box keeps outside of it. A box that is started
    again in the same folder with the same port is the same one for browsers."""

    def __init__(self, binary, folder, port=None):
        self.binary, self.folder, self.port = binary, pathlib.Path(folder), port or free_port()
        kept = {name: self.folder / name for name in ["home", "state", "run"]}
        for path in kept.values():
            path.mkdir(exist_ok=True)
        kept["run"].chmod(0o700)
        environment = dict(os.environ, HOME=str(kept["home"]), XDG_STATE_HOME=str(kept["state"]),
                           XDG_RUNTIME_DIR=str(kept["run"]), LC_ALL="C.UTF-8")
        super().__init__(binary, self.folder / "box", "--simulate", "--http", "127.0.0.1:%d" % self.port,
                         socket=kept["run"] / "box", env=environment)

    def address(self):
        """Waits for the address that it prints. Returns its origin and the code in it (W4)."""
        if not self.said.settle(lambda lines: any(map(ADDRESS.search, lines))):
            raise AssertionError("no address of the page in %s" % self.said.seen)
        return next(filter(None, map(ADDRESS.search, self.said.seen))).groups()

    @property
    def origin(self):
        return self.address()[0]

    @functools.cached_property
    def talk(self):
        """A connection of its own, which keeps what it holds as long as the box lives."""
        return Talk(self.socket)

    def ask(self, *requests):
        """Sends requests to its socket. Returns the lines behind `| ` of all answers; fails if one is refused."""
        lines = []
        for request in requests:
            answer = self.talk.ask(request)
            if not answer[-1].startswith("ok"):
                raise AssertionError("%r is answered with %s" % (request, answer))
            lines += [line[2:] for line in answer if line.startswith("| ")]
        return lines

    def state(self):
        """The state as the socket tells it."""
        with contextlib.closing(Talk(self.socket)) as talk:
            talk.lines.write("state\n")
            talk.lines.flush()
            return json.loads(talk.until("state")[-1].partition(" ")[2])

    def settles(self, is_good):
        """Waits until the state is good. Returns it, fails if it never is."""
        found = until(self.state, is_good)
        if not is_good(found):
            raise AssertionError("the state stays %s" % found)
        return found

    def code(self):
        """A new code, as `treadle code` tells it."""
        said = " ".join(self.ask("web code"))
        return re.search(r"\b(\d{3}) ?(\d{3})\b", said).expand(r"\1\2")

    def server(self):
        """The number of the process that serves the page; None if there is none now."""
        return self.child("web")

    def has_server(self, but=None):
        """Waits for a process that serves the page, and is another one than `but`. Returns its number."""
        found = until(self.server, lambda server: server not in (None, but))
        if found in (None, but):
            raise AssertionError("nothing serves the page: %s" % self.said.seen)
        return found

    def kill(self):
        """As the watchdog or a crash would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def end(self):
        if "talk" in self.__dict__:
            self.__dict__.pop("talk").close()
        return super().end()

    def again(self):
        """The same box, started anew."""
        self.end()
        return Box(self.binary, self.folder, self.port)


def memory(process):
    """The private kilobytes of a process."""
    text = pathlib.Path("/proc/%d/smaps_rollup" % process).read_text()
    return sum(int(size) for size in re.findall(r"^Private_\w+:\s+(\d+) kB", text, re.M))


def configure(folder, files):
    """Writes a configuration for a box in a folder."""
    write(pathlib.Path(folder) / "box", files)
