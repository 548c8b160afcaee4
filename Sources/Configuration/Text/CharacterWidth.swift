/// The width of characters in terminal columns: 2 for wide ones (East Asian Width W and F, UAX #11), 0 for combining
/// marks, 1 for others.
enum CharacterWidth {
    static func columns(_ text: String) -> Int {
        var columns = 0
        for scalar in text.unicodeScalars { columns += CharacterWidth.columns(scalar) }
        return columns
    }

    static func columns(_ scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x300 { return 1 }
        if contains(marks, value) { return 0 }
        return contains(wide, value) ? 2 : 1
    }

    private static func contains(_ ranges: [ClosedRange<UInt32>], _ value: UInt32) -> Bool {
        for range in ranges where range ~= value { return true }
        return false
    }

    private static let marks: [ClosedRange<UInt32>] = [
        0x300...0x36F, 0x483...0x489, 0x591...0x5BD, 0x610...0x61A, 0x64B...0x65F, 0xE31...0xE31, 0xE34...0xE3A,
        0xE47...0xE4E, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x200B...0x200D, 0x20D0...0x20FF, 0x302A...0x302D,
        0x3099...0x309A, 0xFE00...0xFE0F, 0xFE20...0xFE2F, 0xE0100...0xE01EF,
    ]
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
        0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}
