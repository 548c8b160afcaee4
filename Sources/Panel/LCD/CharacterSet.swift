/// The character ROM of the LCD: Japanese or European (HD44780U data sheet, table 4).
public enum CharacterSet: UInt8, Sendable {
    /// ROM code A00: ASCII except `\` and `~`, half-width katakana, some Greek, ä ö ü ß ñ.
    case a00
    /// ROM code A02: ASCII, most of Latin-1, Cyrillic capitals, some Greek.
    case a02
}
