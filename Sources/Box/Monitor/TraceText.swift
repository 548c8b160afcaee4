import Configuration
import MIDI
import Plan
import Routing

/// Formats the reasons in a trace (docs/reference/COMMANDS.md, "render").
struct TraceText {
    private let configuration: CompiledConfiguration

    init(_ configuration: CompiledConfiguration) { self.configuration = configuration }

    /// `ROUTING: reason` for a message that was dropped or retained; nil for other events.
    func why(_ record: TraceRecord) -> String? {
        guard let reason = reason(record) else { return nil }
        return "\(routingName(record)): \(reason)"
    }

    /// The name of the routing, or its number in its preset, from 1; the port if no routing is concerned.
    func routingName(_ record: TraceRecord) -> String {
        let plan = configuration.plan.pointee
        if plan.presets.contains(record.preset) {
            let preset = plan.presets[record.preset]
            if preset.listed.contains(record.routing) {
                let name = Int(preset.routings[record.routing].nameNumber)
                return name < configuration.routingNames.count
                    ? configuration.routingNames[name] : "routing \(record.routing.position + 1)"
            }
        }
        return alias(record.destination) ?? alias(record.source) ?? "box"
    }

    /// The alias of a port; nil for `none`.
    func alias(_ port: PortIndex) -> String? {
        configuration.box.alias(of: port.position)
    }

    /// The alias of a port, or the name of an internal source.
    func alias(_ source: UInt8) -> String? {
        Source.word(of: source) ?? configuration.box.alias(of: Int(source))
    }

    /// The reason why a message was dropped or retained; nil for other events.
    func reason(_ record: TraceRecord) -> String? {
        switch record.event {
        case .received, .sent, .acted, .loaded: nil
        case .muted: "muted"
        case .channel: "another channel"
        case .conditions: "conditions fail"
        case .noteRange: "outside its notes"
        case .velocityRange: "outside its velocities"
        case .filtered: filtered(record.message)
        case .noteMap: "no note by its map and shift"
        case .transposed: "no note by its transposition"
        case .zeroVelocity: "velocity becomes 0"
        case .filteredByRemap: "filtered by a remap"
        case .remapped: "replaced by a remap"
        case .noTrigger: "no trigger"
        case .unchanged: "value unchanged"
        case .onHold: "on hold"
        case .notPickedUp: "not picked up"
        case .settles: "settles"
        case .partOfValue: "part of a value"
        case .noRemap: "no remap"
        case .divided: "clock divided"
        case .blockedNote: "no note of this key"
        case .heldByAnotherKey: "another key holds the note"
        case .reachedAlready: "another routing reaches the note"
        case .keptNote: "note is held"
        case .endsHeldNote: "ends the held note"
        case .cutsNotes: "other notes sound there"
        case .clockIn: "clock-in is off"
        case .anotherClock: alias(record.destination).map { "another clock at \($0)" } ?? "another clock"
        case .noRouting: "no routing takes it"
        case .inquiry: "MIDI-CI is for the box"
        case .filteredInquiry: "midi-ci filtered"
        case .filteredTimeCode: "time-code filtered"
        case .notOnly: "not in its only"
        case .circle: circle(record.message)
        case .feedback: "loop\(destination(record))"
        case .unplugged: "unplugged\(destination(record))"
        case .noRoom: "no room to wait"
        case .noRoomForSysEx: "no room for SysEx"
        case .silentSysEx: "SysEx silent for 1 s"
        case .collapsed: "newer value in its place"
        case .tooManyHeld: "oldest note or controller released"
        case .retainedNote: "retained note"
        case .retainedController: "retained controller"
        case .listEnded: "waiting actions dropped"
        }
    }

    private func circle(_ message: Message) -> String {
        "circle, \(configuration.box.controllerName(of: message) ?? "variable") stays"
    }

    private func destination(_ record: TraceRecord) -> String {
        alias(record.destination).map { " \($0)" } ?? ""
    }

    private func filtered(_ message: Message) -> String {
        // A message of MIDI 2.0 is filtered as the MIDI 1.0 messages that it translates to.
        var kind = message.type == MessageType.longData ? MessageKind.sysEx : message.kind
        message.forEachMIDI1 { kind = $0.kind }
        switch kind {
        case .noteOn, .noteOff: return "notes filtered"
        case .polyPressure: return "pressure filtered"
        case .controlChange, .programChange, .channelPressure, .pitchBend: return "controllers filtered"
        case .timingClock: return "clock filtered"
        case .start, .continue, .stop: return "start-stop filtered"
        case .songPosition: return "song-position filtered"
        case .sysEx: return "sysex filtered"
        case .timeCode: return "time-code filtered"
        case .flexData: return "flex-data filtered"
        default: return "filtered"
        }
    }
}
