"""The program on an ordinary Linux, started by a user without and with permission for the devices."""

import unittest

from board import Board
from boxed import LEVEL
from chips import Bus
from gadget import Gadget
from lines import Lines
from test_bench import WITHOUT_BOX

BOX = """
treadle: 1
name: By hand
ports:
  keys: { match: "Keystation*" }
  din: { uart: /dev/ttyS0 }
  daw: { virtual: both }
  lost: { match: "Nobody has this*" }
midi-ci: { enabled: false }
clock: { send-when-stopped: false }
footswitches:
  A: { line: "gpiochip0:0", led: "gpiochip0:2" }
  B: { line: "gpiochip0:1" }
motion: { chip: lis3dh, bus: /dev/i2c-0, address: 0x18 }
display: { chip: hd44780, bus: /dev/i2c-0, address: 0x27 }
presets: [{ name: Only, number: 1, routings: [{ from: [keys], to: [din] }] }]
"""

# Owners of devices as on Raspberry Pi OS, except that only root may use the I2C bus.
OWNERS = """
echo pi:x:1000:1000::/data:/bin/sh >/etc/passwd
printf 'dialout:x:20:%s\\naudio:x:29:%s\\ngpio:x:997:%s\\npi:x:1000:\\n' >/etc/group
"""
DEVICES = """
chgrp -R 29 /dev/snd; chmod 660 /dev/snd/*
chgrp 20 /dev/ttyS0; chmod 660 /dev/ttyS0
chgrp 997 /dev/gpiochip0; chmod 660 /dev/gpiochip0
chown 1000 /data
"""

JOIN = "its group is '%s': 'sudo usermod -aG %s $USER', then log in again"
RULES = "only root may; the rules in docs/HARDWARE.md, \"On a Linux that you have\", give it to the group '%s'"


class Permissions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.board = board = cls.enterClassContext(Board(files={"data/box.yaml": BOX}, prepare=WITHOUT_BOX))
        cls.lines = Lines(board, ["A", "B", "LED"])
        cls.bus = Bus(board, [0x27, 0x18])
        for register, value in LEVEL.items():
            cls.bus.set(0x18, register, value)
        cls.keys = Gadget(board, "keys", product="Keystation").plug()
        board.run(DEVICES)

    def members(self, *users):
        """Sets the members of the groups dialout, audio and gpio."""
        self.board.run(OWNERS % ((users or ("",)) * 3))

    def start(self, before="", limits="ulimit -l 64; ulimit -r 0"):
        """Starts the box as a user who has just logged in."""
        self.addCleanup(self.board.sh, "kill $(pidof treadle); while pidof treadle; do usleep 20000; done")
        self.board.run("rm -f /data/said; (%s; su pi -c '%s exec treadle run /data' >/data/said 2>&1) &" % (limits, before))

    def said(self, *texts):
        """Waits until the output contains all texts. Returns the whole output."""
        for text in texts:
            self.board.wait("grep -F -- \"$(cat <<'END'\n%s\nEND\n)\" /data/said || { cat /data/said; false; }" % text)
        return self.board.run("cat /data/said")

    def test_everything_that_is_not_permitted_is_said_once_with_what_permits_it(self):
        self.members()
        self.start()
        refused = [
            "footswitches A, B: /dev/gpiochip0: permission denied; " + JOIN % ("gpio", "gpio"),
            "LED A: /dev/gpiochip0: permission denied; " + JOIN % ("gpio", "gpio"),
            "display: /dev/i2c-0: permission denied; " + RULES % "i2c",
            "motion: /dev/i2c-0: permission denied; " + RULES % "i2c",
            "/dev/snd/controlC",
            "without realtime scheduling: Operation not permitted; put the line '@audio - rtprio 40' into "
            "/etc/security/limits.d/treadle.conf, join the group 'audio' and log in again or run with --no-realtime",
            "without locked memory: ",
            "the processor may sleep deeply between notes: /dev/cpu_dma_latency: permission denied; " + RULES % "audio",
        ]
        text = self.said(
            *("treadle: " + line for line in refused),
            "  din: /dev/ttyS0: permission denied; " + JOIN % ("dialout", "dialout"),
            "  daw: /dev/snd/seq: permission denied; " + JOIN % ("audio", "audio"),
            "  lost: missing; no device here is called \"Nobody has this*\"; 'treadle ports' shows what is here",
            "  loop: processor 1")
        self.assertEqual(text.count("treadle: "), len(refused), text)
        self.assertIn("Treadle", text.splitlines()[0])

    def test_who_has_joined_a_group_is_told_to_log_in_anew(self):
        self.members()
        self.start(before="touch /data/in; until [ -e /data/joined ]; do usleep 20000; done;")
        self.board.wait("[ -e /data/in ]")
        self.members("pi")
        self.board.run("touch /data/joined")
        self.said(
            "treadle: footswitches A, B: /dev/gpiochip0: permission denied; you have joined its group 'gpio' since: "
            "log in again")

    def test_what_is_permitted_is_used_and_said(self):
        """Memory may be locked up to a limit, as on most systems; the box must not fail when it reaches the limit."""
        self.members("pi")
        self.board.run("chgrp 29 /dev/cpu_dma_latency /dev/i2c-0; chmod 660 /dev/cpu_dma_latency /dev/i2c-0")
        self.start(limits="ulimit -l 65536; ulimit -r 40")
        text = self.said(
            "  footswitches A, B on gpiochip0", "  LED A on gpiochip0", "  keys: in and out at usb:1-1, Keystation",
            "  din: in and out at /dev/ttyS0", "  daw: in and out, virtual", "  motion: lis3dh at 0x18 on /dev/i2c-0",
            "  display: 16x2 at 0x27 on /dev/i2c-0",
            "  loop: memory locked, no deep sleep, realtime priority 40, processor 1", ", realtime")
        self.assertNotIn("treadle: ", text)
        self.lines.down("A")
        self.board.wait("[ $(cat %s) = 1 ]" % self.lines.file("LED", "value"))
        self.lines.up("A")
        self.keys.send([0x90, 60, 1, 0x80, 60, 1])
        self.assertEqual(self.board.read_din(6).hex(" "), "90 3c 01 80 3c 01")
