import Loop
import Plan
import CPlatform
import Configuration
import MIDI
import Panel
import SMF

extension Simulator {
    /// Handles a key. Returns true if the key ends the box.
    func press(_ key: TerminalKeys.Key, at now: UInt64) -> Bool {
        isStale = true
        input.forgetHint()
        let rows = max(0, (layout.messages?.rows ?? 1) - 1)
        switch key {
        case .left: lean(right: -1, up: 0, at: now)
        case .right: lean(right: 1, up: 0, at: now)
        case .up: lean(right: 0, up: 1, at: now)
        case .down: lean(right: 0, up: -1, at: now)
        case .pageUp: monitor.log.scroll(by: max(1, rows - 1), rows: rows)
        case .pageDown: monitor.log.scroll(by: -max(1, rows - 1), rows: rows)
        case .home: monitor.log.scrollToOldest(rows: rows)
        case .end: monitor.log.scrollToNewest()
        case .character(let byte): return press(byte, at: now)
        }
        return false
    }

    private func lean(right: Int, up: Int, at now: UInt64) {
        if instruments.tilt == nil { input.show("this box has no tilt; ? shows all keys", at: now) }
        instruments.tilt?.lean(right: right, up: up, at: now)
    }

    private func pressPedal(_ step: Int, at now: UInt64) {
        guard let reading = instruments.pedals?.press(step, at: now) else {
            return input.show("this box has no pedal; ? shows all keys", at: now)
        }
        _ = loop.pedals.push(reading)
        treadle_event_signal(loop.wake)
    }

    private func turnKnob(isRight: Bool, at now: UInt64) {
        guard let turn = instruments.pedals?.turn(isRight: isRight) else {
            return input.show("this box has no knob; ? shows all keys", at: now)
        }
        _ = loop.commands.push(turn)
        treadle_event_signal(loop.wake)
    }

    private func press(_ byte: UInt8, at now: UInt64) -> Bool {
        switch byte {
        case 0x03: return true  // Ctrl-C
        case 0x1A: suspend(with: true)  // Ctrl-Z
        case 0x0C: resize()  // Ctrl-L
        case 0x12: input.wantsReload = true  // Ctrl-R
        case UInt8(ascii: "?"): input.showsHelp.toggle()
        case UInt8(ascii: "!"): monitor.log.toggleDrops()
        case UInt8(ascii: " ") where instruments.tilt != nil: instruments.tilt?.level(at: now)
        case UInt8(ascii: "("): pressPedal(-1, at: now)
        case UInt8(ascii: ")"): pressPedal(1, at: now)
        case UInt8(ascii: "{"): turnKnob(isRight: false, at: now)
        case UInt8(ascii: "}"): turnKnob(isRight: true, at: now)
        case UInt8(ascii: "'") where instruments.pedals != nil:
            if let chosen = instruments.pedals?.chooseNext() { input.show(chosen, at: now) }
        default:
            if instruments.keyboard != nil && pressKeyboard(byte, at: now) { return false }
            if input.mode == .feet { return pressInFeet(byte, at: now) }
            input.refuse(byte, at: now)
        }
        return false
    }

