"""What the documents show of the program: transcripts, lists and scripts, run as they stand there."""
import os
import re
import shlex
import shutil
import tempfile

import fragments
import tree
from common import project
from common.folders import write
from common.waiting import PATIENCE

COMMANDS = "docs/reference/COMMANDS.md"
CONFIGURATION = "docs/reference/CONFIGURATION.md"
BLOCK = re.compile(r"(?:^    .*\n|^\n(?=    ))+", re.M)


def blocks(path):
    """The indented blocks of a page."""
    return [re.sub(r"^    ", "", block, flags=re.M).strip("\n") for block in BLOCK.findall(tree.text(path))]


def run(binary, command, folder):
    # As on an appliance: elsewhere the keys of Bluetooth and Wi-Fi are warned of.
    environment = {**os.environ, "treadle_radio": "1"}
    done = project.run(binary, *command, cwd=folder, timeout=PATIENCE, env=environment)
    return done.returncode, done.stdout, done.stderr


def pages():
    """The pages for users that show what the program prints: the README and the chapters of the guide."""
    return ["README.md", *tree.chapters()]


def transcripts(binary, page):
    """`$ treadle …` and `$ cat …` of a page, each with exactly what it prints beside the first board, called board."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(tree.ROOT, "docs/first"), os.path.join(folder, "board"))
        os.symlink(os.path.join(tree.ROOT, "docs"), os.path.join(folder, "docs"))
        for shell in re.findall(r"^\$ (?:cat|treadle) .*(?:\n(?!\$).*)*", "\n$\n".join(blocks(page)), re.M):
            command, _, shown = shell.partition("\n")
            words = shlex.split(command[2:])
            if words[0] == "cat":
                printed = tree.text(os.path.join(folder, words[1]))
            else:
                _, printed, said = run(binary, words[1:], folder)
                printed += said
            yield "%s: %s" % (page, command), [] if printed.strip() == shown.strip() else ["prints\n" + printed]


def lists(binary):
    """The lines `treadle list …`, in a copy of the first board."""
    with tempfile.TemporaryDirectory() as folder:
        board = os.path.join(folder, "board")
        shutil.copytree(os.path.join(tree.ROOT, "docs/first"), board)
        write(board, {"old.txt": "\n".join(str(127 - value) for value in range(128))})
        for line in "\n".join(blocks(COMMANDS)).split("\n"):
            if line.startswith("treadle list"):
                command = re.findall(r"'[^']*'|\S+", re.split(r"\s{3,}", line)[0])
                status, printed, said = run(binary, [word.strip("'") for word in command[1:]], board)
                right = status == 0 and len(printed.split()) == 128
                yield "%s: %s" % (COMMANDS, line), [] if right else ["ends with %d: %s" % (status, said)]


def scripts(binary):
    """The script of "render", on the box and the preset of the configuration language."""
    yaml = re.findall(r"```yaml\n(.*?)```", tree.text(CONFIGURATION), re.S)
    box = next(block for block in yaml if block.startswith("treadle:"))
    preset = next(block for block in yaml if block.startswith("name:"))
    found = [block for block in blocks(COMMANDS) if re.match(r"0\s+\w+ [0-9A-F]{2} ", block)]
    with tempfile.TemporaryDirectory() as folder:
        write(folder, {"box.yaml": box, "presets/preset.yaml": preset})
        for script in found:
            # What stands behind the event explains it.
            lines = [re.split(r"(?<=\S)\s{3,}(?![\d\s])", line, maxsplit=2) for line in script.split("\n")]
            write(folder, {"script.txt": "\n".join(" ".join(line[:2]) for line in lines)})
            status, _, said = run(binary, ["render", "box.yaml", "script.txt"], folder)
            yield "%s: the script" % COMMANDS, [] if status == 0 and not said else ["ends with %d: %s" % (status, said)]
    if not found:
        yield COMMANDS, ["has no script"]


def checks(binary):
    binary = os.path.abspath(binary)
    shown = [check for page in pages() for check in transcripts(binary, page)]
    yaml = fragments.checks(lambda command, folder: run(binary, command, folder), pages())
    return shown + list(yaml) + list(lists(binary)) + list(scripts(binary))
