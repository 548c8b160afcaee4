import MIDI

/// The rotary encoders of a box (I10), each with a position 0...127.
package struct Knobs: Sendable {
    /// A turn of a knob by one detent.
    package struct Turn: Equatable, Sendable {
        package var isRight: Bool
        /// The new position, 0...127; nil if it has not changed.
        package var value: UInt8?

        package init(isRight: Bool, value: UInt8?) { (self.isRight, self.value) = (isRight, value) }
    }

    private struct Place: Sendable {
        var knob = Knob()
        var value: UInt8 = 0
        var turnedAt = never
        var wasRight = false
    }

    private var places = InlineArray<8, Place>(repeating: Place())
    /// The knobs in the configuration, one bit each.
    private let present: UInt8

    /// - Parameter present: the knobs in the configuration, one bit each.
    package init(present: UInt8 = 0) { self.present = present }

    /// The settings of a knob, 0..<8.
    package subscript(knob: Int) -> KnobSetup {
        get { places[knob].knob.setup }
        set { places[knob].knob.setup = newValue }
    }

    /// Returns the contacts that are closed: bit 0 is a, bit 1 is b.
    package func contacts(of knob: Int) -> UInt8 { places[knob].knob.contacts }

    /// Sets the contacts at power-up: bit 0 is a, bit 1 is b.
    package mutating func begin(_ knob: Int, contacts: UInt8) { places[knob].knob.begin(contacts & 3) }

    /// Whether an edge changes anything; other edges need not be recorded.
    package func isNews(_ knob: Int, b: Bool, closed: Bool) -> Bool {
        0..<PanelLimits.knobs ~= knob && present & 1 << UInt8(knob) != 0
            && places[knob].knob.isClosed(b: b) != closed
    }

    /// Handles an edge of a contact. Returns a turn if the knob has reached a detent, else nil.
    package mutating func edge(_ knob: Int, b: Bool, closed: Bool, at time: UInt64) -> Turn? {
        let step = places[knob].knob.edge(b: b, closed: closed)
        if step == 0 { return nil }
        let isRight = step > 0
        let isFast =
            places[knob].turnedAt != never && places[knob].wasRight == isRight
            && time - min(time, places[knob].turnedAt) < PanelLimits.knobFast
        let steps = isFast ? Int(places[knob].knob.setup.fast) : 1
        let old = Int(places[knob].value)
        let new = UInt8(max(0, min(127, isRight ? old + steps : old - steps)))
        (places[knob].value, places[knob].turnedAt, places[knob].wasRight) = (new, time, isRight)
        return Turn(isRight: isRight, value: Int(new) == old ? nil : new)
    }

    /// Whether the bytes of this value form valid knobs of this box.
    package mutating func hasValidState(as fresh: inout Knobs, at now: UInt64) -> Bool {
        guard present == fresh.present else { return false }
        for index in 0..<PanelLimits.knobs {
            guard RawBytes.isBool(&places[index].wasRight), places[index].value <= 127,
                places[index].turnedAt == never || places[index].turnedAt <= now,
                places[index].knob.hasValidState(as: fresh.places[index].knob)
            else { return false }
        }
        return true
    }
}
