import Configuration
import CPlatform

/// Draws a value list in 71 columns and 22 rows: in braille dots if the locale uses UTF-8, else in stars.
struct Plot {
    private static let columns = 64
    private static let rows = 20

    private let list: ValueList
    private let dots: Bool
    /// The number of dots of one character, across and down.
    private let across: Int
    private let down: Int
    /// The dots that are set, row by row from the top.
    private var lit: [Bool]

    init(_ list: ValueList, dots: Bool = Plot.localeIsUTF8) {
        self.list = list
        self.dots = dots
        (across, down) = dots ? (2, 4) : (1, 1)
        lit = Array(repeating: false, count: Plot.columns * across * Plot.rows * down)
        draw()
    }

    /// Whether the locale of the environment uses UTF-8.
    static var localeIsUTF8: Bool {
        for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
            guard let value = getenv(name), value.pointee != 0 else { continue }
            let letters = String(cString: value).utf8.map { 65...90 ~= $0 ? $0 + 32 : $0 }.filter { $0 != 45 }
            return String(decoding: letters, as: UTF8.self).utf8.suffix(4).elementsEqual("utf8".utf8)
        }
        return false
    }

    private var height: Int { Plot.rows * down }
    private var width: Int { Plot.columns * across }

    /// Sets the dots of each column from its lowest to its highest value, and joins them to the column before, so that
    /// a steep curve has no gaps.
    private mutating func draw() {
        var before: ClosedRange<Int>?
        for x in 0..<width {
            let values = list.values[(x * list.values.count / width)..<((x + 1) * list.values.count / width)]
            let heights = values.filter { $0 >= 0 }.map { level($0) }
            guard var low = heights.min(), var high = heights.max() else {
                before = nil
                continue
            }
            let own = low...high
            if let before {
                if before.upperBound < low { low = before.upperBound + 1 }
                if before.lowerBound > high { high = before.lowerBound - 1 }
            }
            for y in low...high { lit[(height - 1 - y) * width + x] = true }
            before = own
        }
    }

    /// Returns the row of dots nearest to a value, counted from the bottom.
    private func level(_ value: Int) -> Int { (2 * value * (height - 1) + list.shape.outTop) / (2 * list.shape.outTop) }

    var text: String {
        var text = ""
        let top = list.shape.outTop
        for row in 0..<Plot.rows {
            let label =
                row == 0 ? "\(top)" : row == Plot.rows / 2 - 1 ? "\((top + 1) / 2)" : row == Plot.rows - 1 ? "0" : ""
            text += padded(label, 5) + (label.isEmpty ? dots ? " │" : " |" : dots ? " ┤" : " +") + line(row) + "\n"
        }
        let (corner, edge) = dots ? ("└", "─") : ("+", "-")
        text += "      " + corner
        for _ in 0..<Plot.columns { text += edge }
        let (inTop, half) = (list.shape.inTop, (list.shape.inTop + 1) / 2)
        return text + "\n       0" + padded("\(half)", Plot.columns / 2 + 1) + padded("\(inTop)", Plot.columns / 2 - 2)
            + "\n"
    }

    /// Returns the characters of a row.
    private func line(_ row: Int) -> String {
        var line = ""
        for column in 0..<Plot.columns {
            if !dots {
                line += lit[row * width + column] ? "*" : " "
                continue
            }
            // Bits of a braille character: the left column's dots 1, 2, 3 and 7, the right one's 4, 5, 6 and 8.
            var bits: UInt32 = 0
            for (y, pair) in [(0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80)].enumerated() {
                let dot = (row * 4 + y) * width + column * 2
                if lit[dot] { bits |= UInt32(pair.0) }
                if lit[dot + 1] { bits |= UInt32(pair.1) }
            }
            if let scalar = Unicode.Scalar(0x2800 + bits) { line.unicodeScalars.append(bits == 0 ? " " : scalar) }
        }
        return line
    }

    private func padded(_ text: String, _ width: Int) -> String {
        var padded = ""
        for _ in 0..<max(0, width - text.utf8.count) { padded += " " }
        return padded + text
    }
}
