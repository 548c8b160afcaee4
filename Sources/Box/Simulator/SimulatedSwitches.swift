import Configuration
import Panel

/// Footswitches on a keyboard. A terminal does not report key releases, so a small letter taps a switch, and a capital
/// letter holds or releases the switch.
///
/// The output is contacts that close and open; the engine debounces them and recognises gestures.
struct SimulatedSwitches {
    private struct Switch {
        var key: UInt8
        var debounce: UInt64
        var isDown = false
        /// When a tap ends; `never` while the switch is up or is held by its capital letter.
        var releaseAt = never
        /// When a second tap begins, after the contact has settled; `never` without one.
        var pressAt = never
        var keyAt: UInt64 = 0
    }

    private var switches: [Switch]

    /// Length of a tap in nanoseconds.
    static let tapTime: UInt64 = 150_000_000
    /// Presses that follow each other within this time, in ns, come from key repeat and prolong the tap.
    private static let repeatTime: UInt64 = 60_000_000

    /// Letters that the simulator uses for other commands.
    private static let reserved: [UInt8] = [UInt8(ascii: "p"), UInt8(ascii: "q")]

    /// Assigns a letter to each switch: its name if that is one letter, else a free letter of its name, else any free
    /// letter.
    init(_ footswitches: [FootswitchConfiguration]) {
        let letters = footswitches.map { footswitch in
            footswitch.name.utf8.map { $0 | 0x20 }.filter {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 && !SimulatedSwitches.reserved.contains($0)
            }
        }
        var keys: [UInt8?] = letters.map { $0.count == 1 ? $0[0] : nil }
        for index in keys.indices {
            if let key = keys[index], keys[..<index].contains(key) { keys[index] = nil }
        }
        for index in keys.indices where keys[index] == nil {
            let any = (UInt8(ascii: "a")...UInt8(ascii: "z")).filter { !SimulatedSwitches.reserved.contains($0) }
            keys[index] = (letters[index] + any).first { !keys.contains($0) }
        }
        switches = zip(keys, footswitches).map { Switch(key: $0 ?? 0, debounce: $1.debounce) }
    }

    /// The key of a switch, as a small letter.
    func key(_ index: Int) -> UInt8 { switches[index].key }
    func isDown(_ index: Int) -> Bool { switches[index].isDown }
    /// Whether the capital letter holds the switch.
    func isHeld(_ index: Int) -> Bool { switches[index].isDown && switches[index].releaseAt == never }

    /// When `advance` has something to do, in ns.
    var nextAt: UInt64 { switches.reduce(never) { min($0, min($1.releaseAt, $1.pressAt)) } }

    /// Handles the press of a letter. Returns false if no switch has the letter.
    mutating func press(_ letter: UInt8, at now: UInt64, _ contact: (_ index: Int, _ closed: Bool) -> Void) -> Bool {
        guard let index = switches.firstIndex(where: { $0.key == letter | 0x20 }) else { return false }
        let isRepeated = now - switches[index].keyAt < SimulatedSwitches.repeatTime
        switches[index].keyAt = now
        if letter & 0x20 == 0 {
            if isRepeated { return true }
            set(index, !switches[index].isDown, contact)
        } else if isHeld(index) {
            set(index, false, contact)
        } else if !switches[index].isDown {
            set(index, true, contact)
            switches[index].releaseAt = now + SimulatedSwitches.tapTime
        } else if isRepeated {
            switches[index].releaseAt = now + SimulatedSwitches.tapTime
        } else {
            // A second tap: the switch goes up now, and down once the contact has settled (F1).
            set(index, false, contact)
            switches[index].pressAt = now + 2 * switches[index].debounce
        }
        return true
    }

    mutating func advance(to now: UInt64, _ contact: (_ index: Int, _ closed: Bool) -> Void) {
        for index in switches.indices {
            if switches[index].releaseAt <= now { set(index, false, contact) }
            if switches[index].pressAt <= now {
                set(index, true, contact)
                switches[index].releaseAt = now + SimulatedSwitches.tapTime
            }
        }
    }

    private mutating func set(_ index: Int, _ isDown: Bool, _ contact: (_ index: Int, _ closed: Bool) -> Void) {
        switches[index].releaseAt = never
        switches[index].pressAt = never
        switches[index].isDown = isDown
        contact(index, isDown)
    }
}
