import Configuration
import Panel

/// The footswitches on a keyboard that never says when a key is let go: a letter is a tap, the capital letter holds the
/// switch down and lets it go.
///
/// What comes out are contacts that close and open; debouncing and gestures are the box's own.
struct SimulatedSwitches {
    private struct Switch {
        var key: UInt8
        var debounce: UInt64
        var isDown = false
        /// When a tap ends; `never` while it is held by the capital letter, and when it is up.
        var releaseAt = never
        /// A tap that waits until the contact has settled.
        var pressAt = never
        var keyAt: UInt64 = 0
    }

    private var switches: [Switch]

    /// How long a tap lasts, in nanoseconds.
    static let tapTime: UInt64 = 150_000_000
    /// Keys that come faster than a finger are a key that repeats itself: it goes on holding.
    private static let repeatTime: UInt64 = 60_000_000

    /// Letters the simulator has another use for.
    private static let reserved: [UInt8] = [UInt8(ascii: "p"), UInt8(ascii: "q")]

    /// A switch has the letter it is called, else one of its name that is free, else any.
    init(_ footswitches: [FootswitchConfiguration]) {
        let letters = footswitches.map { footswitch in
            footswitch.name.utf8.map { $0 | 0x20 }.filter {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 && !SimulatedSwitches.reserved.contains($0)
            }
        }
        var keys: [UInt8?] = letters.enumerated().map { index, letters in
            letters.count == 1 && !letters[..<0].contains(letters[0]) ? letters[0] : nil
        }
        for index in keys.indices {
            if let key = keys[index], keys[..<index].contains(key) { keys[index] = nil }
        }
        for index in keys.indices where keys[index] == nil {
            let any = (UInt8(ascii: "a")...UInt8(ascii: "z")).filter { !SimulatedSwitches.reserved.contains($0) }
            keys[index] = (letters[index] + any).first { !keys.contains($0) }
        }
        switches = zip(keys, footswitches).map { Switch(key: $0 ?? 0, debounce: $1.debounce) }
    }

    /// The key of a switch, a small letter.
    func key(_ index: Int) -> UInt8 { switches[index].key }
    func isDown(_ index: Int) -> Bool { switches[index].isDown }
    /// Held by its capital letter.
    func isHeld(_ index: Int) -> Bool { switches[index].isDown && switches[index].releaseAt == never }

    /// When `advance` has something to do.
    var nextAt: UInt64 { switches.reduce(never) { min($0, min($1.releaseAt, $1.pressAt)) } }

    /// A letter was pressed; false when it is no switch's.
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
            // The second tap of a quick foot: up first, and down once the contact has settled (F1).
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
