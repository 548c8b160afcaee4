"""Footswitches and lamps: a GPIO chip whose lines a test pulls and reads."""

CONFIGURATION = "/sys/kernel/config/gpio-sim"


def chip_commands(names, label="treadle"):
    """Shell commands that make a chip with these lines (None: one without a name), also for Board(prepare=…)."""
    bank = "%s/%s/bank" % (CONFIGURATION, label)
    commands = ["mkdir -p %s" % bank, "echo %d >%s/num_lines" % (len(names), bank), "echo %s >%s/label" % (label, bank)]
    for number, name in enumerate(names):
        if name is not None:
            commands += ["mkdir %s/line%d" % (bank, number), "echo %s >%s/line%d/name" % (name, bank, number)]
    return "\n".join([*commands, "echo 1 >%s/%s/live" % (CONFIGURATION, label)])


class Lines:
    """The chip of a board that has one. make: makes it first. A footswitch closes to ground: down is low."""

    def __init__(self, board, names, label="treadle", make=True):
        self.board, self.names = board, names
        if make:
            board.run("set -e\n" + chip_commands(names, label))
        folder = "%s/%s" % (CONFIGURATION, label)
        device = board.run("cat %s/dev_name" % folder)
        self.chip = board.run("cat %s/bank/chip_name" % folder)
        self.folder = "/sys/devices/platform/%s/%s" % (device, self.chip)

    def down(self, name):
        """Steps on the switch at this line."""
        self.pull(name, False)

    def up(self, name):
        """Takes the foot off again."""
        self.pull(name, True)

    def pull(self, name, high):
        """Sets what an input line reads."""
        self.board.run("echo pull-%s >%s" % ("up" if high else "down", self.file(name, "pull")))

    def value(self, name):
        """The level of a line: what the box drives, or what was pulled."""
        return int(self.board.run("cat " + self.file(name, "value")))

    def file(self, name, attribute):
        """Where the kernel shows something of a line: `pull` or `value`."""
        return "%s/sim_gpio%d/%s" % (self.folder, self.names.index(name), attribute)
