import MIDI
import Program

/// Is told what becomes of messages: as each comes and leaves, and why one is dropped or follows its old path.
///
/// Called with the context given to `Router.listen`, a packed record, and the message's four words and time, as
/// `TraceRecord.init(packed:_:time:)` takes them. The loop calls it where the router decides, so it must not allocate or
/// block; text is made of a record elsewhere.
public typealias Trace =
    @convention(c) (UnsafeMutableRawPointer?, UInt64, UInt32, UInt32, UInt32, UInt32, UInt64) -> Void

/// What happened to a message. The words for it are in docs/reference/COMMANDS.md, "render".
public enum TraceEvent: UInt8, Sendable {
    /// It came in at its source.
    case received
    /// It leaves for a destination as the routing made it.
    case sent

    // Why a routing drops it.
    case muted, channel, conditions, noteRange, velocityRange
    /// The routing filters its kind.
    case filtered
    case noteMap, zeroVelocity
    /// A remap has `filter: true`.
    case filteredByRemap
    /// A remap replaces it.
    case remapped
    case noTrigger, unchanged
    /// The `hold` of its remap is true (R21).
    case onHold
    /// It belongs to a value that takes several messages.
    case partOfValue
    /// It is a contact or a motion, and the routing has no remap of it.
    case noRemap
    case divided
    /// It is a release or a pressure of a note that the routing did not let through.
    case blockedNote
    /// It is a release, and another key holds the same note (H3).
    case heldByAnotherKey
    /// It is a pressure, and another routing has brought it to the same note (H8).
    case reachedAlready
    /// It would cut notes that go on (H13).
    case cutsNotes
    /// Its port has `clock-in: false` (K5).
    case clockIn
    /// The destination hears another clock (K7).
    case anotherClock
    /// No routing of the preset names its source.
    case noRouting
    /// It is MIDI-CI, which is for the box itself (U11).
    case inquiry
    /// It is MIDI-CI, which another routing hears, but not this one (U11).
    case filteredInquiry
    /// It is the full frame of time code, which the routing filters.
    case filteredTimeCode

    // Why it does not reach a destination.
    /// It came back to the box, so that its path there is muted (R19).
    case looped
    case unplugged, noRoom, noRoomForSysEx, silentSysEx
    /// A newer value has taken its place (S9).
    case collapsed
    /// The oldest held note or controller made room (H11).
    case tooManyHeld

    // What follows its old path (H).
    case retainedNote, retainedController

    /// It runs an action of an assignment (A2).
    case acted
}

/// One event, unpacked.
public struct TraceRecord: Sendable {
    public let event: TraceEvent
    /// The routing, or `none`.
    public let routing: RoutingIndex
    /// The preset that runs; for `retained…` the preset under which it began.
    public let preset: PresetIndex
    /// The source of the message, or `TraceRecord.none`.
    public let source: UInt8
    /// The destination of the message, or `none`.
    public let destination: PortIndex
    public let message: Message
    /// Of `acted`: the assignment, 0..<64.
    public let assignment: UInt8
    /// Of `acted`: the index of the action among those of the assignment, or the value that the assignment sets.
    public let detail: UInt16
    /// Nanoseconds.
    public let time: UInt64

    public static let none: UInt8 = 0xFF

    /// Nil where no router packed the record.
    public init?(packed: UInt64, _ message: Message, time: UInt64) {
        guard let event = TraceEvent(rawValue: UInt8(truncatingIfNeeded: packed)) else { return nil }
        self.event = event
        routing = RoutingIndex(rawValue: UInt8(truncatingIfNeeded: packed >> 8))
        preset = PresetIndex(rawValue: UInt8(truncatingIfNeeded: packed >> 16))
        source = UInt8(truncatingIfNeeded: packed >> 24)
        destination = PortIndex(rawValue: UInt8(truncatingIfNeeded: packed >> 32))
        assignment = UInt8(truncatingIfNeeded: packed >> 40)
        detail = UInt16(truncatingIfNeeded: packed >> 48)
        self.message = message
        self.time = time
    }

    static func packed(
        _ event: TraceEvent, routing: RoutingIndex, preset: PresetIndex, source: UInt8, destination: PortIndex
    ) -> UInt64 {
        UInt64(event.rawValue) | UInt64(routing.rawValue) << 8 | UInt64(preset.rawValue) << 16 | UInt64(source) << 24
            | UInt64(destination.rawValue) << 32
    }
}

/// The routing that sends or drops something: of the running preset, or of the one under which it began.
struct AtWork {
    /// `none`: the box itself.
    var routing: RoutingIndex
    /// Its preset; `none`: the running one.
    var preset: PresetIndex

    @inline(__always)
    init(_ routing: RoutingIndex) {
        self.routing = routing
        preset = .none
    }

    @inline(__always)
    init(_ routing: RoutingIndex, of preset: PresetIndex) {
        self.routing = routing
        self.preset = preset
    }

    /// No routing: the box itself.
    @inline(__always)
    static var none: AtWork { AtWork(RoutingIndex.none) }
}
