"""Hosts that speak mDNS: this box's process, and avahi's daemon as the judge of it."""

import os
import pathlib
import subprocess

from common.lines import Lines
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


class Hosts(Network):
    """A network whose hosts speak mDNS. `program` is treadle, `folder` takes the judges' files."""

    def __init__(self, count, program, folder):
        super().__init__(count)
        self.program, self.folder, self.buses = program, pathlib.Path(folder), {}

    def box(self, host, name, *words):
        """The process of a box; its standard input and `lines`."""
        process = self.spoken(host, [self.program, "mdns", "--name", name, *words], stdin=subprocess.PIPE, stderr=None)
        process.lines = Lines(process.stdout)
        return process

    def judge(self, host):
        """Starts avahi's daemon in a host, and waits until it has its name."""
        self.buses[host] = self.folder / ("bus-%d" % host)
        bus = self.file("dbus-%d" % host, DBUS % self.buses[host])
        command = ["dbus-daemon", "--config-file=%s" % bus, "--nofork", "--nopidfile", "--nosyslog", "--print-address"]
        Lines(self.spoken(host, command, stderr=subprocess.DEVNULL).stdout).until("unix:")
        daemon = self.daemon(host, "judge%d" % host, "yes", self.environment(host))
        daemon.until(".*Server startup complete")

    def daemon(self, host, name, bus="no", environment=None):
        """Starts avahi's daemon without anything that asks it. Returns the lines of its log."""
        settings = self.file("avahi-%d" % host, AVAHI % (name, bus))
        command = ["unshare", "--mount", "sh", "-c", DAEMON, "sh", settings]
        return Lines(self.spoken(host, command, env=environment).stdout)

    def browse(self, host):
        """What the judge of a host finds, resolved, until the end."""
        return Lines(self.asked(host, "stdbuf", "-oL", "avahi-browse", "-prk", "_apple-midi._udp").stdout)

    def publish(self, host, name, port):
        """A session that the judge publishes until the process ends."""
        return self.asked(host, "avahi-publish", "-s", name, "_apple-midi._udp", str(port))

    def asked(self, host, *command):
        return self.spoken(host, command, env=self.environment(host))

    def spoken(self, host, command, stderr=subprocess.STDOUT, **options):
        """Starts a program whose output is read as text."""
        return self.start(host, command, stdout=subprocess.PIPE, stderr=stderr, encoding="utf-8", errors="replace",
                          **options)

    def environment(self, host):
        return dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS="unix:path=%s" % self.buses[host], LC_ALL="C.UTF-8")

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)
