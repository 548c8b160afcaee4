import Host
import Loop
import Configuration
import MIDI
import Panel
import Plan

// The picture, from the top: title, LCD and footswitches, clock with tilt and song, ports, piano, messages, keys.
extension Simulator {
    /// The places of the parts on the screen.
    var layout: SimulatorLayout {
        let display = box.display ?? DisplayConfiguration()
        let parts = SimulatorLayout.Parts(
            lcd: (display.columns, display.rows), switches: box.footswitches.count, ports: box.ports.count,
            hasKeyboard: instruments.keyboard != nil)
        return SimulatorLayout(columns: screen.columns, rows: screen.rows, parts)
    }

    /// Draws the whole picture. Only differences are written to the terminal.
    func draw(at now: UInt64) {
        screen.clear()
        let layout = layout
        if let area = layout.keys { drawKeys(in: area, at: now) }
        if input.showsHelp { return drawHelp(above: layout.keys?.row ?? screen.rows) }
        let state = page.laid(over: loop.display.read(), at: now)
        if let area = layout.title {
            let end = put("Treadle \(Treadle.version)  \(box.name)", in: area, 0, 1, .bold)
            if let pageAddress { put(pageAddress, in: area, 0, end + 3) }
        }
        if let area = layout.lcd { drawLCD(state, in: area, at: now) }
        if let area = layout.switches { drawSwitches(in: area, at: now) }
        if let area = layout.status { put(statusLine(state, at: now), in: area, 0, 1) }
        if let area = layout.ports { drawPorts(in: area, at: now) }
        if let area = layout.piano { drawPiano(in: area) }
        if let area = layout.messages { drawMessages(in: area) }
    }

    /// Puts text into an area, at a row and column of the area. Text beyond the area is cut. Returns the column after
    /// the text.
    @discardableResult
    func put(
        _ text: String, in area: ScreenArea, _ row: Int, _ column: Int, _ style: CellStyle = .plain
    ) -> Int {
        if row < 0 || row >= area.rows { return column }
        var at = column
        for scalar in text.visible.unicodeScalars where Cell.isBare(scalar.value) {
            if at + Cell.width(scalar.value) > area.columns { break }
            at = screen.put(scalar.value, row: area.row + row, column: area.column + at, style) - area.column
        }
        return at
    }

    func cut(_ text: String, _ length: Int) -> String {
        var cut = ""
        cut.unicodeScalars += text.unicodeScalars.prefix(length)
        return cut
    }

    private func statusLine(_ state: DisplayState, at now: UInt64) -> String {
        let transport =
            switch state.transport {
            case .stopped: "stopped"
            case .running: "running"
            case .paused: "paused"
            }
        var text = "clock \(state.tempo / 100) BPM, \(transport)\(state.sendsTicks ? "" : ", silent")"
        if state.transposition != 0 { text += ", transposed \(ActionText.signed(Int(state.transposition)))" }
        if let tilt = instruments.tilt { text += "   tilt x \(tilt.x) y \(tilt.y) degrees" }
        if let pedals = instruments.pedals?.text { text += "   \(pedals)" }
        if let song = instruments.song {
            text += "   song \(FilePlayer.minutes(song.elapsed(at: now))) of \(FilePlayer.minutes(song.length))"
        }
        return text
    }

    // MARK: - Ports

    /// Draws the ports, many of them in two columns.
    private func drawPorts(in area: ScreenArea, at now: UInt64) {
        let columns = SimulatorLayout.portColumns(box.ports.count, area.columns)
        let width = area.columns / columns
        let left = box.ports.count - area.rows * columns
        for (index, port) in box.ports.enumerated() {
            let column = index / area.rows * width
            if index / area.rows >= columns { break }
            let cell = ScreenArea(
                row: area.row + index % area.rows, column: area.column + column, rows: 1, columns: width - 1)
            put(cut(port.alias, 12), in: cell, 0, 1, .bold)
            if port.receives { led("in", in: cell, 14, isLit: lights.isHeard(index, at: now)) }
            if port.sends { led("out", in: cell, 19, isLit: lights.isSent(index, at: now)) }
            let isLast = left > 0 && index + 1 == area.rows * columns
            if isLast { continue }
            let end = put(lights.places[index], in: cell, 0, 26)
            if listeners.silent == index { put("nothing listens, ? tells more", in: cell, 0, end + 2, .dim) }
        }
        if left > 0 { put(" +\(left) more", in: area, area.rows - 1, area.columns - 9, .dim) }
    }

    private func led(_ word: String, in area: ScreenArea, _ column: Int, isLit: Bool) {
        put(word, in: area, 0, column, isLit ? .plain : .dim)
        let sign = screen.isWide ? isLit ? "●" : "·" : isLit ? "*" : "."
        put(sign, in: area, 0, column + word.utf8.count + 1, isLit ? .led : .dim)
    }

    // MARK: - Messages

    /// Draws a heading and the lines of the monitor.
    private func drawMessages(in area: ScreenArea) {
        let log = monitor.log
        let mark = log.below == 0 ? "" : "\(log.below) newer lines below, End shows them "
        put(rule(" what comes and goes " + mark, area.columns), in: area, 0, 0, log.below == 0 ? .dim : .bold)
        for (row, entry) in log.window(area.rows - 1).enumerated() {
            let style: CellStyle =
                switch entry.kind {
                case .message, .note: .plain
                case .dropped: .dim
                case .action: .bold
                }
            let time = entry.kind == .note ? "" : Simulator.clock(entry.time - min(entry.time, startedAt)) + " "
            put(time + entry.text, in: area, row + 1, 1, style)
        }
    }

    private func rule(_ title: String, _ columns: Int) -> String {
        let line = screen.isWide ? "─" : "-"
        var text = line + line + title
        for _ in 0..<max(0, columns - title.utf8.count - 2) { text += line }
        return text
    }

    /// Nanoseconds as `h:mm:ss.mmm`.
    static func clock(_ nanoseconds: UInt64) -> String {
        let milliseconds = nanoseconds / 1_000_000
        let seconds = milliseconds / 1000
        return "\(seconds / 3600):\(Digits.padded(seconds / 60 % 60, 2)):\(Digits.padded(seconds % 60, 2))"
            + ".\(Digits.padded(milliseconds % 1000, 3))"
    }

    // MARK: - Time

    /// When the picture next changes without an event.
    func nextPicture(after now: UInt64) -> UInt64 {
        let state = loop.display.read()
        var next = (box.display ?? DisplayConfiguration()).nextChange(of: state, after: now)
        next = min(next, lights.nextChange(after: now))
        next = min(next, page.nextChange(after: now))
        if let hint = input.hint(at: now) { next = min(next, hint.until) }
        if loop.leds.read().blinking != 0 {
            next = min(next, (now / PanelThread.blinkTime + 1) * PanelThread.blinkTime)
        }
        if instruments.song != nil { next = min(next, now + 250_000_000) }
        return next
    }
}
