import MIDI
import Program

extension Router {
    /// From now on `trace` hears what becomes of messages; nil ends that. While somebody listens, every routing that names
    /// a source is asked, also those that could not let such a message through, so that they can say why.
    public mutating func listen(_ trace: Trace?, context: UnsafeMutableRawPointer?) {
        outputs.listen(trace, context: context)
    }

    /// Whether somebody listens.
    @inline(__always)
    var isTraced: Bool { outputs.tracer.isOn }

    /// The routing that sends or drops something.
    @inline(__always)
    var working: AtWork {
        get { outputs.tracer.working }
        set { outputs.tracer.working = newValue }
    }

    /// The preset of the routing at work.
    @inline(__always)
    var workingPreset: PresetIndex { working.preset.isNone ? status.preset : working.preset }

    /// Reports why a routing does not pass a message on. One predictable branch where nobody listens.
    @inline(__always)
    mutating func why(_ event: TraceEvent, _ routing: RoutingIndex) {
        if isTraced { tellWhy(event, routing) }
    }

    /// Reports why the routing at work does not reach a destination.
    @inline(__always)
    mutating func why(_ event: TraceEvent, to destination: PortIndex) {
        outputs.tracer.report(event, to: destination, at: now)
    }

    @inline(never)
    private mutating func tellWhy(_ event: TraceEvent, _ routing: RoutingIndex) {
        tell(event, routing: routing)
    }

    /// Reports an event of a routing, or of none.
    mutating func tell(
        _ event: TraceEvent, routing: RoutingIndex, of preset: PresetIndex = .none, _ message: Message? = nil,
        to destination: PortIndex = .none
    ) {
        let routing = AtWork(routing, of: preset)
        outputs.tracer.report(event, by: routing, message, to: destination, at: now)
    }

    /// A message comes in, or a value that was waited for counts; what no routing names is said here.
    @inline(never)
    mutating func hear(_ message: Message, from source: UInt8, isNew: Bool) {
        outputs.tracer.route(fine.stands(for: message) ? fine.packet : message, from: source)
        // One packet may be routed as several messages.
        if !isNew || fine.stands(for: message) && !fine.isFirst { return }
        tell(.received, routing: .none)
        if source < Limits.ports && !message.isRealTime && everyRouting(of: source).isEmpty {
            tell(.noRouting, routing: .none)
        }
    }

    /// What the box sends on its own comes from nowhere, by no routing.
    @inline(__always)
    mutating func speakForItself() { outputs.tracer.speakForItself() }

    /// Of the release of a key, before it is followed: what goes on along its old way, and which routings have nothing to
    /// end.
    @inline(never)
    mutating func tellOfRelease(_ message: Message, from source: UInt8) {
        var slot = ledger.notes.first(of: KeyBits.index(source, message.channel, message.data1))
        while !slot.isNone {
            let note = ledger.notes[slot]
            if ledger.isOld(slot) || isShut(note.routing) {
                tell(
                    .retainedNote, routing: note.routing, of: note.preset,
                    to: note.destination)
            }
            slot = ledger.notes.next(after: slot)
        }
        tellWhoHasNone(message, from: source)
    }

    /// Which routings have no note of a key, and why: those of another channel, and those that blocked it (R5, R6).
    mutating func tellWhoHasNone(_ message: Message, from source: UInt8) {
        let first = ledger.notes.first(of: KeyBits.index(source, message.channel, message.data1))
        for concern in everyRouting(of: source) where !holds(concern.routing, from: first) {
            why(takes(concern, message.channel) ? .blockedNote : .channel, concern.routing)
        }
    }

    /// What goes on along an old way, by the routing it began with.
    @inline(__always)
    mutating func tell(_ event: TraceEvent, of path: HeldControllers.Path) {
        if isTraced { tell(event, routing: path.sentBy, of: path.sentIn, to: path.destination) }
    }

    private mutating func holds(_ routing: RoutingIndex, from first: Slot) -> Bool {
        var slot = first
        while !slot.isNone {
            if !ledger.isOld(slot) && ledger.notes[slot].routing == routing { return true }
            slot = ledger.notes.next(after: slot)
        }
        return false
    }
}
