/// The characters in the ROM of the display: Japanese or European (HD44780U data sheet, table 4).
public enum CharacterSet: UInt8, Sendable {
    /// ROM code A00: ASCII but for `\` and `~`, half-width katakana, some Greek, ä ö ü ß ñ.
    case a00
    /// ROM code A02: ASCII, most of Latin-1, Cyrillic capitals, some Greek.
    case a02
}
