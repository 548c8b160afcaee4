import Loop
import Program
import Configuration
import MIDI
import Panel

// The picture, from the top: title, LCD and footswitches, clock with tilt and song, ports, messages, and the keys.
extension Simulator {
    /// Draws the whole picture. Only differences are written to the terminal.
    func draw(at now: UInt64) {
        screen.clear()
        let state = loop.pointee.display.read()
        put(row: 0, 1, "Treadle \(TreadleCommand.version)  \(box.name)", .bold)
        let lcd = drawLCD(state, at: now)
        let pedals = drawSwitches(from: lcd.right + 3, at: now)
        var row = 1 + max(lcd.height, pedals)
        put(row: row, 1, statusLine(state, at: now))
        row = drawPorts(from: row + 1, at: now)
        put(row: row, 0, rule(" what comes and goes "), .dim)
        drawLines(from: row + 1)
        put(row: screen.rows - 1, 1, keysLine, .dim)
    }

    func put(row: Int, _ column: Int, _ text: String, _ style: CellStyle = .plain) {
        screen.put(text, row: row, column: column, style)
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
        if let tilt { text += "   tilt x \(tilt.x) y \(tilt.y) degrees" }
        if let song {
            text += "   song \(FilePlayer.minutes(song.elapsed(at: now))) of \(FilePlayer.minutes(song.length))"
        }
        return text
    }

    private func rule(_ title: String) -> String {
        let line = screen.isWide ? "─" : "-"
        var text = line + line + title
        for _ in 0..<max(0, screen.columns - title.utf8.count - 2) { text += line }
        return text
    }

    private var keysLine: String {
        let pedals = box.footswitches.isEmpty ? "" : "letter: tap  CAPITAL: hold  "
        return pedals + (tilt == nil ? "" : "arrows: tilt  ") + "1-0: notes  p: song  ?: help  q: quit"
    }

    // MARK: - Ports

    /// Draws the ports, many of them in two columns. Returns the row below.
    private func drawPorts(from row: Int, at now: UInt64) -> Int {
        let isDense = box.ports.count > 5 && screen.columns >= 72
        let width = isDense ? screen.columns / 2 : screen.columns
        let most = max(1, screen.rows - row - 7)
        let rows = min(most, isDense ? (box.ports.count + 1) / 2 : box.ports.count)
        for (index, port) in box.ports.enumerated() {
            let (at, column) = (row + index % max(rows, 1), index / max(rows, 1) * width)
            if column >= screen.columns { break }
            put(row: at, column + 1, cut(port.alias, 12), .bold)
            if port.receives { led(row: at, column + 14, "in", isLit: heardUntil[index] > now) }
            if port.sends { led(row: at, column + 19, "out", isLit: sentUntil[index] > now) }
            put(row: at, column + 26, cut(places[index], max(0, width - 27)))
        }
        let left = box.ports.count - rows * (isDense ? 2 : 1)
        if left > 0 { put(row: row + rows - 1, screen.columns - 9, " +\(left) more", .dim) }
        return row + rows
    }

    private func led(row: Int, _ column: Int, _ word: String, isLit: Bool) {
        put(row: row, column, word, isLit ? .plain : .dim)
        let sign = screen.isWide ? isLit ? "●" : "·" : isLit ? "*" : "."
        put(row: row, column + word.utf8.count + 1, sign, isLit ? .led : .dim)
    }

    // MARK: - Below

    /// The newest lines that fit, or help.
    private func drawLines(from row: Int) {
        let room = screen.rows - 1 - row
        if room <= 0 { return }
        let shown = showsHelp ? help[...] : lines[...].suffix(room)
        for (index, line) in shown.prefix(room).enumerated() { put(row: row + index, 1, line) }
    }

    private var help: [String] {
        let dash = screen.isWide ? "–" : "-"
        let at = keyboard.map { " at '\(box.ports[$0.port].alias)'" } ?? ""
        let menu = box.menu.map { menu in
            let (step, choose) = (switches.key(menu.step), switches.key(menu.choose))
            let pair = String(decoding: [step & ~0x20, choose & ~0x20], as: UTF8.self)
            let keys = [step, choose].map { String(decoding: [$0], as: UTF8.self) }
            return "\(pair)             for a second: the menu; \(keys[0]) steps, \(keys[1]) chooses, held it goes back"
        }
        return [
            "small letter   taps a footswitch; twice: double; two letters at once: a pair",
            "CAPITAL        holds it down; again, or the small letter, lets it go",
            menu,
            "arrows, space  tilt by 5 degrees; level",
            "1\(dash)9, 0         white keys\(at); again prolongs; , . an octave down, up",
            "p              plays \(Song.name) of the configuration's folder, or stops it",
            "!              leaves out what was dropped and why, or shows it again",
            "Ctrl-Z, q      suspends after a panic; quits, as Ctrl-C does",
            "treadle send, monitor, smf and learn talk to this box, as to any other",
            "?              closes this",
        ].compactMap { $0 }
    }

    // MARK: - Time

    /// When the picture next changes without an event.
    func nextPicture(after now: UInt64) -> UInt64 {
        let state = loop.pointee.display.read()
        var next = (box.display ?? DisplayConfiguration()).nextChange(of: state, after: now)
        for until in heardUntil + sentUntil where until > now { next = min(next, until) }
        if loop.pointee.leds.read().blinking != 0 {
            next = min(next, (now / PanelThread.blinkTime + 1) * PanelThread.blinkTime)
        }
        if song != nil { next = min(next, now + 250_000_000) }
        return next
    }
}
