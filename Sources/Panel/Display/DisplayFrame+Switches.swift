// What the footswitches do, while one has been held since a load (D2).
extension DisplayFrame {
    /// Draws rows 3 and 4: the same number of switches in both, in equal cells with a blank between them.
    mutating func drawSwitches(_ state: DisplayState) {
        let count = min(state.switchCount, state.switches.count)
        let perRow = max(2, (count + 1) / 2)
        let width = columns / perRow
        for index in 0..<count {
            let column = index % perRow * width
            place(
                state.switches[index], row: 2 + index / perRow, column: column, before: column + width - 1)
        }
    }
}
