import MIDI

/// Converts the contacts of the footswitches to gestures (F1, F2).
///
/// Receives edges with the kernel's time stamps, and emits control numbers that go down or up at a time. This type has
/// no clock: the caller reads `nextDeadline` and calls `advance(to:_:)` at that time. At equal times, a long press
/// comes before the end of a lock-out, and both come before an edge.
///
/// All times are nanoseconds of one clock. Every call costs O(switches + chords).
package struct Footswitches: Sendable {
    /// Receives a gesture: its control number, whether it went down, and the time in ns.
    package typealias Emit = (_ control: UInt8, _ down: Bool, _ at: UInt64) -> Void

    var switches = InlineArray<16, Footswitch>(repeating: Footswitch())
    var chords = InlineArray<32, Chord>(repeating: Chord())

    /// The number of footswitches, 0...16.
    package private(set) var count = 0
    /// The number of chords, 0...32.
    package private(set) var chordCount = 0

    /// The two footswitches that open the menu together (M1); nil if the box has no menu.
    var menu: MenuSwitches?
    /// The time at which both menu switches have been held long enough.
    var menuAt = never
    /// The time at which `advance(to:_:)` must be called, in ns; `never` if only an edge can change anything. Stored,
    /// not computed, because each wake-up reads this time.
    package internal(set) var nextDeadline = never
    /// The footswitches whose single press has a listener, one bit each (F6). Only these wait for a second press.
    package var singles: UInt16 = 0
    /// Whether the menu is open; then presses of its two footswitches are menu gestures only (M8).
    package var isMenuOpen = false
    /// The footswitches that programs hold down, one bit each (F1).
    var heldByPrograms: UInt16 = 0

    package init() {}

    /// Adds an open footswitch.
    ///
    /// - Parameters:
    ///   - debounce: the lock-out after an edge that acts, in ns (F1).
    ///   - long: the duration of a long press, in ns (F2).
    ///   - double: the longest time between the two presses of a double press, in ns (F2).
    /// - Returns: the index of the footswitch; nil if there are already `PanelLimits.switches`.
    package mutating func addSwitch(debounce: UInt64, long: UInt64, double: UInt64) -> Int? {
        guard count < PanelLimits.switches else { return nil }
        switches[count] = Footswitch(debounce: debounce, long: long, double: double)
        count += 1
        return count - 1
    }

    /// Whether a contact was closed at the last reading, including bounces.
    package func isClosed(_ index: Int) -> Bool { switches[index].level }

    /// Adds a chord that a remap, a condition or an assignment uses. `A+B` equals `B+A` (F2), so adding a pair twice
    /// returns the chord that exists.
    ///
    /// - Returns: the index of the chord; nil if there are already `PanelLimits.chords`.
    package mutating func addChord(_ a: Int, _ b: Int) -> Int? {
        precondition(a != b && 0..<count ~= a && 0..<count ~= b, "a chord is two switches that exist")
        for index in 0..<chordCount where chords[index].has(a) && chords[index].has(b) { return index }
        guard chordCount < PanelLimits.chords else { return nil }
        chords[chordCount] = Chord(a: a, b: b)
        chordCount += 1
        return chordCount - 1
    }
}

extension Footswitches {
    /// Sets the two footswitches that operate the menu.
    package mutating func setMenu(step: Int, choose: Int) {
        precondition(step != choose && 0..<count ~= step && 0..<count ~= choose, "two switches that exist")
        menu = MenuSwitches(step: step, choose: choose)
    }

    /// Returns the menu gesture of a control number; nil if the number is not that of a menu gesture.
    package static func menuGesture(_ control: UInt8, _ down: Bool) -> Menu.Gesture? {
        switch control {
        case menuOpens: .opens
        case menuStep: down ? .step : .stepUp
        case menuStep + 1: .stepLong
        case menuChoose: down ? .choose : .chooseUp
        case menuChoose + 1: .chooseLong
        default: nil
        }
    }
}

// The control numbers that `Message(contact:value:)` carries.
extension Footswitches {
    package static func contact(_ index: Int) -> UInt8 { UInt8(PanelLimits.gestures * index) }
    package static func short(_ index: Int) -> UInt8 { contact(index) + 1 }
    package static func long(_ index: Int) -> UInt8 { contact(index) + 2 }
    package static func double(_ index: Int) -> UInt8 { contact(index) + 3 }
    package static func single(_ index: Int) -> UInt8 { contact(index) + 4 }
    package static func chord(_ index: Int) -> UInt8 { contact(PanelLimits.switches) + UInt8(index) }

