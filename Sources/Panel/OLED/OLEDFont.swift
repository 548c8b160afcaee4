/// The characters drawn on an OLED: ASCII, Latin-1 letters with accents, Cyrillic, and the signs of D2.
///
/// A character has eight rows of five dots. `OLEDFont+Dots.swift` contains the shapes; accents are added to letters.
enum OLEDFont {
    /// Whether there is a shape for a scalar.
    static func has(_ scalar: UInt32) -> Bool {
        let scalar = plain(scalar)
        return index(of: scalar) != nil || accented(scalar) != nil
    }

    /// Returns the eight rows of a scalar from the top, the left dot in bit 4; those of `?` if there is no shape.
    static func rows(of scalar: UInt32) -> InlineArray<8, UInt8> {
        let scalar = plain(scalar)
        if let index = index(of: scalar) { return rows(at: index) }
        if let pair = accented(scalar) { return rows(of: pair.letter, with: pair.mark) }
        return rows(at: Int(question - firstASCII))
    }

    private static let firstASCII: UInt32 = 0x20
    private static let lastASCII: UInt32 = 0x7E
    private static let question = UInt32(UInt8(ascii: "?"))

    /// The scalars of the shapes after ASCII, in order. The first ones are the glyphs for transport and beat.
    private static var others: StaticString {
        """
        █\u{E000}\u{E001}\u{E002}\u{E003}→←↑↓€…♪♥¡¢£¥§©«»¬°±²³´µ¶·¹¿ÆÐ×ØÞßæð÷øþı\
        БГДЖЗИЙЛПУФЦЧШЩЪЫЬЭЮЯбвгджзийклмнптфцчшщъыьэюяЄєҐґ
        """
    }

    /// Cyrillic letters that look like Latin letters, each followed by the Latin letter.
    private static var twins: StaticString {
        "АAВBЕEКKМMНHОOРPСCТTХXаaеeоoрpсcуyхxІIіiЈJјjЁËёëЇÏїï"
    }

    /// Returns the scalar whose shape represents a scalar.
    private static func plain(_ scalar: UInt32) -> UInt32 {
        guard 0x400...0x4FF ~= scalar else { return scalar == 0x3BC ? 0xB5 : scalar }
        return Scalars.second(after: scalar, in: twins) ?? scalar
    }

    /// Returns the index of a scalar's own shape; nil if there is none.
    private static func index(of scalar: UInt32) -> Int? {
        if firstASCII...lastASCII ~= scalar { return Int(scalar - firstASCII) }
        return Scalars.index(of: scalar, in: others).map { Int(lastASCII - firstASCII) + 1 + $0 }
    }

    /// Reads the shape at an index of `dots`.
    private static func rows(at index: Int) -> InlineArray<8, UInt8> {
        var rows = InlineArray<8, UInt8>(repeating: 0)
        // A line has 16 shapes, each of five dots and a space.
        let first = index / 16 * 8 * 96 + index % 16 * 6
        for row in 0..<8 {
            for column in 0..<5 where dots.utf8Start[first + row * 96 + column] == UInt8(ascii: "#") {
                rows[row] |= 0b10000 >> UInt8(column)
            }
        }
        return rows
    }
}
