import MIDI
import Plan

extension Router {
    /// Reports what happens to messages to `trace`; nil stops the reports. While reporting, every routing that names a
    /// source is asked, even if it cannot pass the message, so that it can report why.
    package mutating func listen(_ trace: Trace?, context: UnsafeMutableRawPointer?) {
        outputs.listen(trace, context: context)
    }

    /// Whether events are reported to a listener.
    @inline(__always)
    var isTraced: Bool { outputs.tracer.isOn }

    /// The routing that currently sends or drops messages, for trace reports.
    @inline(__always)
    var working: AtWork {
        get { outputs.tracer.working }
        set { outputs.tracer.working = newValue }
    }

    /// The preset of the routing that currently sends or drops messages.
    @inline(__always)
    var workingPreset: PresetIndex { working.preset.isNone ? status.preset : working.preset }

    /// Reports why a routing does not pass on a message. Costs one predictable branch if there is no listener.
    @inline(__always)
    mutating func why(_ event: TraceEvent, _ routing: RoutingIndex) {
        if isTraced { tellWhy(event, routing) }
    }

    /// Reports why a move without a value is not sent: its message is a part of a value, or moves back (R27).
    @inline(__always)
    mutating func whyIdle(_ move: ControllerMove, _ routing: RoutingIndex) {
        if isTraced { tellWhy(inputs.isSettled(move.slot) ? .settles : .partOfValue, routing) }
    }

    /// Reports why the current routing does not reach a destination.
    @inline(__always)
    mutating func why(_ event: TraceEvent, to destination: PortIndex) {
        outputs.tracer.report(event, to: destination, at: now)
    }

    @inline(never)
    private mutating func tellWhy(_ event: TraceEvent, _ routing: RoutingIndex) {
        // `only` is compiled into the filters (R23).
        let isOnly = event == .filtered && preset.routings[routing].hasOnly
        tell(isOnly ? .notOnly : event, routing: routing)
    }

    /// Reports an event of a routing; `none` for the box itself.
    mutating func tell(
        _ event: TraceEvent, routing: RoutingIndex, of preset: PresetIndex = .none, _ message: Message? = nil,
        to destination: PortIndex = .none
    ) {
        let routing = AtWork(routing, of: preset)
        outputs.tracer.report(event, by: routing, message, to: destination, at: now)
    }

    /// Reports a received message, or a value that was waited for (not `isNew`), and whether no routing names its
    /// source.
    @inline(never)
    mutating func hear(_ message: Message, from source: UInt8, isNew: Bool) {
        outputs.tracer.route(fine.stands(for: message) ? fine.ump : message, from: source)
        // Several messages may be routed for one UMP, which is reported only once.
        if !isNew || fine.stands(for: message) && !fine.isFirst { return }
        tell(.received, routing: .none)
        if source < Limits.ports && !message.isRealTime && everyRouting(of: source).isEmpty {
            tell(.noRouting, routing: .none)
        }
    }

    /// Marks what follows as sent by the box itself, without source or routing.
    @inline(__always)
    mutating func speakForItself() { outputs.tracer.speakForItself() }

    /// Reports about the release of a key, before it is routed: which notes follow their old path, and which routings
    /// have no note to end.
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

    /// Reports which routings have no note of a key, and why: another channel, or the routing stopped the note (R5,
    /// R6).
    mutating func tellWhoHasNone(_ message: Message, from source: UInt8) {
        let first = ledger.notes.first(of: KeyBits.index(source, message.channel, message.data1))
        for concern in everyRouting(of: source) where !holds(concern.routing, from: first) {
            why(admits(concern, message.channel) ? .blockedNote : .channel, concern.routing)
        }
    }

    /// Reports an event of a held path, under the routing that began the path.
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
