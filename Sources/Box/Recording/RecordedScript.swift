import Engine
import Host
import Plan
import Configuration
import MIDI
import Routing

/// Formats recorded input as a script for `render`. Times count from the first line.
struct RecordedScript {
    struct Line {
        /// Nanoseconds since the beginning; never before the line above.
        var time: UInt64
        var text: String
    }

    private(set) var lines: [Line] = []
    private let origin: UInt64
    private let configuration: CompiledConfiguration
    /// The last pieces of a SysEx that a client plays or sends.
    private var pieces: Pieces?

    /// Pieces of a SysEx that the loop received at one time, as bytes. They become one line.
    private struct Pieces {
        let way: Injection.Way
        let port: UInt8
        let time: UInt64
        var bytes: [UInt8] = []
    }

    /// Creates a script that begins with the state of a moment.
    ///
    /// - Parameter fresh: a new engine. Only words of the state that differ from the new engine's are written.
    init(
        _ moment: RecordedMoment, _ records: [Record], until end: UInt64, fresh: Engine,
        _ configuration: CompiledConfiguration
    ) {
        self.configuration = configuration
        origin = moment.time
        begin(moment, fresh)
        add(records, until: end)
    }

    /// Creates a script that begins with a box just switched on, because no moment is known.
    init(_ records: [Record], from origin: UInt64, until end: UInt64, _ configuration: CompiledConfiguration) {
        self.configuration = configuration
        self.origin = origin
        add(records, until: end)
    }

    private mutating func add(_ records: [Record], until end: UInt64) {
        for record in records {
            if case .inject = record.what {} else { endPieces() }
            add(record)
        }
        endPieces()
        add("end", at: max(end, origin))
    }

    private mutating func begin(_ moment: RecordedMoment, _ fresh: Engine) {
        let state = moment.state
        let (preset, name) = (moment.preset.position, configuration.name(of: moment.preset))
        let build = "\(Treadle.version) \(String(fresh.layout, radix: 16, uppercase: true))"
        add("@resume \(build) \(state.count) \(moment.time) \(preset) \"\(name)\"", at: origin)
        let fresh = fresh.state
        var at = 0
        while at < min(state.count, fresh.count) {
            if state[at] == fresh[at] {
                at += 1
                continue
            }
            var text = Array("@state \(at)".utf8)
            for _ in 0..<RecordedScript.wordsOfLine where at < state.count && state[at] != fresh[at] {
                text.append(UInt8(ascii: " "))
                text += Array(String(state[at], radix: 16, uppercase: true).utf8)
                at += 1
            }
            add(String(decoding: text, as: UTF8.self), at: origin)
        }
    }

    private static let wordsOfLine = 6

    /// - Parameter time: nanoseconds of the box's clock.
    private mutating func add(_ text: String, at time: UInt64) {
        let since = time > origin ? time - origin : 0
        lines.append(Line(time: max(since, lines.last?.time ?? 0), text: text))
    }

    /// Adds an event of an earlier time that the loop found when it woke late. The line is placed 1 ns before that
    /// time, since a replay sends what is due at a time before it plays the lines of that time.
    private mutating func insert(_ text: String, before time: UInt64) {
        let since = time > origin ? time - origin - 1 : 0
        let at = lines.lastIndex { $0.time <= since }.map { $0 + 1 } ?? 0
        lines.insert(Line(time: since, text: text), at: at)
    }

    /// For a record that was reported late, a blank and its time in ms since the beginning; else empty.
    private func stamp(_ time: UInt64) -> String {
        let last = origin + (lines.last?.time ?? 0)
        if time >= last { return "" }
        let since = RecordedScript.milliseconds(time >= origin ? time - origin : origin - time)
        return time >= origin ? " \(since)" : " -\(since)"
    }

