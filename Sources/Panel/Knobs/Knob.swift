import MIDI

/// The settings of a rotary encoder (I10).
package struct KnobSetup: Equatable, Sendable, BitwiseCopyable {
    /// Changes of both contacts together from one detent to the next: 4 or 2.
    package var changes: UInt8 = 4
    /// Steps of the position for each detent of a fast turn, 1...16.
    package var fast: UInt8 = 4

    package init() {}
}

/// One rotary encoder (I10): converts changes of its two contacts to detents.
///
/// In a turn to the right, contact a closes first. Every change of one contact is a quarter, forward or back:
///
///     a  ▁▁██▁▁▁▁       left ◄──  open  a  ab  b  open  ──► right
///     b  ▁▁▁▁██▁▁                  0    1   2  3   4
///
/// A contact that bounces moves by one quarter forward and back, so bouncing adds up to nothing, however long it
/// lasts. A detent counts when the knob has come to rest there.
struct Knob: Sendable {
    var setup = KnobSetup()
    /// Whether the contacts are closed: bit 0 is a, bit 1 is b.
    private(set) var contacts: UInt8 = 0
    /// The contacts at a detent: both open, or both closed.
    private var rest: UInt8 = 0
    /// The quarters since the last detent; positive to the right.
    private var quarters: Int8 = 0

    /// Sets the contacts at power-up. If both are closed, that is the knob's state at rest.
    mutating func begin(_ contacts: UInt8) {
        (self.contacts, quarters) = (contacts, 0)
        rest = contacts == 3 ? 3 : 0
    }

    func isClosed(b: Bool) -> Bool { contacts & (b ? 2 : 1) != 0 }

    /// Handles an edge of a contact. Returns 1 for a detent to the right, -1 for one to the left, else 0.
    mutating func edge(b: Bool, closed: Bool) -> Int8 {
        let bit: UInt8 = b ? 2 : 1
        let next = closed ? contacts | bit : contacts & ~bit
        if next == contacts { return 0 }
        quarters += Knob.place(next) == (Knob.place(contacts) + 1) & 3 ? 1 : -1
        contacts = next
        let isAtRest = next == rest || setup.changes == 2 && next == 3 - rest
        if !isAtRest { return 0 }
        defer { quarters = 0 }
        // Half of the changes are enough, for a knob that was between two detents at power-up.
        let needed = Int8(setup.changes / 2)
        return quarters >= needed ? 1 : quarters <= -needed ? -1 : 0
    }

    /// The index of the contacts' state in a turn to the right, 0...3.
    private static func place(_ contacts: UInt8) -> UInt8 { contacts ^ contacts >> 1 }

    /// Whether the bytes of this value form a valid knob with the settings of `fresh`.
    func hasValidState(as fresh: Knob) -> Bool {
        setup == fresh.setup && contacts <= 3 && (rest == 0 || rest == 3) && -4...4 ~= quarters
    }
}
