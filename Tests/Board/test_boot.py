"""How long it takes from power to music, in the board's own time."""

import unittest

from boxed import BOXES, BoxedBoard, Commands, note
from gadget import Gadget


def prepare():
    """Both instruments are plugged in before the box starts; the keyboard plays at once, the synthesizer notes when it
    first hears something."""
    commands = Commands()
    for name, product, serial, socket in [("keys", "Keystation", "K-0001", 0), ("synth", "Montage", "1", 1)]:
        gadget = Gadget(commands, name, product=product, serial=serial, socket=socket)
        commands.run("echo dummy_udc.%d >%s/UDC" % (socket, gadget.folder))
    node = "/dev/snd/$(basename /sys/devices/platform/dummy_udc.%d/gadget.*/sound/card*/midi*)"
    # The tilt sensor's first value may come before the key.
    commands.run("exec 3<%s; until dd bs=3 count=1 <&3 2>/dev/null | xxd -p | grep -q 904840; do :; done; "
                 "cat /proc/uptime >/data/routed" % (node % 1), background=True)
    commands.run("exec 4>%s; until [ -s /data/routed ]; do printf '\\220\\074\\100' >&4; sleep 0.01; done" % (node % 0),
                 background=True)
    commands.run("cat /proc/uptime >/data/started")
    return commands.text


class Boot(unittest.TestCase):
    def test_first_message_is_routed_within_two_seconds(self):
        with BoxedBoard((BOXES / "stage.yaml").read_text(), "boot", prepare=prepare(), seed=1,
                        boot_timeout=120) as board:
            started, routed = (
                float(board.wait("[ -s /data/%s ] && cat /data/%s" % (name, name), 60).split()[0])
                for name in ["started", "routed"])
        note("boot: the box starts %.2f s after the kernel (with the instruments' own making), "
             "and has routed its first message after %.2f s" % (started, routed))
        self.assertLess(routed, 2)


if __name__ == "__main__":
    unittest.main()
