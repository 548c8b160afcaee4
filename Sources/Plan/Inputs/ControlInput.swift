import MIDI

/// The inputs of remaps, conditions and assignments, numbered as slots, so that the listeners of a message are found
/// without a search. Slots 0...127 are the Control Changes by number.
package enum ControlInput {
    package static let pitchBend = 128
    package static let channelPressure = 129
    package static let program = 130
    package static let noteValue = 131
    package static let noteVelocity = 132
    /// The first of three slots for the axes of the tilt: x, y, z.
    package static let motion = 133
    /// The first slot of the expression pedals, right after the axes, because both use the message kind `motion`.
    package static let pedal = motion + 3
    package static let pedals = 8
    /// The first slot of the footswitch gestures, in the order of their control number (`Panel.Footswitches`), 0..<112.
    package static let contact = pedal + pedals
    package static let contacts = 112
    /// The first slot of the knobs, right after the gestures, because both use the message kind `contact`.
    package static let knob = contact + contacts
    package static let knobs = 8
    /// The number of slots of each knob: position, turn to the left, turn to the right.
    package static let knobSlots = 3
    /// The number of slots of each footswitch: contact, short, long, double, single.
    package static let gestures = 5
    /// The first slot of the variables (V3), right after the knobs, because all of them use the message kind `contact`.
    package static let variable = knob + knobs * knobSlots
    /// The first of 128 slots for the keys of a source that are used as switches, in the order of note numbers (R9).
    package static let key = variable + Limits.variables
    package static let slots = key + 128

    /// Returns the slot of a controller message. Nil for other messages, and for notes, which move several slots
    /// (`ControllerMoves`).
    @inlinable @inline(__always)
    package static func slot(of message: Message) -> Int? {
        switch message.kind {
        case .controlChange: Int(message.data1)
        case .pitchBend: pitchBend
        case .channelPressure: channelPressure
        case .programChange: program
        case .motion: motion + Int(message.controlID)
        case .contact: contact + Int(message.controlID)
        default: nil
        }
    }

    /// Whether notes move a slot (R9).
    package static func isNote(_ slot: UInt16) -> Bool {
        Int(slot) == noteValue || Int(slot) == noteVelocity || isKey(Int(slot))
    }

    /// The footswitch of a slot, and whether the slot is its contact; nil for other inputs and for chords.
    package static func gesture(at slot: Int) -> (footswitch: Int, isPress: Bool)? {
        let place = slot - contact
        if !(0..<gestures * Limits.footswitches ~= place) { return nil }
        return (place / gestures, place % gestures == 0)
    }

    /// Whether a slot is an axis of the tilt or a pedal.
    package static func isMotion(_ slot: UInt16) -> Bool { motion..<contact ~= Int(slot) }

    /// Whether a slot is that of a variable, whose messages are changes (V3).
    package static func isVariable(_ slot: Int) -> Bool { variable..<key ~= slot }

    /// Whether a slot is that of a key used as a switch.
    package static func isKey(_ slot: Int) -> Bool { key..<key + 128 ~= slot }

    /// Whether a slot is a gesture of a footswitch or a key used as a switch: 127 while it is held, else 0.
    package static func isSwitch(_ slot: Int) -> Bool { contact..<knob ~= slot || isKey(slot) }

    /// Returns the value of a controller message: 0...16383 for pitch bend, motion and pedals, else 0...127.
    @inlinable @inline(__always)
    package static func value(of message: Message) -> Int32 {
        switch message.kind {
        case .controlChange: Int32(message.data2)
        case .pitchBend: Int32(message.bend)
        case .channelPressure, .programChange: Int32(message.data1)
        case .motion, .contact: Int32(message.controlValue)
        default: 0
        }
    }
}
