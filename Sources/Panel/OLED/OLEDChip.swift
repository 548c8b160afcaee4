/// The controllers of OLEDs with 128x64 dots. Each has a bit for each dot, a byte for eight dots below one another, and eight
/// pages of 128 such bytes. Both know the commands that address a page and a column, so pictures are sent in one way.
public enum OLEDChip: UInt8, Sendable {
    /// Solomon Systech SSD1306, data sheet revision 1.1.
    case ssd1306
    /// Sino Wealth SH1106, data sheet version 2.3. Its memory has 132 columns, of which the OLED shows those from 2 on.
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

    /// The first visible column of the memory.
    var firstColumn: Int { self == .sh1106 ? 2 : 0 }

    /// The settings that do not change, in any order. They turn the picture so that the pins are above it. 64 rows, as their
    /// wires run on all modules; the supply from the chip's own pump.
    var settings: StaticString {
        switch self {
        case .ssd1306:
            // Clock, 64 rows, no offset, first row, pump on, page addressing, both axes turned, row wires, precharge, level.
            "D580 A83F D300 40 8D14 2002 A1 C8 DA12 D9F1 DB40 A4 A6"
        case .sh1106:
            // The pump is switched by another command, and there is no other addressing.
            "D580 A83F D300 40 AD8B A1 C8 DA12 D922 DB35 A4 A6"
        }
    }
}

extension DisplayBurst {
    /// Appends bytes that are written in hex, with spaces between some.
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
