"""A computer with BlueZ: a second emulated board, on which Debian's bluetoothd and bus run instead of the box, with a
radio of its own at the air of the first. BlueZ offers each Bluetooth instrument as a client of the sequencer.

BlueZ is the central only: its MIDI plugin plays instruments, and has no service of its own."""

import re

from bluetooth import APPEND, ATTACH
from board import BUILT, Board
from common.project import REPORT
from hci_capture import RECEIVED

ADDRESS = "C4:C5:C6:00:00:02"
START = "bluetoothd --nodetach >/dev/console 2>&1 &"
# In place of the box: the drivers that it loads elsewhere, the bus, BlueZ, a person who agrees to pair, and the shell
# of the test as process 1.
PREPARE = ATTACH + """
while read -r module; do insmod "$module"; done </lib/treadle/bluetooth.order
mkdir -p /run/dbus
dbus-daemon --system
%s
tail -f /dev/null | bluetoothctl --agent NoInputNoOutput >/tmp/person 2>&1 &
exec /etc/treadle/rc
""" % START
DUMP = "/tmp/dump"
# A data packet of H4 (Core, Vol 4, Part A, 2); channel and operation of a notification (Vol 3, Part F, 3.4.7.1).
ACL, NOTIFICATION = b"\2", b"\4\0\x1b"


class BlueZ(Board):
    """The computer. radio: of the board. `line` is its own at the same air. name: of the console's log file."""

    IMAGES = [*Board.IMAGES, BUILT / "bluez.cpio"]

    def __init__(self, radio, name):
        self.line, self.name = radio.line("computer", ADDRESS), name
        super().__init__(prepare=PREPARE, arguments=self.line.arguments, append=APPEND + " snd_virmidi.enable=0")

    def find(self, name):
        """Looks for a device until one of this name is found. Returns its address."""
        self.wait("grep 'Agent registered' /tmp/person && bluetoothctl show | grep 'Powered: yes'")
        self.run("bluetoothctl --timeout 600 scan on >/dev/null 2>&1 & echo $! >/tmp/scan.pid")
        found = self.wait("bluetoothctl devices | grep ' %s$'" % name)
        self.run("kill $(cat /tmp/scan.pid)")
        return re.search(r"Device (\S+)", found)[1]

    def ask(self, *words):
        """Gives bluetoothctl a command, which must succeed."""
        return self.run("bluetoothctl " + " ".join(words))

    def knows(self, address, fact):
        """Waits until BlueZ says this of a device."""
        self.wait("bluetoothctl info %s | grep '%s'" % (address, fact))

    def restart(self):
        """Ends BlueZ, and starts it again."""
        self.run("killall bluetoothd")
        self.wait("! pidof bluetoothd")
        self.run(START)

    def listen(self, name):
        """Waits until BlueZ offers a device of this name. Keeps only what that plays from now on."""
        self.run("killall -q aseqdump; rm -f " + DUMP)
        self.wait("! aconnect -l | grep 'Connecting To'")
        self.wait("aconnect -l | grep \"^client .*: '%s'\"" % name)
        self.run("aseqdump -p '%s' >%s 2>&1 &" % (name, DUMP))
        self.wait("aconnect -l | grep 'Connecting To'")

    def heard(self):
        """What was kept: whole lines of aseqdump, without the port."""
        lines = self.sh("cat " + DUMP)[1].rpartition("\n")[0].splitlines()
        return [line.split(None, 1)[1] for line in lines if re.match(r" *\d+:\d", line)]

    def loses(self, name):
        """Waits until BlueZ no longer offers a device of this name."""
        self.wait("! aconnect -l | grep \"^client .*: '%s'\"" % name)

    def packets(self):
        """The packets of Bluetooth MIDI that the computer has got: in frames of H4, what a notification holds."""
        return [data[12:] for _, direction, data in list(self.line.capture.packets)
                if direction == RECEIVED and data[:1] == ACL and data[7:10] == NOTIFICATION]

    def play(self, name, *messages):
        """Plays to a device that BlueZ offers."""
        self.run("aseqsend -p '%s' '%s'" % (name, b"".join(messages).hex(" ")))

    def close(self):
        if self.console:
            REPORT.mkdir(parents=True, exist_ok=True)
            (REPORT / ("board-%s.console.txt" % self.name)).write_text(self.console)
        super().close()
