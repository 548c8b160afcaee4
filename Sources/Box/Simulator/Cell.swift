import Plan

/// The style of a screen cell. Without colours, characters replace the styles `lcd` and `led`.
enum CellStyle: UInt8 {
    case plain, bold, dim, reverse, lcd, darkLCD, oled, led
    case redLED, greenLED, yellowLED, blueLED, purpleLED, cyanLED, whiteLED

    /// The control sequence Select Graphic Rendition (ECMA-48, 8.3.117) of a style.
    func sequence(colours: Bool) -> StaticString {
        switch self {
        case .plain: "\u{1B}[0m"
        case .bold: "\u{1B}[0;1m"
        case .dim: colours ? "\u{1B}[0;36m" : "\u{1B}[0m"
        case .reverse: "\u{1B}[0;7m"
        case .lcd: colours ? "\u{1B}[0;30;42m" : "\u{1B}[0m"
        case .darkLCD: colours ? "\u{1B}[0;90;40m" : "\u{1B}[0;2m"
        case .oled: colours ? "\u{1B}[0;1;37;40m" : "\u{1B}[0m"
        case .led, .redLED: colours ? "\u{1B}[0;1;31m" : "\u{1B}[0;1m"
        case .greenLED: colours ? "\u{1B}[0;1;32m" : "\u{1B}[0;1m"
        case .yellowLED: colours ? "\u{1B}[0;1;33m" : "\u{1B}[0;1m"
        case .blueLED: colours ? "\u{1B}[0;1;34m" : "\u{1B}[0;1m"
        case .purpleLED: colours ? "\u{1B}[0;1;35m" : "\u{1B}[0;1m"
        case .cyanLED: colours ? "\u{1B}[0;1;36m" : "\u{1B}[0;1m"
        case .whiteLED: colours ? "\u{1B}[0;1;37m" : "\u{1B}[0;1m"
        }
    }

    /// The style of an LED, the nearest of the seven colours that each terminal has.
    static func led(_ colour: Colour) -> CellStyle {
        // Orange is shown as yellow: a terminal has nothing between red and yellow.
        let most = max(max(colour.red, colour.green), colour.blue)
        let has = (red: colour.red > most / 3, green: colour.green > most / 3, blue: colour.blue > most / 3)
        switch has {
        case (true, false, false): return .redLED
        case (false, true, false): return .greenLED
        case (true, true, false): return .yellowLED
        case (false, false, true): return .blueLED
        case (true, false, true): return .purpleLED
        case (false, true, true): return .cyanLED
        default: return .whiteLED
        }
    }
}

/// One character cell of the screen.
struct Cell: Equatable {
    /// A Unicode scalar; 0 for the right half of a wide character.
    var scalar: UInt32 = 32
    var style = CellStyle.plain

    /// Number of cells that a scalar takes on a terminal: two for wide East Asian characters (UAX 11, W and F).
    static func width(_ scalar: UInt32) -> Int {
        switch scalar {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }

    /// Whether a scalar occupies a cell. Control characters and combining marks do not.
    static func isBare(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0..<0x20, 0x7F..<0xA0, 0x300..<0x370, 0x200B..<0x2010, 0x2028..<0x202F, 0xFE00...0xFE0F: false
        default: true
        }
    }
}
