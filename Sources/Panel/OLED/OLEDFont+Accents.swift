extension OLEDFont {
    /// Returns the letter and the mark of a Latin-1 letter with an accent; nil for other scalars.
    static func accented(_ scalar: UInt32) -> (letter: UInt32, mark: UInt8)? {
        Composition.latinParts(scalar)
    }

    /// Draws a letter with an accent, by the sign of the accent in `Composition`. A capital becomes two rows lower to make
    /// room.
    static func rows(of letter: UInt32, with mark: UInt8) -> InlineArray<8, UInt8> {
        let dotlessI: UInt32 = 0x131
        var rows = self.rows(of: letter == UInt32(UInt8(ascii: "i")) ? dotlessI : letter)
        if mark == UInt8(ascii: ",") {
            rows[7] = 0b00100
            return rows
        }
        let isCapital = letter < UInt32(UInt8(ascii: "a"))
        if isCapital {
            // Leaves out rows 1 and 5, which in capitals are like a row beside them.
            let (second, third, fourth) = (rows[2], rows[3], rows[4])
            rows[2] = rows[0]
            rows[3] = second
            rows[4] = third
            rows[5] = fourth
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
        case UInt8(ascii: "o"): (0b00100, 0b01010)
        default: (0b01010, 0b00000)  // two dots
        }
    }
}
