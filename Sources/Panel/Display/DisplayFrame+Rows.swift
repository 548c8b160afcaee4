import MIDI

// Columns count from 1 in comments, as in rules D1 and D2, and from 0 in code.
extension DisplayFrame {
    /// Draws the preset (D1): number, blank, name, `/` and the part, and `*` in the last column.
    mutating func drawPreset(_ state: DisplayState) {
        place(number(state.preset), row: 0, column: 0)
        let (start, end) = (4, columns - 1)
        if state.part.count > 0 {
            // A long part shortens the name, but at most to half of the space.
            var ruler = self
            let width = ruler.place(state.part, row: 0, column: start, before: end) - start
            var column = place(
                state.name, row: 0, column: start, before: max(end - 1 - width, start + (end - start) / 2))
            column = place(DisplayText<20>("/"), row: 0, column: column)
            place(state.part, row: 0, column: column, before: end)
        } else {
            place(state.name, row: 0, column: start, before: end)
        }
        if state.isModified { place(DisplayText<20>("*"), row: 0, column: columns - 1) }
    }

    /// Returns the number of a preset, in three columns.
    private func number(_ preset: Int) -> DisplayText<20> {
        var number = DisplayText<20>()
        if preset < 0 { number.append("---") } else { number.append(preset, width: 3) }
        return number
    }

    /// Draws columns 1 to 8 of D2: tempo, transport, beat.
    mutating func drawTempo(_ state: DisplayState) {
        let tenths = min((Int(state.tempo) + 5) / 10, 9999)
        var text = DisplayText<20>()
        text.append(tenths / 10, width: 3)
        text.append(UInt32(UInt8(ascii: ".")))
        text.append(tenths % 10, width: 1)
        place(text, row: 1, column: 0)
        place(sign(of: state.transport), row: 1, column: 6)
        if state.isOnBeat && state.sendsTicks { place(.beat, row: 1, column: 7) }
    }

    /// Draws the status (D3), right-aligned from column 10 of D2. An open menu has the status in the first row (M2).
    mutating func drawStatus(_ state: DisplayState, row: Int = 1, at now: UInt64) {
        let (text, status) = (statusText(state, at: now), state.status(at: now))
        if text.count == 0 { return }
        if status == .pair { return replace(row: row, with: text) }
        // A start notice or a code longer than the status columns takes the whole row.
        if (status == .start || status == .notice && isCode(state.notice)) && text.count > columns - 9 {
            return replace(row: row, with: text)
        }
        if row == 1 { makeRoom(forStatusFrom: columns - text.count, state) }
        place(rightAligned: text, row: row)
    }

    private func isCode(_ notice: DisplayState.Notice) -> Bool { if case .code = notice { true } else { false } }

    /// The status (D3) in characters of the display; empty if there is none.
    package func statusText(_ state: DisplayState, at now: UInt64) -> DisplayText<20> {
        var text = DisplayText<20>()
        switch state.status(at: now) {
        case .panic: text.append("PANIC")
        case .loop: text.append("LOOP")
        case .noTilt: text.append("NO TILT")
        case .noPedal: text.append("PEDAL?")
        case .port:
            text.append(UInt32(state.port.came ? UInt8(ascii: "+") : UInt8(ascii: "-")))
            append(portName: state.port.name, to: &text)
        case .pair: state.pairing.append(to: &text)
        case .noPair: text.append("NO PAIR")
        case .learn: text.append("LEARN")
        case .notice: append(state.notice, to: &text)
        case .start: append(state.startNotice, to: &text)
        case .held: append("HELD ", state.held, to: &text)
        case .drops: append("DROP ", state.drops, to: &text)
        case .developmentKey: text.append("DEV KEY")
        case .nothing: break
        }
        return text
    }

