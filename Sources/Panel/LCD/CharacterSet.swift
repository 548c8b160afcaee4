/// The characters of a display: one of the ROMs of an HD44780 (data sheet, table 4), or those drawn on an OLED.
package enum CharacterSet: UInt8, Sendable {
    /// ROM code A00: ASCII except `\` and `~`, half-width katakana, some Greek, ä ö ü ß ñ.
    case a00
    /// ROM code A02: ASCII, most of Latin-1, Cyrillic capitals, some Greek.
    case a02
    /// The characters of `OLEDFont`: ASCII, Latin-1, Cyrillic.
    case drawn

    /// Whether a display can show a scalar in one cell.
    func has(_ scalar: UInt32) -> Bool {
        self == .drawn ? OLEDFont.has(scalar) : LCDCharacters.code(scalar, self) != nil
    }
}
