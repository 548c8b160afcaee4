"""What the tests of the page share."""

import os
import pathlib

from box import Box, configure
from client import Client
from common import folders
from common.project import ROOT

BINARY = os.environ.get("TREADLE", str(ROOT / ".build" / "debug" / "treadle"))
IS_LONG = os.environ.get("TREADLE_LONG", "") not in ("", "0")


def takes_minutes(test):
    """A test of the long run only."""
    return test if IS_LONG else None


BOX = """# The box of the tests.
treadle: 1
name: Stage board
network: { http: { hosts: [stage.example] } }
ports:
  keys:   { match: "*", direction: in }
  pads:   { match: "*", direction: in }
  module: { match: "*", direction: out }
input-keyboard: { port: keys }
clock: { tempo: 104 }
footswitches:
  A: { line: "gpiochip0:17" }
  B: { line: "gpiochip0:27", led: "gpiochip0:22" }
display: { chip: hd44780, bus: /dev/i2c-1, address: 0x27, columns: 16, rows: 2 }
motion: { chip: lis3dh, bus: /dev/i2c-1, address: 0x18 }
assignments:
  - { from: footswitches, controller: switch A, do: { 127: next-preset } }
setlist:
  Friday: [Verse, Chorus]
start-preset: 1
"""
VERSE = """# Bass under the left hand.
name: Verse
number: 1
tempo: 132
routings:
  - name: Bass          # the left hand
    from: [keys]
    to: [module]
    restrict: { notes: C-1..B3 }
    notes: { shift: -12 }
    channel: 2

  - name: Piano
    from: [keys]
    to: [module]
    restrict:
      notes: "C4..G9"   # in quotes
    velocity: { curve: { softness: 0 } }
    channel: 1
"""
CHORUS = "name: Chorus\nnumber: 2\nroutings: [{ name: All, from: [keys], to: [module], channel: 5 }]\n"
FILES = {"box.yaml": BOX, "presets/verse.yaml": VERSE, "presets/chorus.yaml": CHORUS}


class PageCase(folders.Case):
    """A box with the page for each test. files: its configuration."""

    files = FILES

    def setUp(self):
        super().setUp()
        self.boxes = []
        # The page's process has a user of its own where root runs the box.
        self.folder.chmod(0o755)
        configure(self.folder, self.files)
        self.box = self.started(Box(BINARY, self.folder))

    def started(self, box):
        """Waits until a box is ready, and ends it after the test."""
        self.addCleanup(box.end)
        self.assertTrue(box.is_ready(), box.said.seen)
        box.address()
        return box

    def client(self, source="127.0.0.1"):
        """A paired browser."""
        made = self.stranger(source)
        self.assertEqual(made.pair(self.box.code()).status, 204)
        return made

    def stranger(self, source="127.0.0.1"):
        made = Client(self.box.port, source=source)
        self.addCleanup(made.close)
        return made

    def stream(self, client, query=""):
        made = client.events(query)
        self.addCleanup(made.close)
        return made

    def on_disk(self, name):
        return pathlib.Path(self.folder, "box", name).read_bytes()

    def good(self, answer, status=200):
        """The JSON of an answer that has this status."""
        self.assertEqual(answer.status, status, answer)
        return answer.json() if answer.body else None


def seconds(value, name):
    """A whole number of a header, at least 1."""
    number = int(value)
    if number < 1:
        raise AssertionError("%s is %s" % (name, value))
    return number
