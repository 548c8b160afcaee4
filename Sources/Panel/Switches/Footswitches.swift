import MIDI

/// The footswitches of the box: contacts in, gestures out (F1, F2).
///
/// Edges go in with the kernel's time stamp; what comes out is a control number that goes down or up at a time. It owns
/// no clock: the caller asks for `nextDeadline` and calls `advance(to:_:)` when that has come. At one instant a long
/// press comes before the end of a lock-out, and both come before an edge.
///
/// All times are nanoseconds of one clock. Every call costs O(switches + chords).
public struct Footswitches: Sendable {
    /// Receives a gesture: its control number, whether it went down, and when.
    public typealias Emit = (_ control: UInt8, _ down: Bool, _ at: UInt64) -> Void

    var switches = InlineArray<16, Footswitch>(repeating: Footswitch())
    var chords = InlineArray<32, Chord>(repeating: Chord())

    /// How many switches there are, 0...16.
    public private(set) var count = 0
    /// How many chords there are, 0...32.
    public private(set) var chordCount = 0

    /// The two switches that open the menu together; nil: there is none (M1).
    var menu: MenuSwitches?
    /// When both have been held for long enough.
    var menuAt = never
    /// When `advance(to:_:)` has something to do, in ns; `never` when only an edge can change anything. Known, not looked for:
    /// it is asked for at each wake.
    public internal(set) var nextDeadline = never
    /// The menu is open: what is pressed of its two switches is the menu's and nothing else's (M8).
    public var isMenuOpen = false

    public init() {}

    /// Adds an open switch.
    ///
    /// - Parameters:
    ///   - debounce: the lock-out after an edge that acted, in ns (F1).
    ///   - long: how long a long press is held, in ns (F2).
    ///   - double: the longest time from the first to the second press of a double, in ns (F2).
    /// - Returns: its index; nil when there are `PanelLimits.switches`.
    public mutating func addSwitch(debounce: UInt64, long: UInt64, double: UInt64) -> Int? {
        guard count < PanelLimits.switches else { return nil }
        switches[count] = Footswitch(debounce: debounce, long: long, double: double)
        count += 1
        return count - 1
    }

    /// The level last seen at a contact, bounces included.
    public func isClosed(_ index: Int) -> Bool { switches[index].level }

    /// Adds a pair that a remap, a condition or an assignment names. `A+B` is `B+A` (F2), so the same pair again is the
    /// same chord.
    ///
    /// - Returns: its index; nil when there are `PanelLimits.chords`.
    public mutating func addChord(_ a: Int, _ b: Int) -> Int? {
        precondition(a != b && 0..<count ~= a && 0..<count ~= b, "a chord is two switches that exist")
        for index in 0..<chordCount where chords[index].has(a) && chords[index].has(b) { return index }
        guard chordCount < PanelLimits.chords else { return nil }
        chords[chordCount] = Chord(a: a, b: b)
        chordCount += 1
        return chordCount - 1
    }
}

extension Footswitches {
    /// Names the two switches of the menu.
    public mutating func setMenu(step: Int, choose: Int) {
        precondition(step != choose && 0..<count ~= step && 0..<count ~= choose, "two switches that exist")
        menu = MenuSwitches(step: step, choose: choose)
    }

    /// What a control number past those of the gestures means to the menu; nil: it is one of them.
    public static func menuGesture(_ control: UInt8, _ down: Bool) -> Menu.Gesture? {
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

// Control numbers, as `Message(contact:value:)` carries them.
extension Footswitches {
    public static func contact(_ index: Int) -> UInt8 { UInt8(3 * index) }
    public static func long(_ index: Int) -> UInt8 { UInt8(3 * index + 1) }
    public static func double(_ index: Int) -> UInt8 { UInt8(3 * index + 2) }
    public static func chord(_ index: Int) -> UInt8 { UInt8(3 * PanelLimits.switches + index) }

    // What only the menu hears.
    static let menuOpens = UInt8(PanelLimits.controls)
    /// Behind each of the two its long press.
    static let menuStep = menuOpens + 1
    static let menuChoose = menuOpens + 3
}

/// One switch: its settings, its contact and its gestures. Times are in ns, `never` when nothing is due.
struct Footswitch: Sendable {
    var debounce: UInt64 = 0
    var long: UInt64 = 0
    var double: UInt64 = 0

    /// The level last seen at the contact, bounces included.
    var level = false
    /// The level that has acted.
    var isDown = false
    /// The end of the lock-out, or `Footswitches.atNextAdvance`.
    var settlesAt = never

    var pressedAt: UInt64 = 0
    /// The press that a double would be the second of.
    var firstPressAt = never
    var longAt = never
    var isLong = false
    var isDouble = false
    /// This press is the second of a chord: it does not act alone (F2).
    var isSecondOfChord = false
    /// This press belongs to the menu (M8).
    var isOfMenu = false
}

/// The switches of the menu, by index.
struct MenuSwitches: Sendable {
    var step: Int
    var choose: Int

    func other(than index: Int) -> Int? { index == step ? choose : index == choose ? step : nil }
    func control(_ index: Int) -> UInt8 { index == step ? Footswitches.menuStep : Footswitches.menuChoose }
}

/// A pair of switches that means something together.
struct Chord: Sendable {
    var a = 0
    var b = 0
    var isDown = false

    func has(_ index: Int) -> Bool { a == index || b == index }
    func other(than index: Int) -> Int { a == index ? b : a }
}

extension Footswitches {
    /// Whether bytes that were put in its place are footswitches of the same box, whose menu is closed; times lie at most
    /// ten seconds after now.
    ///
    /// - Parameter fresh: those of the box as it is switched on.
    public mutating func hasValidState(as fresh: inout Footswitches, at now: UInt64) -> Bool {
        guard count == fresh.count, chordCount == fresh.chordCount, RawBytes.isOptional(&menu),
            RawBytes.isBool(&isMenuOpen), !isMenuOpen, menu?.step == fresh.menu?.step,
            menu?.choose == fresh.menu?.choose, menuAt.isDue(at: now), nextDeadline.isDue(at: now)
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
            RawBytes.isBool(&isSecondOfChord), RawBytes.isBool(&isOfMenu)
        else { return false }
        return debounce == fresh.debounce && long == fresh.long && double == fresh.double && pressedAt <= now
            && settlesAt.isDue(at: now) && longAt.isDue(at: now) && firstPressAt.isDue(at: now)
    }
}

extension UInt64 {
    /// Whether it is `never`, or a time that comes soon or has been.
    func isDue(at now: UInt64) -> Bool { self == never || self <= now + 60_000_000_000 }
}
