import MIDI

/// A compiled routing: its destinations, restrictions and changes of messages. Its sources are in `Concerns`.
package struct Routing {
    // This order of fields fills a cache line of 64 bytes.

    package var destinations = InlineArray<8, PortIndex>(repeating: PortIndex(0))
    /// The number of `destinations`, or `bySource`.
    package var destinationCount: UInt8 = 0
    /// The channel remap 0...15, or `keepsChannel`. The channel memory of the port is already applied.
    package var channel: UInt8 = Routing.keepsChannel
    /// The channel restriction, bit 0 is channel 1. It does not apply to messages without a channel (R3).
    package var channels: UInt16 = 0xFFFF
    /// The note range, inclusive, 0...127.
    package var lowestNote: UInt8 = 0
    package var highestNote: UInt8 = 127
    /// The velocity range, inclusive, at most 127. Applies to Note On only (R3).
    package var lowestVelocity: UInt8 = 0
    package var highestVelocity: UInt8 = 127
    /// The output note for each note, after map and shift (R6): 128 entries, in which a value above 127 drops the note;
    /// nil changes nothing.
    package var noteMap: UnsafePointer<UInt8>?
    /// The output velocity for each velocity (R7): 128 entries, in which 0 drops the note, followed by a `FineShape`;
    /// nil changes nothing.
    package var velocityMap: UnsafePointer<UInt8>?
    /// The first remap of each slot of `ControlInput`, or `Remap.none`; nil if the routing has no remaps.
    package var remapHeads: SlotTable?
    /// The parameters that remaps listen to, by the MSB of their number, 0...127: one bit each, two words for RPN and
    /// two for NRPN (R16). Behind them two words with the Control Changes that `only` names (R23). Nil if there are
    /// none of both.
    package var parameters: UnsafePointer<UInt64>?
    /// The kinds of messages that are filtered, one bit each: `1 << MessageKind.rawValue`. The highest bits are those
    /// of `only` (R23).
    package var filtered: UInt32 = 0
    /// Whether MIDI-CI passes like other SysEx: `system: filter: { midi-ci: false }` (U11).
    package var hearsInquiries = false
    package var startAsContinue = false
    /// Passes the first of each `divide` ticks, 1...24 (K4).
    package var divide: UInt8 = 1
    /// Sends `multiply` ticks for each tick, 1...8, before `divide` (K4).
    package var multiply: UInt8 = 1
    /// Muted and bypassed as in the preset. Changes by hand are stored in the router only (P1).
    package var muted = false
    package var bypassed = false
    /// The number of the routing's name, or `Routing.unnamed`. Equal names have the same number in all presets.
    package var nameNumber: UInt16 = Routing.unnamed
    /// When notes end, beside the release of their keys (H14, R28).
    package var noteRules = NoteRules()

    package static let keepsChannel: UInt8 = 0xFF
    package static let unnamed: UInt16 = 0xFFFF
    /// Used in place of a number of destinations: the destinations depend on the source, and are in a
    /// `DestinationTable` (R22, U6).
    package static let bySource: UInt8 = 0xFF

    package init() {}

    @inline(__always)
    package func filters(_ kind: MessageKind) -> Bool { filtered & (1 &<< UInt32(kind.rawValue)) != 0 }

    /// Whether a remap may listen to a parameter, judged by the MSB of its number.
    package func wantsParameter(isRegistered: Bool, msb: UInt8) -> Bool {
        guard let parameters else { return false }
        return parameters[(isRegistered ? 0 : 2) + Int(msb >> 6)] & (1 << UInt64(msb & 63)) != 0
    }
}
