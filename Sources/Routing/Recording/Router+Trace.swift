import MIDI
import Program

/// Who listens, and what is being routed meanwhile.
struct Listener {
    var trace: Trace?
    var context: UnsafeMutableRawPointer?
    /// What came in, and from where.
    var message = Message(0)
    var source = TraceRecord.none
    /// While the settings are only asked what they would do.
    var isQuiet = false
}

extension Router {
    /// From now on `trace` hears what becomes of messages; nil ends that. While somebody listens, every routing that names
    /// a source is asked, also those that could not let such a message through, so that they can say why.
    public mutating func listen(_ trace: Trace?, context: UnsafeMutableRawPointer?) {
        listener = Listener(trace: trace, context: context)
    }

    /// One predictable branch where nobody listens.
    @inline(__always)
    mutating func why(_ event: TraceEvent, _ routing: UInt16) {
        if listener.trace != nil { tellWhy(event, routing) }
    }

    /// The same of the routing that is at work, on the way to a destination.
    @inline(__always)
    mutating func why(_ event: TraceEvent, to destination: UInt8) {
        if listener.trace != nil { tellWhy(event, to: destination) }
    }

    @inline(never)
    private mutating func tellWhy(_ event: TraceEvent, _ routing: UInt16) {
        tell(event, routing: UInt8(truncatingIfNeeded: routing))
    }

    @inline(never)
    private mutating func tellWhy(_ event: TraceEvent, to destination: UInt8) {
        tell(event, routing: working.routing, of: working.preset, to: destination)
    }

    @inline(never)
    mutating func tell(
        _ event: TraceEvent, routing: UInt8, of preset: UInt8? = nil, _ message: Message? = nil,
        to destination: UInt8 = TraceRecord.none
    ) {
        guard let trace = listener.trace, !listener.isQuiet else { return }
        let message = message ?? listener.message
        let running = UInt8(truncatingIfNeeded: max(status.preset, 0))
        trace(
            listener.context,
            TraceRecord.packed(
                event, routing: routing, preset: preset ?? running, source: listener.source, destination: destination),
            message.word0, message.word1, now)
    }

    /// A message comes in, or a value that was waited for counts; what no routing names is said here.
    @inline(never)
    mutating func hear(_ message: Message, from source: UInt8, isNew: Bool) {
        listener.message = message
        listener.source = source
        if !isNew { return }
        tell(.received, routing: TraceRecord.none)
        if source < Limits.ports && !message.isRealTime && everyRouting(of: source).isEmpty {
            tell(.noRouting, routing: TraceRecord.none)
        }
    }

    /// What the box sends on its own comes from nowhere, by no routing.
    @inline(__always)
    mutating func speakForItself() {
        working = AtWork(TraceRecord.none)
        listener.source = TraceRecord.none
    }

    /// Of the release of a key, before it is followed: what goes on along its old way, and which routings have nothing to
    /// end.
    @inline(never)
    mutating func tellOfRelease(_ message: Message, from source: UInt8) {
        var slot = ledger.notes.first(of: HeldNotes.index(source, message.channel, message.data1))
        while !slot.isNone {
            let note = ledger.notes[slot]
            if ledger.isOld(slot) || isShut(Int(note.routing)) {
                tell(
                    .retainedNote, routing: UInt8(truncatingIfNeeded: note.routing), of: note.preset,
                    to: note.destination)
            }
            slot = ledger.notes.next(after: slot)
        }
        tellWhoHasNone(message, from: source)
    }

    /// Which routings have no note of a key, and why: those of another channel, and those that blocked it (R5, R6).
    mutating func tellWhoHasNone(_ message: Message, from source: UInt8) {
        let first = ledger.notes.first(of: HeldNotes.index(source, message.channel, message.data1))
        for concern in everyRouting(of: source) where !holds(concern.routing, from: first) {
            why(takes(concern, message.channel) ? .blockedNote : .channel, concern.routing)
        }
    }

    /// What goes on along an old way, by the routing it began with.
    @inline(__always)
    mutating func tell(_ event: TraceEvent, of path: HeldControllers.Path) {
        if listener.trace != nil { tell(event, routing: path.sentBy, of: path.sentIn, to: path.destination) }
    }

    private mutating func holds(_ routing: UInt16, from first: Slot) -> Bool {
        var slot = first
        while !slot.isNone {
            if !ledger.isOld(slot) && ledger.notes[slot].routing == routing { return true }
            slot = ledger.notes.next(after: slot)
        }
        return false
    }
}
