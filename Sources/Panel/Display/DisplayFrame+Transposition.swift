// Columns count from 0.
extension DisplayFrame {
    /// Draws the transposition of the box from column 10 of D2; nothing if it is 0 (R29).
    mutating func drawTransposition(_ state: DisplayState) {
        if state.transposition == 0 { return }
        place(DisplayText<20>(signed: state.transposition), row: 1, column: 9)
    }

    /// Clears the transposition if a status leaves no blank behind it (D2).
    ///
    /// - Parameter column: the first column of the status.
    mutating func makeRoom(forStatusFrom column: Int, _ state: DisplayState) {
        if state.transposition == 0 || column > 9 + DisplayText<20>(signed: state.transposition).count { return }
        place(DisplayText<20>("   "), row: 1, column: 9)
    }
}

extension DisplayText {
    /// Creates a number with its sign: `+2`, `-1`, `0`.
    init(signed number: Int8) {
        self.init()
        if number > 0 { append(UInt32(UInt8(ascii: "+"))) }
        if number < 0 { append(UInt32(UInt8(ascii: "-"))) }
        append(Int(number.magnitude), width: number.magnitude > 9 ? 2 : 1)
    }
}
