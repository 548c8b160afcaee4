"""Hosts that speak mDNS: this box's process, and avahi's daemon as the judge of it."""

import os
import pathlib
import queue
import re
import subprocess
import threading
import time

from namespaces import Network

DBUS = """<busconfig><listen>unix:path=%s</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
</policy></busconfig>"""

AVAHI = """[server]
host-name=%s
allow-interfaces=eth0
enable-dbus=%s
disallow-other-stacks=no
[wide-area]
enable-wide-area=no
[publish]
publish-hinfo=no
publish-workstation=no
[rlimits]
"""

# The daemon's files are where every daemon has them, so each gets a mount namespace.
DAEMON = """set -e
mkdir -p /run/avahi-daemon
mount -t tmpfs tmpfs /run/avahi-daemon
mount -t tmpfs tmpfs /etc/avahi/services
exec avahi-daemon --debug --no-drop-root --no-chroot --no-rlimits -f "$1"
"""


class Lines:
    """What a program prints, line by line."""

    def __init__(self, process):
        self.process, self.waiting, self.seen = process, queue.Queue(), []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.waiting.put(line.decode().rstrip("\n"))
        self.waiting.put(None)

    def until(self, pattern, seconds=20):
        """The next line that begins with a pattern, as a match."""
        end = time.monotonic() + seconds
        while True:
            try:
                line = self.waiting.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                raise AssertionError("no %r within %g s in %s" % (pattern, seconds, self.seen)) from None
            if line is None:
                raise AssertionError("no %r until the end in %s" % (pattern, self.seen))
            self.seen.append(line)
            found = re.match(pattern, line)
            if found:
                return found

    def comes(self, pattern, seconds):
        """Whether such a line comes in time."""
        try:
            return bool(self.until(pattern, seconds))
        except AssertionError:
            if self.process.poll() is not None:
                raise
            return False

    def settle(self, is_good, seconds=20):
        """Reads on until all lines together are good."""
        end = time.monotonic() + seconds
        while not is_good(self.seen):
            self.until("", max(0, end - time.monotonic()))

    def all(self, patterns, seconds=20):
        """Waits for a line of each pattern, in any order."""
        left = list(patterns)
        while left:
            line = self.until("|".join("(?:%s)" % each for each in left), seconds)[0]
            left = [each for each in left if not re.match(each, line)]


class Hosts(Network):
    """A network whose hosts speak mDNS. `program` is treadle, `folder` takes the judges' files."""

    def __init__(self, count, program, folder):
        super().__init__(count)
        self.program, self.folder, self.buses = program, pathlib.Path(folder), {}

    def box(self, host, name, *words):
        """The process of a box; its standard input and `lines`."""
        process = self.start(host, [self.program, "mdns", "--name", name, *words], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE)
        process.lines = Lines(process)
        return process

    def judge(self, host):
        """Starts avahi's daemon in a host, and waits until it has its name."""
        self.buses[host] = self.folder / ("bus-%d" % host)
        bus = self.file("dbus-%d" % host, DBUS % self.buses[host])
        Lines(self.start(host, ["dbus-daemon", "--config-file=%s" % bus, "--nofork", "--nopidfile", "--nosyslog",
                                "--print-address"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)).until("unix:")
        daemon = self.daemon(host, "judge%d" % host, "yes", self.environment(host))
        daemon.until(".*Server startup complete")

    def daemon(self, host, name, bus="no", environment=None):
        """Starts avahi's daemon without anything that asks it. Returns the lines of its log."""
        settings = self.file("avahi-%d" % host, AVAHI % (name, bus))
        process = self.start(host, ["unshare", "--mount", "sh", "-c", DAEMON, "sh", settings], env=environment,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return Lines(process)

    def browse(self, host):
        """What the judge of a host finds, resolved, until the end."""
        return Lines(self.asked(host, "stdbuf", "-oL", "avahi-browse", "-prk", "_apple-midi._udp"))

    def publish(self, host, name, port):
        """A session that the judge publishes until the process ends."""
        return self.asked(host, "avahi-publish", "-s", name, "_apple-midi._udp", str(port))

    def asked(self, host, *command):
        return self.start(host, command, env=self.environment(host), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def environment(self, host):
        return dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS="unix:path=%s" % self.buses[host], LC_ALL="C.UTF-8")

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)