    /// Returns the index of the footswitch whose short press has a control number; nil for other control numbers.
    package static func shortSwitch(_ control: UInt8) -> Int? {
        let index = Int(control) / PanelLimits.gestures
        return index < PanelLimits.switches && control == short(index) ? index : nil
    }

    // The control numbers of the menu.
    static let menuOpens = UInt8(PanelLimits.controls)
    /// The press of the step switch. The next number is its long press.
    static let menuStep = menuOpens + 1
    /// The press of the choose switch. The next number is its long press.
    static let menuChoose = menuOpens + 3
}

/// The settings, contact and gestures of one footswitch. Times are in ns, `never` if nothing is due.
struct Footswitch: Sendable {
    var debounce: UInt64 = 0
    var long: UInt64 = 0
    var double: UInt64 = 0

    /// The level at the last reading of the contact, including bounces.
    var level = false
    /// The debounced level: the last level that was handled as a press or a release.
    var isDown = false
    /// The end of the lock-out, or `Footswitches.atNextAdvance`.
    var settlesAt = never

    var pressedAt: UInt64 = 0
    /// The time of a press that may become the first of a double press.
    var firstPressAt = never
    var longAt = never
    /// The time at which a press counts as single, because no second one has come (F6).
    var singleAt = never
    var isSingle = false
    var isLong = false
    var isDouble = false
    /// Whether this press becomes short if it ends now: it is not long, and neither a chord nor the menu has used it
    /// (F2).
    var isShort = false
    /// Whether this press is the second of a chord and therefore does not act alone (F2).
    var isSecondOfChord = false
    /// Whether this press belongs to the menu (M8).
    var belongsToMenu = false
}

/// The footswitches of the menu, by index.
struct MenuSwitches: Sendable {
    var step: Int
    var choose: Int

    func other(than index: Int) -> Int? { index == step ? choose : index == choose ? step : nil }
    func control(_ index: Int) -> UInt8 { index == step ? Footswitches.menuStep : Footswitches.menuChoose }
}

/// A pair of footswitches with a common gesture.
struct Chord: Sendable {
    var a = 0
    var b = 0
    var isDown = false

    func has(_ index: Int) -> Bool { a == index || b == index }
    func other(than index: Int) -> Int { a == index ? b : a }
}

extension Footswitches {
    /// Whether the bytes of this value form valid footswitches of this box with a closed menu. Deadlines must be at
    /// most a minute after `now`.
    ///
    /// - Parameter fresh: the footswitches of the box after power-up.
    package mutating func hasValidState(as fresh: inout Footswitches, at now: UInt64) -> Bool {
        guard count == fresh.count, chordCount == fresh.chordCount, RawBytes.isOptional(&menu),
            RawBytes.isBool(&isMenuOpen), !isMenuOpen, menu?.step == fresh.menu?.step,
            menu?.choose == fresh.menu?.choose, menuAt.isDue(at: now), nextDeadline.isDue(at: now),
            UInt32(heldByPrograms) >> UInt32(count) == 0
        else { return false }
        for index in 0..<16 where !switches[index].hasValidState(as: fresh.switches[index], at: now) { return false }
        for index in 0..<32 {
            guard RawBytes.isBool(&chords[index].isDown), chords[index].a == fresh.chords[index].a,
                chords[index].b == fresh.chords[index].b
            else { return false }
        }
        return true
    }
}

extension Footswitch {
    fileprivate mutating func hasValidState(as fresh: Footswitch, at now: UInt64) -> Bool {
        guard RawBytes.isBool(&level), RawBytes.isBool(&isDown), RawBytes.isBool(&isLong), RawBytes.isBool(&isDouble),
            RawBytes.isBool(&isShort), RawBytes.isBool(&isSecondOfChord), RawBytes.isBool(&belongsToMenu),
            RawBytes.isBool(&isSingle), singleAt.isDue(at: now)
        else { return false }
        return debounce == fresh.debounce && long == fresh.long && double == fresh.double && pressedAt <= now
            && settlesAt.isDue(at: now) && longAt.isDue(at: now) && firstPressAt.isDue(at: now)
    }
}

extension UInt64 {
    /// Whether a deadline is `never`, or at most a minute after `now`.
    func isDue(at now: UInt64) -> Bool { self == never || self <= now + 60_000_000_000 }
}
