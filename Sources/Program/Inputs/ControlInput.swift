import MIDI

/// The inputs of remaps, conditions and assignments, numbered as slots, so that the listeners of a message are found
/// without a search. Slots 0...127 are the Control Changes by number.
public enum ControlInput {
    public static let pitchBend = 128
    public static let channelPressure = 129
    public static let program = 130
    public static let noteValue = 131
    public static let noteVelocity = 132
    /// The first of three slots for the axes of the tilt: x, y, z.
    public static let motion = 133
    /// The first slot of the expression pedals, right after the axes, because both use the message kind `motion`.
    public static let pedal = motion + 3
    public static let pedals = 8
    /// The first slot of the footswitch gestures, in the order of their control number (`Panel.Footswitches`), 0..<96.
    public static let contact = pedal + pedals
    public static let contacts = 96
    /// The first slot of the knobs, right after the gestures, because both use the message kind `contact`.
    public static let knob = contact + contacts
    public static let knobs = 8
    /// The number of slots of each knob: position, turn to the left, turn to the right.
    public static let knobSlots = 3
    /// The number of slots of each footswitch: contact, short, long, double.
    public static let gestures = 4
    /// The first slot of the 128 keys of a source as switches, by note (R9).
    public static let key = knob + knobs * knobSlots
    public static let slots = key + 128

    /// Returns the slot of a controller message. Nil for other messages, and for notes, which move several slots
    /// (`ControllerMoves`).
    @inlinable @inline(__always)
    public static func slot(of message: Message) -> Int? {
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

    /// Whether a slot is an axis of the tilt or a pedal.
    package static func isMotion(_ slot: UInt16) -> Bool { motion..<contact ~= Int(slot) }

    /// Whether a slot is a key as a switch.
    package static func isKey(_ slot: Int) -> Bool { key..<key + 128 ~= slot }

    /// Returns the value of a controller message: 0...16383 for pitch bend, motion and pedals, else 0...127.
    @inlinable @inline(__always)
    public static func value(of message: Message) -> Int32 {
        switch message.kind {
        case .controlChange: Int32(message.data2)
        case .pitchBend: Int32(message.bend)
        case .channelPressure, .programChange: Int32(message.data1)
        case .motion, .contact: Int32(message.controlValue)
        default: 0
        }
    }
}
