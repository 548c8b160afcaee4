/// Transliterates Greek letters to Latin (ELOT 743).
enum GreekLetters {
    static func latin(_ scalar: UInt32) -> StaticString? {
        switch scalar {
        case 0x386, 0x391: "A"
        case 0x392: "V"
        case 0x393: "G"
        case 0x394: "D"
        case 0x388, 0x395: "E"
        case 0x396: "Z"
        case 0x389, 0x38A, 0x397, 0x399, 0x3AA: "I"
        case 0x398: "Th"
        case 0x39A: "K"
        case 0x39B: "L"
        case 0x39C: "M"
        case 0x39D: "N"
        case 0x39E: "X"
        case 0x38C, 0x38F, 0x39F, 0x3A9: "O"
        case 0x3A0: "P"
        case 0x3A1: "R"
        case 0x3A3: "S"
        case 0x3A4: "T"
        case 0x38E, 0x3A5, 0x3AB: "Y"
        case 0x3A6: "F"
        case 0x3A7: "Ch"
        case 0x3A8: "Ps"
        default: small(scalar)
        }
    }

    private static func small(_ scalar: UInt32) -> StaticString? {
        switch scalar {
        case 0x3B1: "a"
        case 0x3B2: "v"
        case 0x3B3: "g"
        case 0x3B4: "d"
        case 0x3B5: "e"
        case 0x3B6: "z"
        case 0x390, 0x3AE, 0x3AF, 0x3B7, 0x3B9, 0x3CA: "i"
        case 0x3B8: "th"
        case 0x3BA: "k"
        case 0x3BB: "l"
        case 0x3BD: "n"
        case 0x3BE: "x"
        case 0x3BF, 0x3C9, 0x3CC, 0x3CE: "o"
        case 0x3C0: "p"
        case 0x3C1: "r"
        case 0x3C2, 0x3C3: "s"
        case 0x3C4: "t"
        case 0x3B0, 0x3C5, 0x3CB, 0x3CD: "y"
        case 0x3C6: "f"
        case 0x3C7: "ch"
        case 0x3C8: "ps"
        default: nil
        }
    }
}
