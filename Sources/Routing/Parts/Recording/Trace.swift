import MIDI
import Plan

/// Receives reports of what happens to messages: that each is received and sent, and why one is dropped or follows its
/// old path.
///
/// Called with the context given to `Router.listen`, a packed record, and the message's four words and time, as
/// expected by `TraceRecord.init(packed:_:time:)`. The loop calls it from the router, so it must not allocate or block;
/// the record is converted to text elsewhere.
package typealias Trace =
    @convention(c) (UnsafeMutableRawPointer?, UInt64, UInt32, UInt32, UInt32, UInt32, UInt64) -> Void

/// The events of a message. Their words are in docs/reference/COMMANDS.md, "render".
package enum TraceEvent: UInt8, Sendable {
    /// The message was received from its source.
    case received
    /// The message is sent to a destination as the routing changed it.
    case sent

    // Reasons why a routing drops the message.
    case muted, channel, conditions, noteRange, velocityRange
    /// The routing filters this kind of message.
    case filtered
    case noteMap, transposed, zeroVelocity
    /// A remap has `filter: true`.
    case filteredByRemap
    /// A remap replaces the message.
    case remapped
    case noTrigger, unchanged
    /// The `hold` of the remap is true (R21).
    case onHold
    /// The value has not passed what the destination heard last (R27).
    case notPickedUp
    /// The value moves back within the time of `settle` (R27).
    case settles
    /// The message is part of a value that takes several messages.
    case partOfValue
    /// The message is a contact or a motion, for which the routing has no remap.
    case noRemap
    case divided
    /// The message is a release or pressure of a note that the routing did not let pass.
    case blockedNote
    /// The message is a release, and another key holds the same note (H3).
    case heldByAnotherKey
    /// The message is a pressure that another routing has already sent to the same note (H8).
    case reachedAlready
    /// The message is a release, and the routing holds the note (R28).
    case keptNote
    /// The message is a press that has ended a held note (R28).
    case endsHeldNote
    /// The message would cut notes that continue (H13).
    case cutsNotes
    /// The source port has `clock-in: false` (K5).
    case clockIn
    /// The destination receives another clock (K7).
    case anotherClock
    /// No routing of the preset names the source.
    case noRouting
    /// The message is MIDI-CI, which is addressed to the box itself (U11).
    case inquiry
    /// The message is MIDI-CI, which another routing passes on, but not this one (U11).
    case filteredInquiry
    /// The message is a full frame of time code, which the routing filters.
    case filteredTimeCode
    /// The `only` of the routing does not name the message (R23).
    case notOnly
    /// The message would be that of a variable that cannot change again, because its own message led here (V2).
    case circle

    // Reasons why the message does not reach a destination.
    /// The path is muted because of feedback (R19).
    case feedback
    case unplugged, noRoom, noRoomForSysEx, silentSysEx
    /// A newer value has replaced the message (S9).
    case collapsed
    /// The oldest held note or controller was released to make room (H11).
    case tooManyHeld

    // Messages that follow an old path (H).
    case retainedNote, retainedController

    /// The message runs an action of an assignment (A2).
    case acted

    /// The rest of a list of actions is dropped while the list waits (A4).
    case listEnded

    /// A preset was loaded: by an action, a message, the menu or a program (P1).
    case loaded
}

/// An unpacked trace event.
package struct TraceRecord: Sendable {
    package let event: TraceEvent
    /// The routing, or `none`.
    package let routing: RoutingIndex
    /// The running preset; for `retained...` the preset under which the note or controller began.
    package let preset: PresetIndex
    /// The source of the message, or `TraceRecord.none`.
    package let source: UInt8
    /// The destination of the message, or `none`.
    package let destination: PortIndex
    package let message: Message
    /// For `acted`: the index in `Plan.assignments`.
    package let assignment: UInt16
    /// For `acted`: the index of the action among those of the assignment, or the value that the assignment sets.
    package let detail: UInt16
    /// The time in nanoseconds.
    package let time: UInt64

    package static let none: UInt8 = 0xFF

    /// Nil if the record was not packed by a router.
    package init?(packed: UInt64, _ message: Message, time: UInt64) {
        guard let event = TraceEvent(rawValue: UInt8(truncatingIfNeeded: packed)) else { return nil }
        self.event = event
        routing = RoutingIndex(rawValue: UInt8(truncatingIfNeeded: packed >> 8))
        preset = PresetIndex(Int(UInt8(truncatingIfNeeded: packed >> 16)))
        source = UInt8(truncatingIfNeeded: packed >> 24)
        let place = UInt8(truncatingIfNeeded: packed >> 32)
        destination = event == .acted ? .none : PortIndex(rawValue: place)
        assignment = UInt16(place) << 8 | UInt16(UInt8(truncatingIfNeeded: packed >> 40))
        detail = UInt16(truncatingIfNeeded: packed >> 48)
        self.message = message
        self.time = time
    }

    /// - Parameter preset: not `none`, so that one byte holds all of `Limits.presets`.
    static func packed(
        _ event: TraceEvent, routing: RoutingIndex, preset: PresetIndex, source: UInt8, destination: PortIndex
    ) -> UInt64 {
        UInt64(event.rawValue) | UInt64(routing.rawValue) << 8
            | UInt64(UInt8(truncatingIfNeeded: preset.rawValue)) << 16 | UInt64(source) << 24
            | UInt64(destination.rawValue) << 32
    }
}

/// The routing that sends or drops messages, in the running preset or an earlier one.
struct AtWork {
    /// The routing; `none` for the box itself.
    var routing: RoutingIndex
    /// The preset of the routing; `none` for the running preset.
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

    /// The value for no routing, which means the box itself.
    @inline(__always)
    static var none: AtWork { AtWork(RoutingIndex.none) }
}
