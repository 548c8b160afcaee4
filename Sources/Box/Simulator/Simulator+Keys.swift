import Loop
import Program
import CPlatform
import Configuration
import MIDI
import Panel
import SMF

extension Simulator {
    /// Handles a key. Returns true if it ends the box.
    func press(_ key: TerminalKeys.Key, at now: UInt64) -> Bool {
        isStale = true
        switch key {
        case .left: tilt?.lean(right: -1, up: 0, at: now)
        case .right: tilt?.lean(right: 1, up: 0, at: now)
        case .up: tilt?.lean(right: 0, up: 1, at: now)
        case .down: tilt?.lean(right: 0, up: -1, at: now)
        case .character(let byte): return press(byte, at: now)
        }
        return false
    }

    private func press(_ byte: UInt8, at now: UInt64) -> Bool {
        switch byte {
        case UInt8(ascii: "q"), 0x03: return true  // and Ctrl-C
        case 0x1A: suspend(with: true)  // Ctrl-Z
        case 0x0C: resize()  // Ctrl-L
        case UInt8(ascii: "p"): toggleSong(at: now)
        case UInt8(ascii: "?"): showsHelp.toggle()
        case UInt8(ascii: "!"): showsWhy.toggle()
        case UInt8(ascii: " "): tilt?.level(at: now)
        case UInt8(ascii: ","): keyboard?.shift(octaves: -1)
        case UInt8(ascii: "."): keyboard?.shift(octaves: 1)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): keyboard?.press(byte - UInt8(ascii: "0"), at: now)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            _ = switches.press(byte, at: now, contact)
        default: break
        }
        return false
    }

    private func toggleSong(at now: UInt64) {
        if song != nil {
            song?.stop()
            return
        }
        guard let port = keyboard?.port else { return note("no port receives, so there is nowhere to play the song") }
        do throws(Song.Problem) {
            song = PlayedSong(try Song.read(besides: path), to: port, at: now)
        } catch {
            note("no song: \(error.message)")
        }
    }
}

// MARK: - Signals of the terminal

extension Simulator {
    /// Handles a signal of the terminal. Returns false for other signals.
    func takes(_ signal: Int32) -> Bool {
        switch signal {
        case SIGWINCH: resize()
        case SIGCONT: take()
        case SIGTSTP: suspend(with: false)
        default: return false
        }
        return true
    }

    /// Sends a panic before the process is suspended, because its notes would sound on (H10). `suspendIfDue` stops it.
    ///
    /// - Parameter everybody: also stops the rest of the process group, such as the `make` that started the box. This
    ///   waits until the terminal is restored, because the shell uses it at once.
    private func suspend(with everybody: Bool) {
        song?.stop()
        stopsEverybody = everybody
        let last = loop.pointee.display.read().panicAt
        suspendsAfter = last == never ? 0 : last
        _ = loop.pointee.commands.push(.perform(.panic))
        treadle_event_signal(loop.pointee.wake)
    }

    /// Restores the terminal and stops the process once the panic was sent. SIGCONT takes the terminal again. Returns
    /// whether the process was stopped.
    func suspendIfDue() -> Bool {
        guard let before = suspendsAfter else { return false }
        let last = loop.pointee.display.read().panicAt
        if last == never || last <= before { return false }
        suspendsAfter = nil
        isTaken = false
        treadle_screen_give()
        treadle_stop(stopsEverybody ? 1 : 0)
        return true
    }
}
