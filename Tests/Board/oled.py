"""Decodes the picture of an OLED (SSD1306, SH1106) from the bytes written to it, and reads its characters."""

from common.project import ROOT

# The shapes of ASCII and, behind a full block, the glyphs for transport and beat, as D2 writes them.
SHAPES = [chr(code) for code in range(0x20, 0x7F)] + ["█", ">", "|", ".", "o"]
WIDTH = 6


def shapes():
    """The characters by their shape: eight rows of five dots. A glyph looks unlike each character of ASCII."""
    text = (ROOT / "Sources/Panel/OLED/OLEDFont+Dots.swift").read_text()
    lines = [line.strip(" \\") for line in text.split("\n") if line.strip(" \\").startswith((".", "#"))]
    found = {}
    for index, character in enumerate(SHAPES):
        block, start = index // 16 * 8, index % 16 * 6
        found["".join(line[start:start + 5] for line in lines[block:block + 8])] = character
    return found


class OLED:
    """Feed it the writes of `Bus.written` for its address, and read `rows`: four rows of 21 characters."""

    def __init__(self, first_column=0):
        self.first_column = first_column
        self.memory = [[0] * 132 for _ in range(8)]
        self.on, self.contrast = False, None
        self._page = self._column = 0

    def feed(self, writes):
        """Takes writes, which are a control byte and commands or data."""
        for control, *values in writes:
            if control == 0x40:
                for value in values:
                    self.memory[self._page][self._column] = value
                    self._column += 1
            else:
                self._obey(values)
        return self

    def _obey(self, values):
        values = iter(values)
        for command in values:
            if command in (0x20, 0x8D, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB):
                next(values)
            elif command == 0x81:
                self.contrast = next(values)
            elif command in (0xAE, 0xAF):
                self.on = command == 0xAF
            elif 0xB0 <= command < 0xB8:
                self._page = command & 7
            elif command < 0x10:
                self._column = self._column & 0xF0 | command
            elif command < 0x20:
                self._column = self._column & 0x0F | (command & 15) << 4

    def dot(self, x, y):
        return self.memory[y // 8][self.first_column + x] >> y % 8 & 1

    @property
    def rows(self):
        """The rows as strings, wherever the picture stands at the moment."""
        known = shapes()
        best = []
        for right, down in ((0, 0), (1, 0), (1, 1), (0, 1)):
            rows = ["".join(known.get(self._shape(1 + right + WIDTH * column, 16 * row, down), "?")
                            for column in range(21)) for row in range(4)]
            best = min(best or rows, rows, key=lambda rows: "".join(rows).count("?"))
        return best

    @property
    def code(self):
        """The text of the QR code that is shown, as a phone reads it in front of the dark frame; None if there is none."""
        import zbar

        frame, scale = 16, 4
        width, height = scale * (128 + 2 * frame), scale * (64 + 2 * frame)
        dots = bytearray()
        for y in range(-frame, 64 + frame):
            row = (255 * self.dot(x, y) if 0 <= x < 128 and 0 <= y < 64 else 0 for x in range(-frame, 128 + frame))
            dots += b"".join(bytes([dot]) * scale for dot in row) * scale
        picture = zbar.Image(width, height, "Y800", bytes(dots))
        zbar.ImageScanner().scan(picture)
        return next((symbol.data for symbol in picture), None)

    def _shape(self, left, top, down):
        return "".join("#" if self.dot(left + column, top + 2 * row + down) else "."
                       for row in range(8) for column in range(5))
