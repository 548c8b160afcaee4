import Configuration
import MIDI
import Plan
import Routing

/// Formats the loop's trace records as lines for the clients that watch. Names of ports and routings are in quotes:
///
///     in TIME "keys" 90 3C 64
///     out TIME "module" "Bass split" 91 24 64
///     why TIME "keys" "Piano: outside its notes" 90 3C 64
///     in TIME "synth" 40903C00 C0000000
struct TraceLines {
    private let configuration: CompiledConfiguration
    private let words: TraceText

    init(_ configuration: CompiledConfiguration) {
        self.configuration = configuration
        words = TraceText(configuration)
    }

    /// The line of a record; nil for a record that is not shown.
    func line(_ record: TraceRecord) -> String? {
        let message = text(of: record.event == .sent ? record.message : grouped(record))
        switch record.event {
        case .received: return "in \(record.time) \(TraceLines.quoted(words.alias(record.source) ?? "box")) \(message)"
        case .sent:
            guard let alias = words.alias(record.destination) else { return nil }
            let routing = record.routing.isNone ? "" : words.routingName(record)
            return "out \(record.time) \(TraceLines.quoted(alias)) \(TraceLines.quoted(routing)) \(message)"
        default:
            guard let why = words.why(record) else { return nil }
            let alias = words.alias(record.source) ?? words.alias(record.destination) ?? "box"
            return "why \(record.time) \(TraceLines.quoted(alias)) \(TraceLines.quoted(why)) \(message)"
        }
    }

    /// The line of a record for a program, with milliseconds, and without the remarks of a person's line; nil for a
    /// record that is not shown.
    ///
    ///     message 81961.250 in "keys" 90 3C 50
    ///     message 81961.250 out "module" "Bass split" 91 24 64
    ///     message 81961.250 why "keys" "Piano" "outside its notes" 90 3C 50
    func numbers(_ record: TraceRecord) -> String? {
        let message = text(of: record.event == .sent ? record.message : grouped(record))
        var time: [UInt8] = []
        Digits.milliseconds(record.time, into: &time)
        var line = "message \(String(decoding: time, as: UTF8.self))"
        switch record.event {
        case .received: line += " in \(TraceLines.quoted(words.alias(record.source) ?? "box"))"
        case .sent:
            guard let alias = words.alias(record.destination) else { return nil }
            let routing = record.routing.isNone ? "" : words.routingName(record)
            line += " out \(TraceLines.quoted(alias)) \(TraceLines.quoted(routing))"
        default:
            guard let reason = words.reason(record) else { return nil }
            let alias = words.alias(record.source) ?? words.alias(record.destination) ?? "box"
            line += " why \(TraceLines.quoted(alias)) \(TraceLines.quoted(words.routingName(record)))"
            line += " \(TraceLines.quoted(reason))"
        }
        return line + " " + message
    }

    /// The received message, with the group of its source (U6).
    private func grouped(_ record: TraceRecord) -> Message {
        if record.source >= Limits.ports || record.message.type == MessageType.box { return record.message }
        let group = configuration.plan.pointee.ports[Int(record.source)].group
        return group == 0 ? record.message : record.message.on(group: group)
    }

    /// Puts a name in quotes and replaces quotes and control characters in it.
    static func quoted(_ name: String) -> String {
        let bytes = name.utf8.map { $0 == UInt8(ascii: "\"") || $0 < 32 ? UInt8(ascii: "'") : $0 }
        return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
    }

    /// The bytes of a message, or the hex words of a UMP that MIDI 1.0 bytes cannot express; for a controller of the
    /// box itself, its configuration name and value.
    private func text(of message: Message) -> String {
        if let name = configuration.box.controllerName(of: message) {
            return TraceLines.quoted("\(name) = \(message.controlValue)")
        }
        if !message.hasBytes { return UMPText.hex(message) }
        let bytes = message.bytes
        return bytes.isEmpty ? "\"\"" : Digits.hex(bytes)
    }
}
