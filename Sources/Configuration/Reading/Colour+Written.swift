import Plan

// How the files of a configuration write a colour of `Plan`.
extension Colour {
    /// The name of the colour, or "#rrggbb".
    package var written: String {
        if let named = Reader.colours.first(where: { $0.colour == self }) { return named.word.string }
        // The highest bit keeps leading zeros.
        let digits = String(1 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
        return "#" + String(decoding: digits.utf8.dropFirst(), as: UTF8.self)
    }
}
