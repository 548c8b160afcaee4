"""Decodes the picture of a character display (HD44780 behind a PCF8574) from the bytes written to it.

Wiring as on the common backpack: bit 0 register select, 1 read, 2 enable, 3 backlight, 4...7 data.
"""

import re

from common.waiting import until
from emulated import BoardError


def until_shown(read, *patterns):
    """Waits until the rows that `read` returns match regular expressions. Returns them."""
    def fit(rows):
        return all(re.fullmatch(pattern, row) for pattern, row in zip(patterns, rows))

    rows = until(read, fit)
    if not fit(rows):
        raise BoardError("the display shows %r, not %r" % (rows, patterns))
    return rows


def drawn(*rows):
    """The bytes of a glyph in the display's memory, from eight rows of five dots."""
    return bytes(int(row.replace(".", "0").replace("#", "1"), 2) for row in rows)


# The glyphs that the box draws, and the characters they stand for.
GLYPHS = {
    drawn("#....", "##...", "###..", "####.", "###..", "##...", "#....", "....."): ">",
    drawn("##.##", "##.##", "##.##", "##.##", "##.##", "##.##", "##.##", "....."): "|",
    drawn(".....", ".....", "#####", "#####", "#####", "#####", "#####", "....."): ".",
    drawn(".....", ".###.", "#####", "#####", "#####", ".###.", ".....", "....."): "o",
    drawn(".#.#.", ".....", ".###.", "#...#", "#####", "#...#", "#...#", "....."): "Ä",
    drawn(".#.#.", ".....", ".###.", "#...#", "#...#", "#...#", ".###.", "....."): "Ö",
    drawn(".#.#.", ".....", "#...#", "#...#", "#...#", "#...#", ".###.", "....."): "Ü",
}

# Characters of ROM A00 that are not ASCII, as far as tests show them.
JAPANESE = {0x5C: "¥", 0x7E: "→", 0x7F: "←", 0xE1: "ä", 0xE2: "ß", 0xEE: "ñ", 0xEF: "ö", 0xF5: "ü"}


class Display:
    """Feed it the writes of `Bus.written` for its address, and read `rows`. Glyphs are shown as the characters they
    stand for."""

    def __init__(self, columns=16, rows=2):
        self.columns, self.count = columns, rows
        self.memory = [0x20] * 128
        self.glyphs = bytearray(64)
        self.backlight = False
        self.on = False
        self._address, self._in_glyphs = 0, False
        self._four_bits, self._high, self._last = False, None, 0

    def feed(self, writes):
        """Takes writes, which are lists of bytes to the expander."""
        for write in writes:
            for byte in write:
                if self._last & 4 and not byte & 4:
                    self._latch(self._last >> 4, bool(self._last & 1))
                self._last = byte
                self.backlight = bool(byte & 8)
        return self

    @property
    def rows(self):
        """The rows as strings."""
        starts = (0x00, 0x40, self.columns, 0x40 + self.columns)[:self.count]
        return ["".join(self._character(code) for code in self.memory[start:start + self.columns]) for start in starts]

    def _character(self, code):
        if code < 16:
            start = 8 * (code & 7)
            return GLYPHS.get(bytes(self.glyphs[start:start + 8]), "?")
        if 0xA1 <= code <= 0xDF:
            return chr(0xFF61 + code - 0xA1)
        return JAPANESE.get(code, chr(code))

    def _latch(self, nibble, data):
        if not self._four_bits:
            self._take(nibble << 4, data)
        elif self._high is None:
            self._high = nibble
        else:
            byte, self._high = self._high << 4 | nibble, None
            self._take(byte, data)

    def _take(self, byte, data):
        if data and self._in_glyphs:
            self.glyphs[self._address & 63] = byte
            self._address += 1
        elif data:
            self.memory[self._address & 127] = byte
            # The memory has two lines of forty characters, one after the other.
            self._address = {0x28: 0x40, 0x68: 0}.get(self._address + 1, self._address + 1)
        elif byte & 0x80:
            self._address, self._in_glyphs = byte & 127, False
        elif byte & 0x40:
            self._address, self._in_glyphs = byte & 63, True
        elif byte & 0x20:
            self._four_bits, self._high = not byte & 0x10, None
        elif byte & 0x08:
            self.on = bool(byte & 4)
        elif byte & 0x02:
            self._address, self._in_glyphs = 0, False
        elif byte == 1:
            self.memory = [0x20] * 128
            self._address, self._in_glyphs = 0, False