    /// Handles the keys of the musical keyboard. Returns false for other keys.
    private func pressKeyboard(_ byte: UInt8, at now: UInt64) -> Bool {
        switch byte {
        case 0x09: input.mode = input.mode == .feet ? .keys : .feet  // Tab
        case 0x0A, 0x0D: instruments.keyboard?.toggleHold(at: now)  // Enter
        case UInt8(ascii: "["): instruments.keyboard?.shift(octaves: -1)
        case UInt8(ascii: "]"): instruments.keyboard?.shift(octaves: 1)
        case UInt8(ascii: "_"): instruments.keyboard?.toggleSustain()
        case UInt8(ascii: "<"): instruments.keyboard?.turnWheel(up: false)
        case UInt8(ascii: ">"): instruments.keyboard?.turnWheel(up: true)
        case UInt8(ascii: "$"): instruments.keyboard?.bend(up: false, at: now)
        case UInt8(ascii: "%"): instruments.keyboard?.bend(up: true, at: now)
        case UInt8(ascii: "\""): chooseNextKeyboard(at: now)
        case UInt8(ascii: "-"): instruments.keyboard?.louden(by: -1)
        case UInt8(ascii: "+"), UInt8(ascii: "="): instruments.keyboard?.louden(by: 1)
        default:
            if input.mode == .keys {
                guard let key = instruments.keyboard?.key(of: byte) else { return false }
                instruments.keyboard?.press(key, at: now)
                return true
            }
            switch byte {
            case UInt8(ascii: ","): instruments.keyboard?.shift(octaves: -1)
            case UInt8(ascii: "."): instruments.keyboard?.shift(octaves: 1)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                guard let key = instruments.keyboard?.key(ofDigit: byte - UInt8(ascii: "0")) else { return false }
                instruments.keyboard?.press(key, at: now)
            default: return false
            }
        }
        return true
    }

    private func chooseNextKeyboard(at now: UInt64) {
        instruments.keyboard?.chooseNext()
        guard let keyboard = instruments.keyboard else { return }
        let alias = box.ports[keyboard.port].alias
        input.show(keyboard.ports.count > 1 ? "you play \(alias) now" : "\(alias) is the only keyboard", at: now)
    }

    /// Handles a key while letters step on footswitches. Returns true if the key ends the box.
    private func pressInFeet(_ byte: UInt8, at now: UInt64) -> Bool {
        switch byte {
        case UInt8(ascii: "q"): return true
        case UInt8(ascii: "p"): toggleSong(at: now)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            if !instruments.switches.press(byte, at: now, contact) { input.refuse(byte, at: now) }
        default: input.refuse(byte, at: now)
        }
        return false
    }

    private func toggleSong(at now: UInt64) {
        if instruments.song != nil {
            instruments.song?.stop()
            return
        }
        guard let port = instruments.keyboard?.port else {
            return note("no port receives, so there is nowhere to play the song")
        }
        do throws(Song.Problem) {
            let song = try Song.read(besides: path)
            if let warning = song.file.warnings.last {
                note("\(song.place): byte \(warning.offset): \(warning.message)")
            }
            instruments.song = PlayedSong(song.file, to: port, at: now)
        } catch {
            note("no song: \(error.message)")
        }
    }
}

// MARK: - Signals of the terminal

extension Simulator {
    /// Handles a signal of the terminal. Returns false for other signals.
    func handles(_ signal: Int32) -> Bool {
        switch signal {
        case SIGWINCH: resize()
        case SIGCONT: claimScreen()
        case SIGTSTP: suspend(with: false)
        default: return false
        }
        return true
    }

    /// Sends a panic before the process is suspended, because held notes would sound on (H10). `suspendIfDue` then
    /// stops the process.
    ///
    /// - Parameter everybody: also stops the rest of the process group, such as the `make` that started the box. They
    ///   stop only after the terminal is restored, because the shell then uses the terminal.
    private func suspend(with everybody: Bool) {
        instruments.song?.stop()
        let last = loop.display.read().panicAt
        suspension = Suspension(after: last == never ? 0 : last, stopsEverybody: everybody)
        _ = loop.commands.push(.perform(.panic))
        treadle_event_signal(loop.wake)
    }

    /// Restores the terminal and stops the process once the panic was sent. On SIGCONT, the simulator uses the terminal
    /// again. Returns whether the process was stopped.
    func suspendIfDue() -> Bool {
        guard let due = suspension else { return false }
        let last = loop.display.read().panicAt
        if last == never || last <= due.after { return false }
        suspension = nil
        isTaken = false
        treadle_screen_give()
        treadle_stop(due.stopsEverybody ? 1 : 0)
        return true
    }
}
