import Panel

/// Footswitches that record their gestures as text: `A 127 0`, `A long 0 700`, times in ms.
struct FootswitchRecorder {
    var switches = Footswitches()
    var log: [String] = []
    static let ms: UInt64 = 1_000_000
    /// Whether short presses are recorded.
    var recordsShort = false

    init(_ count: Int = 3, chords: [(Int, Int)] = [], debounce: UInt64 = 5, long: UInt64 = 500, double: UInt64 = 300) {
        for _ in 0..<count {
            _ = switches.addSwitch(debounce: debounce * Self.ms, long: long * Self.ms, double: double * Self.ms)
        }
        for (a, b) in chords { _ = switches.addChord(a, b) }
    }

    mutating func down(_ index: Int, _ at: UInt64) { edge(index, true, at * Self.ms) }
    mutating func up(_ index: Int, _ at: UInt64) { edge(index, false, at * Self.ms) }

    mutating func edge(_ index: Int, _ closed: Bool, _ nanoseconds: UInt64) {
        let recordsShort = recordsShort
        switches.edge(index, closed: closed, at: nanoseconds) {
            if recordsShort || Footswitches.shortSwitch($0) == nil { log.append(Self.text($0, $1, $2)) }
        }
    }

    mutating func level(_ index: Int, closed: Bool) { switches.level(index, closed: closed) }

    mutating func hold(_ index: Int, _ isHeld: Bool, _ at: UInt64) {
        let recordsShort = recordsShort
        switches.hold(index, isHeld, at: at * Self.ms) {
            if recordsShort || Footswitches.shortSwitch($0) == nil { log.append(Self.text($0, $1, $2)) }
        }
    }

    mutating func advance(_ to: UInt64) {
        let recordsShort = recordsShort
        switches.advance(to: to * Self.ms) {
            if recordsShort || Footswitches.shortSwitch($0) == nil { log.append(Self.text($0, $1, $2)) }
        }
    }

    static func text(_ control: UInt8, _ down: Bool, _ at: UInt64) -> String {
        let letters = Array("ABCDEFGHIJKLMNOP")
        let name =
            control >= 80
            ? "chord\(control - 80)"
            : "\(letters[Int(control) / 5])" + ["", " short", " long", " double", " single"][Int(control) % 5]
        let time = at % ms == 0 ? "\(at / ms)" : "\(Double(at) / Double(ms))"
        return "\(name) \(down ? 127 : 0) \(time)"
    }
}
