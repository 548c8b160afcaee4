import MIDI
import Plan

/// Reports what happens to messages to a listener, and stores what a report names: the message being routed, and the
/// routing that sends or drops messages.
///
/// Out-of-line methods are mutating even if they change nothing: otherwise each call would copy the whole struct.
struct Tracer {
    private var trace: Trace?
    private var context: UnsafeMutableRawPointer?
    /// The received message, and its source.
    private var message = Message(0)
    private var source = TraceRecord.none
    /// The routing that currently sends or drops messages.
    var working = AtWork.none
    /// The running preset.
    private var preset = PresetIndex(0)
    /// True while the settings are only queried: nothing is reported.
    var isQuiet = false

    /// Whether events are reported to a listener.
    @inline(__always)
    var isOn: Bool { trace != nil }

    /// Sets the listener; nil stops the reports.
    mutating func listen(_ trace: Trace?, context: UnsafeMutableRawPointer?) {
        self.trace = trace
        self.context = context
        (message, source, isQuiet) = (Message(0), TraceRecord.none, false)
    }

    /// Sets the running preset.
    mutating func run(_ preset: PresetIndex) { self.preset = preset }

    /// Sets the message being routed.
    @inline(__always)
    mutating func route(_ message: Message, from source: UInt8) {
        self.message = message
        self.source = source
    }

    /// Marks what follows as sent by the box itself, without source or routing.
    @inline(__always)
    mutating func speakForItself() {
        working = AtWork.none
        source = TraceRecord.none
    }

    /// Reports an event of the working routing at a destination. Costs one predictable branch if there is no listener.
    @inline(__always)
    mutating func report(_ event: TraceEvent, to destination: PortIndex, at now: UInt64) {
        if isOn { reportWorking(event, to: destination, at: now) }
    }

    @inline(never)
    private mutating func reportWorking(_ event: TraceEvent, to destination: PortIndex, at now: UInt64) {
        report(event, by: working, to: destination, at: now)
    }

    /// Reports an event of a routing; `none` for the box itself.
    ///
    /// - Parameter message: the message of the event; nil for the received message.
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

    /// Reports that the received message runs an action (A2).
    ///
    /// - Parameter detail: see `TraceRecord.detail`.
    @inline(never)
    mutating func reportAction(of assignment: Int, _ detail: Int, at now: UInt64) {
        guard let trace, !isQuiet else { return }
        // No destination is concerned, so its place has the other byte of the assignment.
        let packed = TraceRecord.packed(
            .acted, routing: .none, preset: preset, source: source,
            destination: PortIndex(rawValue: UInt8(truncatingIfNeeded: assignment >> 8)))
        let action =
            UInt64(UInt8(truncatingIfNeeded: assignment)) << 40 | UInt64(UInt16(truncatingIfNeeded: detail)) << 48
        trace(context, packed | action, message.word0, message.word1, message.word2, message.word3, now)
    }
}
