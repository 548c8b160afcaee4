"""PipeWire of Debian 13 with its RTP-MIDI session, in a root of its own inside a host of the test's network.

It invites every session that mDNS shows it, answers invitations of names that mDNS shows it, and prints what it
hears."""

import pathlib
import subprocess

import tools
from common.lines import Lines
from common.project import ROOT

AVAHI = """[server]
host-name=judge
use-ipv6=no
allow-interfaces=eth0
ratelimit-interval-usec=0
[publish]
publish-hinfo=no
publish-workstation=no
[rlimits]
"""

PIPEWIRE = """context.properties = { core.daemon = true, core.name = pipewire-0, log.level = 2 }
context.spa-libs = { audio.convert.* = audioconvert/libspa-audioconvert, support.* = support/libspa-support }
context.modules = [
  { name = libpipewire-module-protocol-native }
  { name = libpipewire-module-metadata }
  { name = libpipewire-module-spa-node-factory }
  { name = libpipewire-module-client-node }
  { name = libpipewire-module-access }
  { name = libpipewire-module-adapter }
  { name = libpipewire-module-link-factory }
  { name = libpipewire-module-rtp-session
    args = { local.ifname = eth0, local.ifaddress = "%(address)s", control.ip = "%(address)s", control.port = 5004
      sess.name = "%(name)s", sess.media = midi, sess.discover-local = false, use-ipv6 = no
      stream.props = { node.name = session, media.class = "Midi/Source" } } }
]
context.objects = [
  { factory = spa-node-factory, args = { factory.name = support.node.driver, node.name = Dummy-Driver
      node.group = pipewire.dummy, priority.driver = 20000 } }
]
"""

# Prints a line when each part runs, and then what a monitor of the session's node hears.
START = """mkdir -p /run/dbus /run/avahi-daemon /run/pw
dbus-daemon --system --nofork --nopidfile >/tmp/dbus.log 2>&1 &
until [ -S /run/dbus/system_bus_socket ]; do sleep 0.05; done
avahi-daemon --no-drop-root --no-chroot --no-rlimits -f /settings/avahi.conf >/tmp/avahi.log 2>&1 &
until [ -e /run/avahi-daemon/pid ]; do sleep 0.05; done
export XDG_RUNTIME_DIR=/run/pw
pipewire -c /settings/pipewire.conf 2>&1 &
until [ -S /run/pw/pipewire-0 ]; do sleep 0.05; done
echo runs
stdbuf -oL pw-mididump 2>&1 &
while sleep 0.2; do
    pw-link -o 2>/dev/null | grep -v '^Midi-Bridge\\|dump' | while read -r port; do
        pw-link "$port" midi-dump:input 2>/dev/null && echo "linked $port"
    done
done
"""


class PipeWireProgram:
    """said: what it prints."""

    def __init__(self, network, host, folder, name="PipeWire"):
        archive = tools.pipewire_root()
        self.root, settings = pathlib.Path(folder, "root"), pathlib.Path(folder, "settings")
        self.root.mkdir()
        settings.mkdir()
        subprocess.run(["tar", "-C", self.root, "-xf", archive], check=True)
        (settings / "avahi.conf").write_text(AVAHI)
        (settings / "pipewire.conf").write_text(PIPEWIRE % {"address": "10.77.0.%d" % host, "name": name})
        process = network.start(
            host, [ROOT / "Board" / "tools" / "in-root", self.root, "--bind", settings, "/settings", "sh", "-c",
                   START], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.said = Lines(process.stdout)