    /// Draws row 3 of a 20x4 display: the preset that `next` would load, as in row 1, with an arrow in the last
    /// column.
    mutating func drawNext(_ state: DisplayState) {
        guard state.nextName.count > 0 else { return }
        place(number(state.next), row: 2, column: 0)
        place(state.nextName, row: 2, column: 4, before: columns - 2)
        place(DisplayText<20>(scalar: 0x2192), row: 2, column: columns - 1)  // →
    }

    /// Draws the place of a configuration error (E1). The line number is never cut, but the file name may be.
    mutating func drawBadConfiguration(_ bad: DisplayState.Place) {
        place(DisplayText<20>("BAD CONFIG"), row: 0, column: 0)
        var line = DisplayText<20>()
        if bad.line > 0 {
            line.append(UInt32(UInt8(ascii: ":")))
            line.append(DisplayText<20>(bad.line))
        }
        let column = place(bad.file, row: 1, column: 0, before: columns - line.count)
        place(line, row: 1, column: column)
    }

    private func sign(of transport: Transport) -> Glyph {
        switch transport {
        case .running: .running
        case .paused: .paused
        case .stopped: .stopped
        }
    }

    /// Appends a port name in at most six cells (D3).
    private func append(portName name: DisplayText<6>, to text: inout DisplayText<20>) {
        var left = PanelLimits.portNameLength
        for index in 0..<name.count {
            let letters = Spelling.cells(name[index], characters)
            left -= letters.count
            if left < 0 { return }
            for place in 0..<letters.count { text.append(letters[place]) }
        }
    }

    private func append(_ notice: DisplayState.Notice, to text: inout DisplayText<20>) {
        switch notice {
        case .saved: text.append("SAVED")
        case .unsaved: text.append("UNSAVED")
        case .undone: text.append("UNDONE")
        case .code(let code):
            text.append("CODE ")
            text.append(code: UInt32(code))
        case .reach(let value, let isAbove):
            text.append(isAbove ? "> " : "< ")
            text.append(DisplayText<20>(value))
        case .noPreset(let number):
            text.append("NO ")
            // The status has seven columns, so a number of five digits is shown as `++++`.
            if number > 9999 { text.append("++++") } else { text.append(DisplayText<20>(number)) }
        }
    }

    /// Appends the most urgent problem at power-up (E1).
    private func append(_ notice: DisplayState.StartNotice, to text: inout DisplayText<20>) {
        if notice.stick == .restored { return text.append("RESTORED RESTART") }
        // Other problems are more urgent: they may be the reason for a failed backup.
        if !notice.isShown {
            switch notice.stick {
            case .failed: text.append("STICK FAILED")
            case .noPage: text.append("NO PAGE")
            default: text.append("BACKUP DONE")
            }
            return
        }
        if notice.runsImage != 0 {
            text.append("IMAGE RUNS")
        } else if notice.badEdit != 0 {
            text.append("BAD EDIT")
        } else if notice.badFiles != 0 {
            append("BAD ", Int(notice.badFiles), to: &text)
            text.append(" FILES")
        } else if notice.keepsNothing != 0 {
            text.append("NOT KEPT")
        } else if notice.cardFault != 0 {
            text.append("CARD FAULT")
        } else {
            append(notice.update, to: &text)
        }
    }

    private func append(_ update: DisplayState.StartNotice.Update, to text: inout DisplayText<20>) {
        switch update.outcome {
        case .none: return
        case .failed: return text.append("UPDATE FAILED")
        case .refused: return text.append("UPDATE REFUSED")
        case .committed: text.append("NOW ")
        case .installed: break
        }
        text.append(DisplayText<20>(Int(update.major)))
        text.append(".")
        text.append(DisplayText<20>(Int(update.minor)))
        text.append(".")
        text.append(DisplayText<20>(Int(update.patch)))
        if update.outcome == .installed { text.append(" RESTART") }
    }

    private func append(_ word: StaticString, _ number: Int, to text: inout DisplayText<20>) {
        text.append(word)
        if number > 99 { text.append("++") } else { text.append(DisplayText<20>(number)) }
    }
}
