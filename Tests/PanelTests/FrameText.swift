import Panel

extension DisplayFrame {
    /// The rows as `--display` prints them: `row 1|row 2`.
    var text: String {
        (0..<rows).map { row in
            String(String.UnicodeScalarView((0..<columns).compactMap { Unicode.Scalar(self[row, $0]) }))
        }.joined(separator: "|")
    }
}

extension DisplayState {
    /// The state of most examples: preset 0 `A` at 120.0, stopped.
    static var example: DisplayState {
        var state = DisplayState()
        state.preset = 0
        state.name = DisplayText("A".unicodeScalars)
        return state
    }

    func text(at now: UInt64 = 0, columns: Int = 16, rows: Int = 2) -> String {
        DisplayFrame(self, at: now, columns: columns, rows: rows).text
    }

    /// The status columns only, 10 to 16.
    func statusText(at now: UInt64 = 0) -> String { String(text(at: now).suffix(7)) }
}
