/// The meaning of the terminal's keys at the moment.
struct SimulatorInput {
    /// What the letters of the computer's keyboard do.
    enum Mode: Equatable {
        /// Letters step on footswitches, digits play.
        case feet
        /// Letters and digits play two manuals.
        case keys

        var name: String { self == .feet ? " FEET " : " KEYS " }
    }

    var decoder = TerminalKeys()
    var mode = Mode.feet
    /// Whether all keys are shown instead of the picture.
    var showsHelp = false
    /// A line that is shown for a while instead of the keys.
    private(set) var hint: (text: String, until: UInt64)?
    /// The user wants the configuration reloaded.
    var wantsReload = false

    /// Nanoseconds that a hint is shown.
    private static let hintTime: UInt64 = 3_000_000_000

    /// Shows a hint for a while.
    mutating func show(_ text: String, at now: UInt64) { hint = (text, now + SimulatorInput.hintTime) }

    /// Shows that a key does nothing.
    mutating func refuse(_ byte: UInt8, at now: UInt64) {
        let sign = String(decoding: [byte], as: UTF8.self)
        let name = 0x21..<0x7F ~= byte ? "'\(sign)'" : byte == 0x20 ? "space" : "this key"
        show("\(name) does nothing here; ? shows all keys", at: now)
    }

    mutating func forgetHint() { hint = nil }

    func hint(at now: UInt64) -> (text: String, until: UInt64)? { hint.flatMap { $0.until > now ? $0 : nil } }
}
