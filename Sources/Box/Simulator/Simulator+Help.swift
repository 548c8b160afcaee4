import Loop
import Configuration
import MIDI
import Panel

extension Simulator {
    /// The keys for the last rows of the screen, the most important first.
    private var keyItems: [String] {
        let (tilt, keyboard) = (instruments.tilt, instruments.keyboard)
        var tilts = tilt == nil ? nil : "arrows: tilt"
        if instruments.pedals?.hasPedals == true { tilts = (tilts.map { $0 + "  " } ?? "") + "( ): pedal" }
        if instruments.pedals?.hasKnobs == true { tilts = (tilts.map { $0 + "  " } ?? "") + "{ }: knob" }
        if input.mode == .keys {
            return [
                "?: help", "Tab: feet", "Ctrl-C: quit", "z-/ q-p: notes", "[ ]: octave", "- +: velocity", "Enter: hold",
                tilts, "PgUp: look back", "!: drops", "Ctrl-R: reload",
            ].compactMap { $0 } + played
        }
        let feet = box.footswitches.isEmpty ? [] : ["letter: tap", "CAPITAL: hold"]
        let notes = keyboard == nil ? [] : ["1-0: notes"]
        let more = ["p: song", "PgUp: look back", "!: drops", "Ctrl-R: reload"]
        return ["?: help", keyboard == nil ? nil : "Tab: keys", "q: quit"].compactMap { $0 } + feet + notes
            + [tilts].compactMap { $0 } + more + (keyboard == nil ? [] : [", .: octave", "Enter: hold"]) + played
    }

    /// The keys of pedal, wheel, bender and further keyboards.
    private var played: [String] {
        guard let keyboard = instruments.keyboard else { return [] }
        let keys = ["_: sustain", "< >: wheel", "$ %: bend"]
        return keyboard.ports.count > 1 ? ["\": next keyboard"] + keys : keys
    }

    /// Draws the mode and the keys, or a hint about a key that does nothing.
    func drawKeys(in area: ScreenArea, at now: UInt64) {
        var (row, column) = (0, put(input.mode.name, in: area, 0, 0, .reverse) + 1)
        if let hint = input.hint(at: now) {
            put(hint.text, in: area, 0, column, .bold)
            return
        }
        for item in keyItems {
            if column + item.utf8.count > area.columns {
                (row, column) = (row + 1, 1)
                if row >= area.rows || item.utf8.count >= area.columns { return }
            }
            column = put(item, in: area, row, column, .dim) + 2
        }
    }

    /// Draws all keys instead of the picture.
    func drawHelp(above end: Int) {
        let area = ScreenArea(row: 0, column: 0, rows: end, columns: screen.columns)
        for (row, line) in help.enumerated() { put(line, in: area, row, 1, row == 0 ? .bold : .plain) }
    }

    private var help: [String] {
        let dash = screen.isWide ? "–" : "-"
        let switches = instruments.switches
        let at = instruments.keyboard.map { " at '\(box.ports[$0.port].alias)'" } ?? ""
        let menu = box.menu.map { menu in
            let (step, choose) = (switches.key(menu.step), switches.key(menu.choose))
            let pair = String(decoding: [step & ~0x20, choose & ~0x20], as: UTF8.self)
            let keys = [step, choose].map { String(decoding: [$0], as: UTF8.self) }
            return "\(pair)             for a second: the menu; \(keys[0]) steps, \(keys[1]) chooses, held it goes back"
        }
        let advice = SimulatedListeners.advice(for: firstOutputPlace)
        let sound = advice.enumerated().map { ($0.offset == 0 ? "sound          " : "               ") + $0.element }
        return [
            "?              closes this",
            "Tab            letters step on footswitches (FEET) or play (KEYS)",
            "small letter   taps a footswitch; twice: double; two letters at once: a pair",
            "CAPITAL        holds it down; again, or the small letter, lets it go",
            menu,
            "1\(dash)9, 0         white keys\(at); again prolongs; , . an octave down, up",
            "p, q           plays \(Song.name) of the configuration's folder, or stops it; quits",
            "z x c  s d     KEYS: lower manual, white and black; q w e  2 3  upper manual",
            "[ ]  - +       an octave down, up; softer, louder",
            "Enter          holds notes until their key is pressed again, or releases all",
            instruments.keyboard == nil ? nil : "_  < >  $ %    sustain pedal; wheel; bender, which springs back",
            instruments.keyboard?.ports.count ?? 0 < 2 ? nil : "\"              takes the next keyboard",
            "arrows, space  tilt by 5 degrees; level",
            instruments.pedals == nil ? nil : "( )  { }  '    moves a pedal, turns a knob; takes the next ones",
            "PgUp PgDn Home End   look back at the messages",
            "!              shows what was dropped and why, or leaves it out",
            "Ctrl-R         reloads the configuration",
            "Ctrl-Z, Ctrl-C suspends after a panic; quits",
            pageAddress.map { "\($0) is the page for browsers; treadle code prints a code for one" },
            "treadle send, monitor, smf and learn talk to this box, as to any other",
        ].compactMap { $0 } + sound
    }

    /// Where other programs find the first output; empty if there is none.
    private var firstOutputPlace: String {
        guard let port = box.ports.firstIndex(where: { $0.sends }), port < lights.places.count else { return "" }
        return lights.places[port]
    }
}
