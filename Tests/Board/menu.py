"""The menu of a box, walked by foot: GPIO lines A (step) and B (choose), read on the LCD of the board."""

import copy

from boxed import Commands

# The first page of a box with one set list (M3).
ENTRIES = ["Preset", "Tempo", "Save", "Undo", "Revert", "Learn", "Tilt", "Panic", "Ports", "Counters", "Recorder", "Faults",
           "Network", "Bluetooth", "Clock", "Edit", "Light", "Export", "Update", "Transpose", "Treadle"]


class MenuFeet:
    """Waits for each step on the LCD, so that nothing depends on the machine's speed."""

    def __init__(self, board):
        self.board = board

    def open(self):
        self.board.lines.down("A")
        self.board.lines.down("B")
        self.board.shows("MENU.*", ">Preset .*")
        self.board.lines.up("A")
        self.board.lines.up("B")

    def tap(self, name):
        """Presses and releases in one command, so that it is not a long press, however slow the machine is."""
        lines = copy.copy(self.board.lines)
        lines.board = Commands()
        lines.down(name)
        lines.up(name)
        self.board.run(lines.board.text)

    def press(self, name, *shows):
        """Taps a switch, and waits until the display shows these rows."""
        self.tap(name)
        return self.board.shows(*shows)

    def walk(self, *entries):
        """Steps on a page through these entries, which follow the present one."""
        for entry in entries:
            # A value is never cut, so it may leave room for the first letters of a long entry only.
            self.press("A", ".*", ">%s.*" % entry[:6])

    def shorten(self, name):
        """Takes the last letter off the name of the preset."""
        short = name[:-1]
        self.choose("Edit", "EDIT .*", ">Save as *")
        self.walk("New", "Rename")
        self.press("B", "RENAME .*", ">%s_ +done" % name)
        self.press("A", "RENAME .*", ">%s_ +delete" % name)
        self.press("B", "RENAME .*", ">%s_ +done" % short)
        self.press("B", "RENAME .*", "%s *" % short)

    def choose(self, entry, *shows):
        """Opens the menu and chooses an entry of the first page."""
        self.open()
        self.walk(*ENTRIES[1:ENTRIES.index(entry) + 1])
        return self.press("B", *shows)
