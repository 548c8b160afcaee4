// Columns in comments count from 1, as rules D1 and D2 do; in code from 0.
extension DisplayFrame {
    /// D1: number, blank, name, `*` in the last column.
    mutating func drawPreset(_ state: DisplayState) {
        var number = DisplayText<20>()
        if state.preset < 0 { number.append("---") } else { number.append(state.preset, width: 3) }
        place(number, row: 0, column: 0)
        place(name: state.name, row: 0, from: 4, to: columns - 1)
        if state.isModified { place(UInt32(UInt8(ascii: "*")), row: 0, column: columns - 1) }
    }

    /// Columns 1 to 8 of D2: tempo, transport, beat.
    mutating func drawTempo(_ state: DisplayState) {
        let tenths = min((Int(state.tempo) + 5) / 10, 9999)
        var text = DisplayText<20>()
        text.append(tenths / 10, width: 3)
        text.append(UInt32(UInt8(ascii: ".")))
        text.append(tenths % 10, width: 1)
        place(text, row: 1, column: 0)
        place(UInt32(sign(of: state.transport)), row: 1, column: 6)
        if state.isOnBeat && state.sendsTicks { place(UInt32(UInt8(ascii: "o")), row: 1, column: 7) }
    }

    /// Columns 10 and on of D2, right-aligned: D3. The menu has them in its first row (M2).
    mutating func drawStatus(_ state: DisplayState, row: Int = 1, at now: UInt64) {
        var text = DisplayText<20>()
        switch state.status(at: now) {
        case .panic: text.append("PANIC")
        case .loop: text.append("LOOP")
        case .noTilt: text.append("NO TILT")
        case .port:
            text.append(UInt32(state.port.came ? UInt8(ascii: "+") : UInt8(ascii: "-")))
            for index in 0..<state.port.name.count { text.append(state.port.name[index]) }
        case .learn: text.append("LEARN")
        case .notice: append(state.notice, to: &text)
        case .held: append("HELD ", state.held, to: &text)
        case .drops: append("DROP ", state.drops, to: &text)
        case .nothing: return
        }
        place(rightAligned: text, row: row)
    }

    /// Row 3 of a 20x4: what is held in columns 1 to 9, what was dropped in 11 to 20.
    mutating func drawCounts(_ state: DisplayState) {
        var text = DisplayText<20>()
        if state.held > 0 {
            text.append("HELD ")
            text.append(state.held, width: 4)
        }
        text.pad(to: 10)
        if state.drops > 0 {
            text.append("DROP ")
            text.append(state.drops, width: 5)
        }
        place(text, row: 2, column: 0)
    }

    /// E1. The line number is never cut, the file name is.
    mutating func drawBadConfiguration(_ bad: DisplayState.Place) {
        place(DisplayText<20>("BAD CONFIG"), row: 0, column: 0)
        var line = DisplayText<20>()
        if bad.line > 0 {
            line.append(UInt32(UInt8(ascii: ":")))
            line.append(DisplayText<20>(bad.line))
        }
        let length = min(bad.file.count, columns - line.count)
        for index in 0..<length { place(bad.file[index], row: 1, column: index) }
        place(line, row: 1, column: length)
    }

    /// A name in the cells `from..<to`. A voiced kana takes two, as half-width letters do, or none.
    mutating func place(name: DisplayText<20>, row: Int, from: Int, to end: Int) {
        var column = from
        for index in 0..<name.count {
            let split = Katakana.split(name[index])
            let width = split.mark == 0 ? 1 : 2
            guard column + width <= end else { return }
            place(split.base, row: row, column: column)
            if width == 2 { place(split.mark, row: row, column: column + 1) }
            column += width
        }
    }

    private func sign(of transport: DisplayState.Transport) -> UInt8 {
        switch transport {
        case .running: UInt8(ascii: ">")
        case .paused: UInt8(ascii: "|")
        case .stopped: UInt8(ascii: ".")
        }
    }

    private func append(_ notice: DisplayState.Notice, to text: inout DisplayText<20>) {
        switch notice {
        case .saved: text.append("SAVED")
        case .undone: text.append("UNDONE")
        case .noPreset(let number):
            text.append("NO ")
            // Seven columns: a number of five digits is not shown wrong, but as `++++`.
            if number > 9999 { text.append("++++") } else { text.append(DisplayText<20>(number)) }
        }
    }

    private func append(_ word: StaticString, _ number: Int, to text: inout DisplayText<20>) {
        text.append(word)
        if number > 99 { text.append("++") } else { text.append(DisplayText<20>(number)) }
    }
}
