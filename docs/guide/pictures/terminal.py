"""A terminal with a program on it: keys go in, a screen of coloured cells comes out (ECMA-48)."""
import codecs
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

SEQUENCE = re.compile(
    r"\x1b\[([?>=]?)([\d;:]*)([ -/]*)([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()][0-9A-B]|\x1b[=>78DEM]")
UNFINISHED = re.compile(r"\x1b(?:\[[?>=]?[\d;:]*[ -/]*|\][^\x07\x1b]*)?$")
PLAIN = {"fill": None, "ground": None, "bold": False, "dim": False, "reverse": False}


class Terminal:
    def __init__(self, command, columns, rows, environment=None):
        self.columns, self.rows = columns, rows
        self.row = self.column = 0
        self.style = dict(PLAIN)
        self.cells = [self.blank() for _ in range(rows)]
        self.unread = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.fd, end = pty.openpty()
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        variables = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **(environment or {})}
        variables.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            command, stdin=end, stdout=end, stderr=end, env=variables, start_new_session=True)
        os.close(end)

    def blank(self):
        return [(" ", self.style.copy()) for _ in range(self.columns)]

    def lines(self):
        return ["".join(character for character, _ in row).rstrip() for row in self.cells]

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def wait(self, pattern, limit=20):
        """Reads until the pattern stands on the screen."""
        end = time.monotonic() + limit
        while not re.search(pattern, "\n".join(self.lines()), re.M):
            if time.monotonic() > end or not self.read(end - time.monotonic()):
                raise TimeoutError("%r does not appear on\n%s" % (pattern, "\n".join(self.lines())))

    def settle(self, quiet=0.3, limit=5):
        """Reads until nothing has come for a moment."""
        end = time.monotonic() + limit
        while time.monotonic() < end and self.read(quiet):
            pass

    def read(self, limit):
        """Takes what comes within `limit` seconds; false if nothing has come."""
        if not select.select([self.fd], [], [], max(limit, 0))[0]:
            return False
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            return False
        self.take(self.decoder.decode(data))
        return bool(data)

    def close(self):
        self.process.terminate()
        self.process.wait(10)
        os.close(self.fd)

    def take(self, text):
        text = self.unread + text
        rest = UNFINISHED.search(text)
        self.unread = rest[0] if rest else ""
        text = text[:len(text) - len(self.unread)]
        at = 0
        while at < len(text):
            sequence = SEQUENCE.match(text, at)
            if sequence:
                if sequence[4] and not sequence[1]:
                    self.control(sequence[4], [int(part or 0) for part in re.split("[;:]", sequence[2])])
                at = sequence.end()
            else:
                self.put(text[at])
                at += 1

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.down()
        elif character == "\b":
            self.column = max(self.column - 1, 0)
        elif character >= " ":
            if self.column == self.columns:
                self.column = 0
                self.down()
            self.cells[self.row][self.column] = (character, self.style.copy())
            self.column += 1

    def down(self):
        self.row += 1
        if self.row == self.rows:
            self.row -= 1
            self.cells = self.cells[1:] + [self.blank()]

    def control(self, letter, numbers):
        count = max(numbers[0], 1)
        if letter == "m":
            self.paint(numbers)
        elif letter in "Hf":
            self.row = min(count, self.rows) - 1
            self.column = min(max(numbers[1] if len(numbers) > 1 else 1, 1), self.columns) - 1
        elif letter == "G":
            self.column = min(count, self.columns) - 1
        elif letter == "d":
            self.row = min(count, self.rows) - 1
        elif letter in "ABCD":
            self.row = min(max(self.row + {"A": -count, "B": count}.get(letter, 0), 0), self.rows - 1)
            self.column = min(max(self.column + {"C": count, "D": -count}.get(letter, 0), 0), self.columns - 1)
        elif letter == "J":
            for row in range(self.row + 1 if numbers[0] == 0 else 0, self.rows):
                self.cells[row] = self.blank()
            if numbers[0] == 0:
                self.cells[self.row][self.column:] = self.blank()[self.column:]
        elif letter == "K":
            low, high = [(self.column, self.columns), (0, self.column + 1), (0, self.columns)][numbers[0]]
            self.cells[self.row][low:high] = self.blank()[low:high]

    def paint(self, numbers):
        numbers = list(numbers)
        while numbers:
            number = numbers.pop(0)
            if number == 0:
                self.style = dict(PLAIN)
            elif number in (1, 2, 7):
                self.style[{1: "bold", 2: "dim", 7: "reverse"}[number]] = True
            elif number == 22:
                self.style["bold"] = self.style["dim"] = False
            elif number == 27:
                self.style["reverse"] = False
            elif number in (38, 48):
                kind = numbers.pop(0)
                colour = [numbers.pop(0)] if kind == 5 else [numbers.pop(0) for _ in range(3)]
                self.style["fill" if number == 38 else "ground"] = colour[0] if kind == 5 else tuple(colour)
            elif number in (39, 49):
                self.style["fill" if number == 39 else "ground"] = None
            elif 30 <= number <= 37 or 90 <= number <= 97:
                self.style["fill"] = number - 30 if number < 90 else number - 82
            elif 40 <= number <= 47 or 100 <= number <= 107:
                self.style["ground"] = number - 40 if number < 100 else number - 92
