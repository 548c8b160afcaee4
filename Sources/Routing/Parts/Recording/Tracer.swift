import MIDI
import Program

/// Reports what becomes of messages to a listener, and remembers what a report names: the message that is being routed,
/// and the routing at work.
///
/// Out-of-line methods are mutating, also those that change nothing: otherwise each call would copy the whole struct.
struct Tracer {
    private var trace: Trace?
    private var context: UnsafeMutableRawPointer?
    /// The message that came in, and from where.
    private var message = Message(0)
    private var source = TraceRecord.none
    /// The routing that sends or drops something.
    var working = AtWork.none
    /// The preset that runs.
    private var preset = PresetIndex(0)
    /// Reports nothing while the settings are only asked what they would do.
    var isQuiet = false

    /// Whether somebody listens.
    @inline(__always)
    var isOn: Bool { trace != nil }

    /// Reports to `trace` from now on; nil: to nobody.
    mutating func listen(_ trace: Trace?, context: UnsafeMutableRawPointer?) {
        self.trace = trace
        self.context = context
        (message, source, isQuiet) = (Message(0), TraceRecord.none, false)
    }

    /// Another preset runs.
    mutating func run(_ preset: PresetIndex) { self.preset = preset }

    /// A message is being routed.
    @inline(__always)
    mutating func route(_ message: Message, from source: UInt8) {
        self.message = message
        self.source = source
    }

    /// What the box sends on its own comes from nowhere, by no routing.
    @inline(__always)
    mutating func speakForItself() {
        working = AtWork.none
        source = TraceRecord.none
    }

    /// Reports an event of the routing at work, on the way to a destination. One predictable branch where nobody listens.
    @inline(__always)
    mutating func report(_ event: TraceEvent, to destination: PortIndex, at now: UInt64) {
        if isOn { reportWorking(event, to: destination, at: now) }
    }

    @inline(never)
    private mutating func reportWorking(_ event: TraceEvent, to destination: PortIndex, at now: UInt64) {
        report(event, by: working, to: destination, at: now)
    }

    /// Reports an event of a routing, or of none.
    ///
    /// - Parameter message: what it is about; nil: the message that came in.
    @inline(never)
    mutating func report(
        _ event: TraceEvent, by routing: AtWork, _ message: Message? = nil, to destination: PortIndex = .none,
        at now: UInt64
    ) {
        guard let trace, !isQuiet else { return }
        let message = message ?? self.message
        let preset = routing.preset.isNone ? preset : routing.preset
        let packed = TraceRecord.packed(
            event, routing: routing.routing, preset: preset, source: source, destination: destination)
        trace(context, packed, message.word0, message.word1, message.word2, message.word3, now)
    }

    /// Reports that the message that came in runs an action (A2).
    ///
    /// - Parameter detail: see `TraceRecord.detail`.
    @inline(never)
    mutating func reportAction(of assignment: Int, _ detail: Int, at now: UInt64) {
        guard let trace, !isQuiet else { return }
        let packed = TraceRecord.packed(
            .acted, routing: .none, preset: preset, source: source, destination: .none)
        let action =
            UInt64(UInt8(truncatingIfNeeded: assignment)) << 40 | UInt64(UInt16(truncatingIfNeeded: detail)) << 48
        trace(context, packed | action, message.word0, message.word1, message.word2, message.word3, now)
    }
}
