"""The picture on a character display (HD44780 behind a PCF8574), from the bytes written to it.

Wiring as on the common backpack: bit 0 register select, 1 read, 2 enable, 3 backlight, 4...7 data.
"""


class Display:
    """Feed it what `Bus.written` gives for its address; read `rows`. Own characters show as their numbers, 0...7."""

    def __init__(self, columns=16, rows=2):
        self.columns, self.count = columns, rows
        self.memory = [0x20] * 128
        self.glyphs = bytearray(64)
        self.backlight = False
        self.on = False
        self._address, self._in_glyphs = 0, False
        self._four_bits, self._high, self._last = False, None, 0

    def feed(self, writes):
        """Each write is a list whose first byte goes to the expander; so do the others."""
        for write in writes:
            for byte in write:
                if self._last & 4 and not byte & 4:
                    self._latch(self._last >> 4, bool(self._last & 1))
                self._last = byte
                self.backlight = bool(byte & 8)
        return self

    @property
    def rows(self):
        """What is to be read, a string a row."""
        starts = (0x00, 0x40, self.columns, 0x40 + self.columns)[:self.count]
        return ["".join(self._character(code) for code in self.memory[start:start + self.columns]) for start in starts]

    @staticmethod
    def _character(code):
        return str(code & 7) if code < 16 else {0x7E: "→", 0x7F: "←", 0xDF: "°"}.get(code, chr(code))

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
            self._address += 1
        elif byte & 0x80:
            self._address, self._in_glyphs = byte & 127, False
        elif byte & 0x40:
            self._address, self._in_glyphs = byte & 63, True
        elif byte & 0x20:
            self._four_bits = not byte & 0x10
        elif byte & 0x08:
            self.on = bool(byte & 4)
        elif byte & 0x02:
            self._address, self._in_glyphs = 0, False
        elif byte == 1:
            self.memory = [0x20] * 128
            self._address, self._in_glyphs = 0, False
