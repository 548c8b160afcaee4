"""Footswitches and LEDs: a GPIO chip whose lines a test pulls and reads."""

CONFIGURATION = "/sys/kernel/config/gpio-sim"


def chip_commands(names, label="treadle"):
    """Shell commands that create a chip with these lines (None: a line without a name), also for Board(prepare=…)."""
    bank = "%s/%s/bank" % (CONFIGURATION, label)
    commands = ["mkdir -p %s" % bank, "echo %d >%s/num_lines" % (len(names), bank), "echo %s >%s/label" % (label, bank)]
    for number, name in enumerate(names):
        if name is not None:
            commands += ["mkdir %s/line%d" % (bank, number), "echo %s >%s/line%d/name" % (name, bank, number)]
    return "\n".join([*commands, "echo 1 >%s/%s/live" % (CONFIGURATION, label)])


class Lines:
    """The GPIO chip of a board. make: whether to create it first. A footswitch closes to ground, so down is low."""

    def __init__(self, board, names, label="treadle", make=True):
        self.board, self.names = board, names
        if make:
            board.run("set -e\n" + chip_commands(names, label))
        folder = "%s/%s" % (CONFIGURATION, label)
        device = board.run("cat %s/dev_name" % folder)
        self.chip = board.run("cat %s/bank/chip_name" % folder)
        self.folder = "/sys/devices/platform/%s/%s" % (device, self.chip)

    def down(self, name):
        """Presses the footswitch at a line."""
        self.pull(name, False)

    def up(self, name):
        """Releases the footswitch at a line."""
        self.pull(name, True)

    def pull(self, name, high):
        """Sets the level of an input line."""
        self.board.run("echo pull-%s >%s" % ("up" if high else "down", self.file(name, "pull")))

    def value(self, name):
        """The level of a line, driven by the box or pulled by a test."""
        return int(self.board.run("cat " + self.file(name, "value")))

    def file(self, name, attribute):
        """The path of an attribute of a line: `pull` or `value`."""
        return "%s/sim_gpio%d/%s" % (self.folder, self.names.index(name), attribute)
