"""A device tree that declares serial ports as MIDI: the tree of the emulated machine with a node for each port, like an
overlay on a real board. The kernel's driver (snd-serial-generic) makes a sound card of each; none of them is a tty."""

import os
import pathlib
import subprocess

from board import BUILT
from common.project import ROOT

# The PCI slots of the ports.
SLOTS = [0x10, 0x11]
REGISTERS = ["/sys/bus/pci/devices/0000:00:%x.0/resource0" % slot for slot in SLOTS]


def serial_midi(far_ends=("null", "null")):
    """Arguments for the emulator: a serial port in each slot, with these character devices, and a device tree that
    declares them as MIDI."""
    path = pathlib.Path(BUILT) / "serial-midi.dtb"
    start = [str(ROOT / "Board/qemu-aarch64/start"), "-machine", "dumpdtb=%s" % path]
    subprocess.run(start, env=dict(os.environ, CONSOLE="-display none -monitor none", INITRD="/dev/null"),
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    arguments = ["-dtb", str(path)]
    for slot, far_end in zip(SLOTS, far_ends):
        node = "/pcie@10000000/serial@%x,0" % slot
        for options, place, name, *values in [
                ("-pt x", node, "reg", "%x" % (slot << 11), "0", "0", "0", "0"),
                ("-pt s", node + "/midi", "compatible", "serial-midi"),
                ("-t i", node + "/midi", "current-speed", "31250")]:
            subprocess.run(["fdtput", *options.split(), str(path), place, name, *values], check=True)
        arguments += ["-chardev", "%s,id=serial%x" % (far_end, slot),
                      "-device", "pci-serial,chardev=serial%x,addr=%#x" % (slot, slot)]
    return arguments
