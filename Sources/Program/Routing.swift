import MIDI

/// One routing, compiled: from where to where, and what may pass how.
public struct Routing {
    // In this order they fill a cache line of 64 bytes.

    public var destinations = InlineArray<8, UInt8>(repeating: 0)
    public var destinationCount: UInt8 = 0
    /// Channel remap 0...15, or `keepsChannel`; channel memory of the port is already in it.
    public var channel: UInt8 = Routing.keepsChannel
    /// Channel restriction, bit 0 is channel 1. Messages without a channel pass it (R3).
    public var channels: UInt16 = 0xFFFF
    /// Note range, inclusive, 0...127.
    public var lowestNote: UInt8 = 0
    public var highestNote: UInt8 = 127
    /// Velocity range, inclusive, 1...127; only Note On is held against it (R3).
    public var lowestVelocity: UInt8 = 0
    public var highestVelocity: UInt8 = 127
    /// The note each note becomes, map and shift in one (R6): 128 entries, above 127 drops; nil changes nothing.
    public var noteMap: UnsafePointer<UInt8>?
    /// The velocity each velocity becomes (R7): 128 entries, 0 drops; nil changes nothing.
    public var velocityMap: UnsafePointer<UInt8>?
    /// First remap of each input (`ControlInput.slot`), `Remap.none` where there is none; nil: no remaps at all.
    public var remapHeads: SlotTable?
    /// RPN by the MSB of their number 0...127, then NRPN, a bit each, four words: those of which a remap wants any (R16).
    /// Nil: none.
    public var parameters: UnsafePointer<UInt64>?
    /// Kinds that are filtered, a bit each: `1 << MessageKind.rawValue`.
    public var filtered: UInt32 = 0
    public var startAsContinue = false
    /// Of so many ticks the first passes, 1...24, after so many come of each, 1...8 (K4).
    public var divide: UInt8 = 1
    public var multiply: UInt8 = 1
    /// As the preset says; by hand they change in the router's state only (P1).
    public var muted = false
    public var bypassed = false
    /// Which name it has: routings of one name have one number, all over the box; `Routing.unnamed` without one.
    public var nameNumber: UInt16 = Routing.unnamed

    public static let keepsChannel: UInt8 = 0xFF
    public static let unnamed: UInt16 = 0xFFFF

    public init() {}

    @inline(__always)
    package func filters(_ kind: MessageKind) -> Bool { filtered & (1 &<< UInt32(kind.rawValue)) != 0 }

    /// Whether a remap may want a parameter of which the MSB is known.
    package func wantsParameter(isRegistered: Bool, msb: UInt8) -> Bool {
        guard let parameters else { return false }
        return parameters[(isRegistered ? 0 : 2) + Int(msb >> 6)] & (1 << UInt64(msb & 63)) != 0
    }
}
