import MIDI

/// Where a controller value comes from, in remaps and assignments: one slot an input, so that a message finds what
/// listens to it without a search.
public enum ControlInput {
    public static let pitchBend = 128
    public static let channelPressure = 129
    public static let program = 130
    public static let noteValue = 131
    public static let noteVelocity = 132
    /// Three axes: x, y, z.
    public static let motion = 133
    /// Footswitch gestures by their control number (`Panel.Footswitches`), 0..<80.
    public static let contact = 136
    public static let contacts = 80
    /// Of each switch the first of these is its contact, then long and double.
    public static let gestures = 3
    /// The 128 keys of a source as switches, by note (R9).
    public static let key = contact + contacts
    public static let slots = key + 128

    /// The slot of a message; nil for what is no controller, and for notes, which are several (`ControllerMoves`).
    /// Control Changes are 0...127 by number.
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

    /// Whether it is what a note is as a controller (R9).
    package static func isNote(_ slot: UInt16) -> Bool {
        Int(slot) == noteValue || Int(slot) == noteVelocity || isKey(Int(slot))
    }

    /// Whether it is a key as a switch.
    package static func isKey(_ slot: Int) -> Bool { key..<key + 128 ~= slot }

    /// The value of a controller message: 0...16383 for pitch bend and motion, else 0...127.
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
