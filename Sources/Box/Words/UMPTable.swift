import MIDI

/// A UMP as a table of its fields, each with its word and bits, and its value in decimal, binary and hex:
///
///         type            word 0, bits 31..28    4  0100  0x4
struct UMPTable {
    private let ump: Message

    init(_ ump: Message) { self.ump = ump }

    /// The lines, indented, without a line feed at the end.
    var text: String {
        var rows: [[String]] = []
        for field in UMPField.fields(of: ump) {
            let value = field.value(in: ump)
            let bits = field.width == 1 ? "bit \(field.low)" : "bits \(field.high)..\(field.low)"
            rows.append([
                field.name, "word \(field.word), \(bits)", "\(value)", UMPTable.binary(value, field.width),
                UMPTable.hex(value, field.width),
            ])
        }
        let widths = (0..<5).map { column in rows.reduce(0) { max($0, $1[column].utf8.count) } }
        return rows.map { row in
            var line = "  "
            for (column, cell) in row.enumerated() {
                let blanks = String(repeating: " ", count: widths[column] - cell.utf8.count)
                // Decimal numbers are aligned right. The last column needs no padding.
                line += "  " + (column == 2 ? blanks + cell : column == 4 ? cell : cell + blanks)
            }
            return line
        }.joined(separator: "\n")
    }

    private static func binary(_ value: UInt32, _ width: Int) -> String {
        let digits = String(value, radix: 2)
        return String(repeating: "0", count: width - digits.utf8.count) + digits
    }

    private static func hex(_ value: UInt32, _ width: Int) -> String { "0x" + Digits.hex(value, (width + 3) / 4) }
}
