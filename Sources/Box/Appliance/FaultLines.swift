import Panel

/// Messages as rows of the menu page `Faults` (M3).
enum FaultLines {
    /// Returns the rows of an update that failed (I5): the update with its version, then the reason.
    ///
    /// - Parameter columns: width of the display. The mark before the chosen entry takes one column.
    static func update(_ version: String, _ why: String, columns: Int) -> [DisplayText<20>] {
        let place = version.isEmpty ? "update" : "update \(version)"
        return [DisplayText(place.unicodeScalars)] + wrapped(why, width: columns - 1).map { DisplayText($0) }
    }

    /// Wraps a message into lines of at most `width` characters. Longer words are broken.
    static func wrapped(_ message: String, width: Int) -> [[Unicode.Scalar]] {
        var lines: [[Unicode.Scalar]] = []
        var line: [Unicode.Scalar] = []
        for word in message.unicodeScalars.split(separator: " ") {
            var rest = Array(word)
            if !line.isEmpty && line.count + 1 + rest.count <= width {
                line.append(" ")
            } else if !line.isEmpty {
                lines.append(line)
                line = []
            }
            while rest.count > width {
                lines.append(Array(rest[..<width]))
                rest.removeFirst(width)
            }
            line += rest
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }
}
