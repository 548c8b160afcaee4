extension OLEDFont {
    /// Returns the letter and the accent of a Latin-1 letter; nil for other scalars.
    static func accented(_ scalar: UInt32) -> (letter: UInt32, mark: UInt8)? {
        Composition.latinParts(scalar)
    }

    /// Draws a letter with an accent, given as in `Composition`. A capital becomes one row lower and extends to the
    /// eighth row.
    static func rows(of letter: UInt32, with mark: UInt8) -> InlineArray<8, UInt8> {
        let dotlessI: UInt32 = 0x131
        var rows = self.rows(of: letter == UInt32(UInt8(ascii: "i")) ? dotlessI : letter)
        if mark == UInt8(ascii: ",") {
            rows[7] = 0b00100
            return rows
        }
        let isCapital = letter < UInt32(UInt8(ascii: "a"))
        if isCapital {
            let top = rows[0]
            // Leaves out row 1, which in capitals resembles the row above or below.
            for row in 0..<6 { rows[7 - row] = rows[6 - row] }
            rows[2] = top
        }
        (rows[0], rows[1]) = dots(ofMark: mark)
        return rows
    }

    private static func dots(ofMark mark: UInt8) -> (UInt8, UInt8) {
        switch mark {
        case UInt8(ascii: "`"): (0b01000, 0b00100)
        case UInt8(ascii: "'"): (0b00010, 0b00100)
        case UInt8(ascii: "^"): (0b00100, 0b01010)
        case UInt8(ascii: "~"): (0b01101, 0b10110)
        case UInt8(ascii: "o"): (0b01110, 0b01010)
        default: (0b01010, 0b00000)  // two dots
        }
    }
}
