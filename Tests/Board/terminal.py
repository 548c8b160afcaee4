"""A terminal on the board that runs a program: types keys and reads the screen."""

import re
import shlex

from common.waiting import until
from emulated import BoardError


class Terminal:
    """Starts a command in a terminal of 80 columns and 24 rows."""

    COLUMNS, ROWS = 80, 24

    def __init__(self, board, command, path="/tmp/terminal"):
        self.board, self.path = board, path
        board.run("[ -e /dev/pts/ptmx ] || { mkdir -p /dev/pts; mount -t devpts devpts /dev/pts; }")
        board.run("rm -f %s.ended; LC_ALL=C.UTF-8 terminal %s %s.keys %s" % (path, path, path, command))

    def type(self, keys):
        """Presses keys."""
        self.board.run("printf %%s %s >%s.keys" % (shlex.quote(keys), self.path))

    def screen(self):
        """The present rows of the screen."""
        return rows(bytes.fromhex(self.board.run("xxd -p %s" % self.path).replace("\n", "")).decode(errors="ignore"))

    def shows(self, *patterns):
        """Waits until the screen matches each of the regular expressions. Returns the screen as one text."""
        def fits(text):
            return all(re.search(pattern, text) for pattern in patterns)

        text = until(lambda: "\n".join(self.screen()), fits, pause=0.1)
        if not fits(text):
            raise BoardError("the screen never showed %s:\n%s" % (patterns, text))
        return text

    def ended(self):
        """Waits for the command to end. Returns its exit status; a negative number is a signal."""
        ended = self.path + ".ended"
        return int(self.board.wait("[ -s %s ] && cat %s" % (ended, ended)))


def rows(text, columns=Terminal.COLUMNS, count=Terminal.ROWS):
    """The screen after a text, with the few sequences of ECMA-48 that the simulator uses."""
    cells = [[" "] * columns for _ in range(count)]
    row = column = 0
    for match in re.finditer(r"\x1b\[([?0-9;]*)([@-~])|\x1b.|(.)", text, re.S):
        parameters, final, character = match.groups()
        if final == "H":
            numbers = [int(number or 1) for number in parameters.split(";")] + [1]
            row, column = numbers[0] - 1, numbers[1] - 1
        elif final == "J":
            cells = [[" "] * columns for _ in range(count)]
        elif character and character >= " ":
            if row < count and column < columns:
                cells[row][column] = character
            column += 1
    return ["".join(line) for line in cells]
