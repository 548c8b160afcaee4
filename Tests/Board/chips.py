"""Chips on the I2C bus: tests set their registers, and read the box's writes from the kernel's trace."""

import re

TRACE = "/sys/kernel/tracing"


def bus_commands(addresses):
    """Shell commands that make a bus with chips at these addresses, also for Board(prepare=…)."""
    return "\n".join([
        "insmod /lib/modules/i2c-stub.ko chip_addr=%s" % ",".join("%#x" % address for address in addresses),
        "echo 1 >%s/events/smbus/smbus_write/enable" % TRACE,
    ])


class Bus:
    """The I2C bus of a board. make: whether to create it first."""

    def __init__(self, board, addresses, make=True):
        self.board = board
        if make:
            board.run("set -e\n" + bus_commands(addresses))
        name = board.wait("grep -l 'SMBus stub' /sys/class/i2c-dev/i2c-*/name")
        self.number = int(re.search(r"i2c-(\d+)", name)[1])

    def set(self, address, register, *values):
        """Sets registers of a chip, from `register` on, without leaving a trace."""
        self.board.run("set -e\necho 0 >%s/tracing_on\n%s\necho 1 >%s/tracing_on" % (TRACE, "\n".join(
            "i2cset -y %d %#x %#x %#x" % (self.number, address, register + offset, value)
            for offset, value in enumerate(values)), TRACE))

    def get(self, address, register):
        """The value of a chip's register."""
        return int(self.board.run("i2cget -y %d %#x %#x" % (self.number, address, register)), 16)

    def written(self, address):
        """All writes to a chip since the bus was created, in order, as lists [command, value…]."""
        writes = []
        for line in self.board.run("cat %s/trace" % TRACE).splitlines():
            match = re.search(r"smbus_write: i2c-%d a=%03x f=\w+ c=(\w+) (\w+) l=\d+ \[([0-9a-f-]*)\]" % (
                self.number, address), line)
            if match:
                values = [int(value, 16) for value in match[3].split("-") if value]
                # For a block, the kernel shows the length first.
                writes.append([int(match[1], 16), *values["BLOCK" in match[2]:]])
        return writes

    def forget(self):
        """Clears the trace of writes."""
        self.board.run("echo >%s/trace" % TRACE)
