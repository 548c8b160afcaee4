"""USB instruments: gadgets of the board's own kernel, plugged into USB sockets of the same kernel.

The box sees a real USB-MIDI device. The instrument's own side is a second sound card of the board, through which a test
plays and listens.
"""

import shlex

from common.waiting import PATIENCE

GADGETS = "/sys/kernel/config/usb_gadget"


class Gadget:
    """An instrument with as many MIDI inputs as outputs, because the kernel's gadget confuses the two numbers if they
    differ. midi2: whether it uses UMP, with one group. settings: more shell commands, in the folder of its function.
    socket: which of the board's four USB sockets it uses, 0...3."""

    def __init__(self, board, name, ports=1, serial="1", product=None, maker="Workshop", vendor=0x1D6B,
                 model=0x0104, socket=0, midi2=False, settings=""):
        self.board, self.name, self.socket, self.midi2 = board, name, socket, midi2
        self.folder = "%s/%s" % (GADGETS, name)
        function = "functions/%s.%s" % ("midi2" if midi2 else "midi", name)
        details = "" if midi2 else "echo %d >%s/in_ports; echo %d >%s/out_ports; echo %s >%s/id;" % (
            ports, function, ports, function, shlex.quote(name), function)
        board.run("""set -e; mkdir %(folder)s; cd %(folder)s
            echo %(vendor)#x >idVendor; echo %(model)#x >idProduct; echo 0x0200 >bcdUSB
            mkdir strings/0x409; cd strings/0x409
            echo %(maker)s >manufacturer; echo %(product)s >product; echo %(serial)s >serialnumber; cd ../..
            mkdir -p configs/c.1 %(function)s; %(details)s
            cd %(function)s; %(settings)s
            cd %(folder)s; ln -s %(function)s configs/c.1/""" % dict(
                folder=self.folder, vendor=vendor, model=model, function=function, details=details, settings=settings,
                maker=shlex.quote(maker), product=shlex.quote(product or name), serial=shlex.quote(serial)))

    def connect(self):
        """Plugs the instrument in."""
        self.board.run("echo dummy_udc.%d >%s/UDC" % (self.socket, self.folder))
        return self

    def plug(self):
        """Plugs the instrument in and waits until both sides have a card."""
        self.connect()
        self.board.wait("ls -d %s" % self._box_side())
        return self

    def unplug(self):
        """Unplugs the instrument and waits until the box's side has lost its card."""
        self.board.run("echo >%s/UDC" % self.folder)
        self.board.wait("! ls -d %s" % self._box_side())

    def card(self):
        """The number of the card through which the instrument itself plays."""
        return self._number(self._own_side())

    def box_card(self):
        """The number of the card that the box uses."""
        return self._number(self._box_side())

    def port(self, cable=0):
        """The instrument's own end of a cable, in the form of amidi."""
        return "hw:%d,%d,%d" % (self.card(), 1 if self.midi2 else 0, cable)

    def send(self, data, cable=0):
        """Sends MIDI 1.0 bytes from the instrument."""
        self.board.run("amidi -p %s -S '%s'" % (self.port(cable), bytes(data).hex(" ")))

    def listen(self, cable=0):
        """Begins to record what the box sends to the instrument. Returns a Recording."""
        return Recording(self.board, self.port(cable), "/tmp/%s-%d" % (self.name, cable))

    def _own_side(self):
        return "/sys/devices/platform/dummy_udc.%d/gadget.*/sound/card*" % self.socket

    def _box_side(self):
        return "/sys/devices/platform/dummy_hcd.%d/usb*/*/*/sound/card*" % self.socket

    def _number(self, pattern):
        return int(self.board.run("ls -d %s" % pattern).rsplit("card", 1)[1])


def await_size(board, command, size, timeout):
    """Waits on the board until what a command prints is as large. The board's clock counts, which may go slowly."""
    board.sh("n=0; until [ $(%s) -ge %d ] || [ $n -ge %d ]; do sleep 0.02; n=$((n+1)); done" % (
        command, size, timeout * 50), timeout * 5 + PATIENCE)


class Stopped:
    """What `stop` ends at the end of a `with`."""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


class Recording(Stopped):
    """Records a raw MIDI port from now on, including clock and active sensing."""

    def __init__(self, board, port, path):
        self.board, self.path = board, path
        # A real instrument never reads too late, so this program gets a real-time priority.
        board.run("rm -f %s; chrt -f 10 amidi -a -c -p %s -r %s >/dev/null 2>&1 & echo $! >%s.pid" % (path, port, path, path))
        board.wait("[ -e %s ]" % path)
        self._seen = 0

    def read(self, count, timeout=PATIENCE):
        """Returns the next bytes: at least `count`, or fewer at the timeout."""
        await_size(self.board, "stat -c %%s %s" % self.path, self._seen + count, timeout)
        data = bytes.fromhex(self.board.run("xxd -p %s" % self.path).replace("\n", ""))[self._seen:]
        self._seen += len(data)
        return data

    def stop(self):
        """Closes the port."""
        self.board.sh("kill $(cat %s.pid)" % self.path)
