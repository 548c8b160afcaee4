/// The controllers of OLEDs with 128x64 dots. Their memory has one bit for each dot: a byte is eight dots in a column,
/// and each of the eight pages has 128 bytes. Both controllers have the commands that address a page and a column, so
/// pictures are sent to both in one way.
package enum OLEDChip: UInt8, Sendable {
    /// Solomon Systech SSD1306, data sheet revision 1.1.
    case ssd1306
    /// Sino Wealth SH1106, data sheet version 2.3. The memory has 132 columns; the OLED shows those from 2.
    case sh1106

    static let columns = 128
    static let pages = 8

    /// The control byte before commands, and before data.
    static let command: UInt8 = 0x00
    static let data: UInt8 = 0x40

    static let off: UInt8 = 0xAE
    static let on: UInt8 = 0xAF
    static let contrast: UInt8 = 0x81
    static let nothing: UInt8 = 0xE3

    /// The first visible column in the chip's memory.
    var firstColumn: Int { self == .sh1106 ? 2 : 0 }

    /// The fixed settings, as commands in hex. They rotate the picture so that the pins are above it, and set the 64
    /// rows as wired on all modules, and the supply by the chip's own charge pump.
    var settings: StaticString {
        switch self {
        case .ssd1306:
            // Clock, 64 rows, no offset, first row, pump on, page addressing, both axes mirrored, row wiring,
            // precharge, level.
            "D580 A83F D300 40 8D14 2002 A1 C8 DA12 D9F1 DB40 A4 A6"
        case .sh1106:
            // Another command switches the pump, and page addressing is the only mode.
            "D580 A83F D300 40 AD8B A1 C8 DA12 D922 DB35 A4 A6"
        }
    }
}

extension DisplayBurst {
    /// Appends bytes written in hex; spaces are ignored.
    mutating func append(hex text: StaticString) {
        var high: UInt8?
        for index in 0..<text.utf8CodeUnitCount {
            let sign = text.utf8Start[index]
            if sign == UInt8(ascii: " ") { continue }
            let digit = sign <= UInt8(ascii: "9") ? sign - UInt8(ascii: "0") : sign - UInt8(ascii: "A") + 10
            if let first = high {
                append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
    }
}
