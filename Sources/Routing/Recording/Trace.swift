import MIDI

/// Hears what becomes of messages: as each comes and goes, and why one is dropped or kept to its old way.
///
/// Called with the context given to `Router.listen`, a record and the message's two words and time packed as
/// `TraceRecord.init(packed:word0:word1:time:)` takes them. It is called from the loop, at the place where it is
/// decided, and must not allocate or block there; whoever makes text of it does that elsewhere.
public typealias Trace = @convention(c) (UnsafeMutableRawPointer?, UInt64, UInt32, UInt32, UInt64) -> Void

/// What happened to a message. The words for it are in docs/reference/COMMANDS.md, "render".
public enum TraceEvent: UInt8, Sendable {
    /// It came in at its source.
    case received
    /// It leaves for a destination: as the routing made it.
    case sent

    // Why a routing drops it.
    case muted, channel, conditions, noteRange, velocityRange
    /// By its kind.
    case filtered
    case noteMap, zeroVelocity
    /// A remap with `filter: true`.
    case filteredByRemap
    /// What the remap sends goes in its place.
    case remapped
    case noTrigger, unchanged
    /// It belongs to a value that takes several messages.
    case partOfValue
    /// A contact or a motion that the routing makes nothing of.
    case noRemap
    case divided
    /// A release or a pressure whose note the routing did not let through.
    case blockedNote
    /// A release while another key holds the same note (H3).
    case heldByAnotherKey
    /// A pressure that another routing has brought to the same note (H8).
    case reachedAlready
    case clockIn
    /// No routing of the preset names its source.
    case noRouting

    // Why it does not reach a destination.
    /// The way there is muted, because what goes there comes back (R19).
    case looped
    case unplugged, noRoom, noRoomForSysEx, silentSysEx
    /// A newer value has taken its place (S9).
    case collapsed
    /// The oldest held note or controller made room (H11).
    case tooManyHeld

    // What goes on along its old way (H).
    case retainedNote, retainedController
}

/// One event, unpacked.
public struct TraceRecord: Sendable {
    public let event: TraceEvent
    /// The routing by index into its preset; `none` where none is concerned.
    public let routing: UInt8
    /// The preset by index into the program; that of `retained…` is the one it began under.
    public let preset: UInt8
    /// Where the message came from and where it was to go, or `none`.
    public let source: UInt8
    public let destination: UInt8
    public let message: Message
    /// Nanoseconds.
    public let time: UInt64

    public static let none: UInt8 = 0xFF

    /// Nil only for what no router made.
    public init?(packed: UInt64, word0: UInt32, word1: UInt32, time: UInt64) {
        guard let event = TraceEvent(rawValue: UInt8(truncatingIfNeeded: packed)) else { return nil }
        self.event = event
        routing = UInt8(truncatingIfNeeded: packed >> 8)
        preset = UInt8(truncatingIfNeeded: packed >> 16)
        source = UInt8(truncatingIfNeeded: packed >> 24)
        destination = UInt8(truncatingIfNeeded: packed >> 32)
        message = Message(word0, word1)
        self.time = time
    }

    static func packed(
        _ event: TraceEvent, routing: UInt8, preset: UInt8, source: UInt8, destination: UInt8
    ) -> UInt64 {
        UInt64(event.rawValue) | UInt64(routing) << 8 | UInt64(preset) << 16 | UInt64(source) << 24
            | UInt64(destination) << 32
    }
}

/// The routing that sends or drops something: of the running preset, or of the one under which it began.
struct AtWork {
    /// By index into its preset, or `TraceRecord.none`.
    var routing: UInt8
    /// By index into the program, or `TraceRecord.none`.
    private var number: UInt8

    @inline(__always)
    init(_ routing: UInt8) {
        self.routing = routing
        number = TraceRecord.none
    }

    @inline(__always)
    init(_ routing: UInt8, of preset: UInt8) {
        self.routing = routing
        number = preset
    }

    /// By index into the program; nil: the one that runs.
    var preset: UInt8? { number == TraceRecord.none ? nil : number }
}
