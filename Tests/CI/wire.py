"""A device of the box and one of JUCE, wired to each other, and what both have said."""

import pathlib
import subprocess

from common.waiting import PATIENCE


class Program:
    """A program that takes a line, prints lines, and ends its answer with a line `.`."""

    def __init__(self, *command):
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def say(self, line):
        """The lines of its answer."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        lines = []
        while True:
            answer = self.process.stdout.readline()
            if not answer:
                raise AssertionError("the program has ended")
            if answer.strip() == ".":
                return lines
            lines.append(answer.strip())

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


class Wire:
    """Both devices. Each message goes to the other side at once, until both are silent."""

    def __init__(self, device, judges, seed=1):
        self.box = Program(device, seed)
        self.judge = Program(pathlib.Path(judges) / "juce")
        self.said = []
        self.messages = {self.box: [], self.judge: []}

    def other(self, program):
        return self.judge if program is self.box else self.box

    def tell(self, program, line):
        """Gives a program a line, lets both talk, and returns what both said, without the messages."""
        said, queue = [], [(program, line)]
        for turns in range(5000):
            if not queue:
                self.said += said
                return said
            to, what = queue.pop(0)
            for answer in to.say(what):
                if answer.startswith("send "):
                    message = answer[5:]
                    self.messages[to].append(bytes.fromhex(message))
                    if message.startswith("f0"):
                        queue.append((self.other(to), message))
                else:
                    said.append(answer)
        raise AssertionError("the devices talk without end")

    def close(self):
        self.box.close()
        self.judge.close()