    private mutating func add(_ record: Record) {
        let (time, late) = (record.time, stamp(record.time))
        let mark = late.isEmpty ? "" : "@"
        switch record.what {
        case .bytes(let port, let bytes): add("\(alias(port)) \(Digits.hex(bytes))", at: time)
        case .words(let port, let words):
            let isOfUMPs = configuration.plan.pointee.ports[Int(port)].wanted == .midi2
            add("\(isOfUMPs ? "" : "@words ")\(alias(port)) \(Digits.hex(words))", at: time)
        case .contact(let index, let closed): add("\(mark)switch \(pedal(index)) \(level(closed))\(late)", at: time)
        case .level(let index, let closed): add("@level \(pedal(index)) \(level(closed))", at: time)
        case .hold(let index, let isHeld): add("@hold \(pedal(index)) \(level(isHeld))", at: time)
        case .motion(let x, let y, let z):
            let g = [x, y, z].map { RecordedScript.millionths($0) }.joined(separator: " ")
            add("\(mark)motion \(g)\(late)", at: time)
        case .pedal(let index, let reading):
            add("\(mark)pedal \(index + 1) \(RecordedScript.millivolts(reading))\(late)", at: time)
        case .knob(let line, let closed):
            let contact = line & 1 == 0 ? "a" : "b"
            add("@knob \(line / 2 + 1) \(contact) \(level(closed))\(late)", at: time)
        case .perform(let code, let value): add(action(code, value), at: time)
        case .inputCame(let port): add("@came \(alias(port)) in", at: time)
        case .inputWent(let port): add("@went \(alias(port)) in", at: time)
        case .outputCame(let port, let isWire, let speaks):
            let how = isWire ? " wire" : speaks == .ump1 ? " packets1" : speaks == .ump2 ? " packets2" : ""
            add("@came \(alias(port)) out\(how)", at: time)
        case .outputWent(let port, let isUnheard):
            add("@went \(alias(port)) out\(isUnheard ? " unheard" : "")", at: time)
        case .silence(let port): add("@silence \(alias(port))", at: time)
        case .stall(let port): insert("@stall \(alias(port))", before: time)
        case .flow(let port): add("@flow \(alias(port))", at: time)
        case .inject(let message, let way, let port): inject(message, way, port, at: time)
        case .breakOff, .message, .ump: break
        }
    }

    private mutating func inject(_ message: Message, _ way: Injection.Way, _ port: UInt8, at time: UInt64) {
        if message.isUMPOnly {
            endPieces()
            let words = (0..<message.wordCount).map { message.word($0) }
            return add("\(way == .play ? "@play" : "@send") \(alias(port)) \(Digits.hex(words))", at: time)
        }
        if let pieces, pieces.way != way || pieces.port != port || pieces.time != time { endPieces() }
        pieces = Pieces(way: way, port: port, time: time, bytes: (pieces?.bytes ?? []) + message.bytes)
        if !Injection(message, way, port: PortIndex(rawValue: port)).isUnfinished { endPieces() }
    }

    /// Adds the line of the last pieces.
    private mutating func endPieces() {
        guard let pieces else { return }
        self.pieces = nil
        let event = pieces.way == .play ? "@play" : "@send"
        add("\(event) \(alias(pieces.port)) \(Digits.hex(pieces.bytes))", at: pieces.time)
    }
}

// MARK: - Words

extension RecordedScript {
    private func alias(_ port: UInt8) -> String {
        RecordedScript.word(configuration.box.name(of: Int(port)) ?? "\(port)")
    }

    private func pedal(_ index: Int) -> String { RecordedScript.word(configuration.box.footswitches[index].name) }

    private func level(_ closed: Bool) -> String { closed ? "down" : "up" }

    /// A name, in quotes if it needs them.
    private static func word(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy {
            48...57 ~= $0 || 65...90 ~= $0 || 97...122 ~= $0 || $0 == UInt8(ascii: "-")
        }
        return isPlain && !name.isEmpty && !RenderScript.events.contains(name) ? name : "\"\(name)\""
    }

    /// An action in the words of a user's script if these are read back as the same action, else by its code.
    private func action(_ code: UInt8, _ value: UInt64) -> String {
        let exact = "@do \(code) \(value)"
        guard let action = RecordedAction.action(code, value), RecordedAction.exists(action, in: configuration) else {
            return exact
        }
        let text = ActionText(configuration).action(action)
        return (try? ScriptAction.read(text, configuration)) == action ? text : exact
    }

    /// Milliseconds with six decimals, that is to the nanosecond.
    static func milliseconds(_ nanoseconds: UInt64) -> String {
        "\(nanoseconds / 1_000_000).\(Digits.padded(nanoseconds % 1_000_000, 6))"
    }

    /// Millivolts of a reading in eighths, with three decimals.
    private static func millivolts(_ reading: Int32) -> String {
        let eighths = reading.magnitude % 8 * 125
        let zeros = eighths == 0 ? "00" : ""
        return "\(reading < 0 ? "-" : "")\(reading.magnitude / 8).\(zeros)\(eighths)"
    }

    private static func millionths(_ value: Int32) -> String {
        let size = UInt64(value.magnitude)
        return "\(value < 0 ? "-" : "")\(size / 1_000_000).\(Digits.padded(size % 1_000_000, 6))"
    }
}
