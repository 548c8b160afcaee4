import Engine
import Configuration
import Host
import MIDI
import Plan
import Routing

// The events that only the flight recorder writes. Each begins with `@`, so that no port can have such an alias.
extension RenderScript {
    /// The recorded state of a running box with which a script begins.
    struct Beginning {
        /// The line of `@resume`, from 1.
        var line = 0
        /// The column of `@resume`, from 1.
        var column: Int
        /// Time of the first line on the recorded box's clock, in nanoseconds.
        var origin: UInt64
        /// The preset that ran.
        var preset: PresetIndex
        /// Number of words in the state.
        var count: Int
        /// The words that differ from the state of a new engine.
        var words: [(place: Int, word: UInt64)] = []
    }

    /// Parses an event of the flight recorder.
    ///
    /// - Parameter time: time of the line, in nanoseconds.
    static func recorded(
        _ who: ScriptWords.Word, _ words: inout ScriptWords, at time: UInt64, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Event {
        switch who.text {
        case "@resume": return .resume(try resume(&words, configuration, column: who.column))
        case "@state": return .state(try state(&words))
        case "@switch":
            let (index, down) = try level(&words, configuration)
            return .lateContact(switch: index, down: down, at: try stamp(&words, notAfter: time))
        case "@level":
            let (index, down) = try level(&words, configuration)
            return .level(switch: index, down: down)
        case "@hold":
            let (index, down) = try level(&words, configuration)
            return .hold(switch: index, down: down)
        case "@motion":
            let (x, y, z) = (try words.number("x in g"), try words.number("y in g"), try words.number("z in g"))
            return .lateMotion(x: x, y: y, z: z, at: try stamp(&words, notAfter: time))
        case "@pedal":
            let (index, reading) = try pedal(&words, configuration)
            return .latePedal(index, reading, at: try stamp(&words, notAfter: time))
        case "@knob": return try edge(&words, at: time, configuration)
        case "@do": return .perform(try action(&words, configuration))
        case "@came": return try came(&words, configuration)
        case "@went": return try went(&words, configuration)
        case "@silence": return .silence(port: try output(&words, configuration))
        case "@stall": return .stall(port: try output(&words, configuration))
        case "@flow": return .flow(port: try output(&words, configuration))
        case "@words":
            let port = try port(try words.next("a port"), isInput: true, configuration)
            return .words(port: port, try words.umpWords())
        case "@play": return .inject(try injections(.play, &words, configuration))
        case "@send": return .inject(try injections(.send, &words, configuration))
        default: throw who.problem("'\(who.text)' is not an event of the flight recorder")
        }
    }

    private static func number(_ words: inout ScriptWords) throws(ScriptWords.Problem) -> UInt64 {
        let word = try words.next("a number")
        guard let number = UInt64(word.text) else { throw word.problem("'\(word.text)' is no number") }
        return number
    }

    private static func action(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Action {
        let code = try words.next("a number")
        let word = try words.next("a number")
        guard let value = UInt64(word.text) else { throw word.problem("'\(word.text)' is no number") }
        // Refuses a value with bits that the action does not use.
        guard let action = UInt8(code.text).flatMap({ RecordedAction.action($0, value) }),
            RecordedAction.code(of: action)?.value == value
        else { throw code.problem("no action has the number '\(code.text)' with '\(word.text)'") }
        guard RecordedAction.exists(action, in: configuration) else {
            throw word.problem("'\(word.text)' does not exist in this configuration")
        }
        return action
    }

    private static func output(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> PortIndex {
        let word = try words.next("a port")
        return try port(word, isInput: false, configuration)
    }

    /// The index of a port. Throws if the port does not have this direction.
    private static func port(
        _ word: ScriptWords.Word, isInput: Bool, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> PortIndex {
        let index = try port(word, configuration)
        let configured = configuration.box.ports[configuration.box.groups.port(of: index.position) ?? index.position]
        if isInput ? configured.receives : configured.sends { return index }
        throw word.problem("'\(word.text)' is no \(isInput ? "input" : "output")")
    }

    /// Limit of a recording's origin in ns, later than the clock of any box. Script times can be added without
    /// overflow.
    private static let latestOrigin: UInt64 = 1 << 61

    private static func resume(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration, column: Int
    ) throws(ScriptWords.Problem) -> Beginning {
        let version = try words.next("a version")
        if version.text != Treadle.version {
            throw version.problem("this was recorded by version \(version.text) and needs it to be played again")
        }
        let layout = try words.next("the layout of a state")
        guard let number = UInt32(layout.text, radix: 16) else {
            throw layout.problem("'\(layout.text)' is no layout of a state")
        }
        if number != Engine.layout(of: configuration) {
            throw layout.problem(
                "this was recorded by another build of version \(version.text), whose state has another layout, and "
                    + "needs that build to be played again")
        }
        let (count, origin) = (try self.number(&words), try self.number(&words))
        let index = try self.number(&words)
        let name = try words.next("the name of a preset")
        guard index < configuration.presetNames.count, configuration.presetNames[Int(index)] == name.text else {
            throw name.problem(
                "preset \(index) is not '\(name.text)' here: this was recorded with another configuration")
        }
        guard let count = Int(exactly: count), origin < latestOrigin else {
            throw version.problem("its numbers are beyond what a box has")
        }
        return Beginning(column: column, origin: origin, preset: PresetIndex(Int(index)), count: count)
    }

    private static func state(
        _ words: inout ScriptWords
    ) throws(ScriptWords.Problem) -> [(place: Int, word: UInt64)] {
        let first = try words.next("a number")
        guard var place = UInt32(first.text).map({ Int($0) }) else {
            throw first.problem("'\(first.text)' is no place in a state")
        }
        var state: [(place: Int, word: UInt64)] = []
        while !words.isAtEnd {
            let word = try words.next("a word")
            guard let value = UInt64(word.text, radix: 16) else {
                throw word.problem("'\(word.text)' is no hex number")
            }
            state.append((place, value))
            place += 1
        }
        return state
    }

    private static func level(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> (Int, Bool) {
        guard case .contact(let index, let down) = try contact(&words, configuration) else { return (0, false) }
        return (index, down)
    }

    /// Parses a time in nanoseconds since the beginning; negative for an earlier time.
    static func stamp(
        _ words: inout ScriptWords, notAfter time: UInt64
    ) throws(ScriptWords.Problem) -> Int64 {
        let word = try words.next("when it happened")
        guard let value = Digits.decimal(word.bytes) else { throw word.problem("'\(word.text)' is no time") }
        if value / 1000 > Int64(time) { throw word.problem("'\(word.text)' is later than its line") }
        return value / 1000
    }

    /// Reads the optional word `name`. Returns false at the end of the line; throws if another word follows.
    private static func flag(_ name: String, _ words: inout ScriptWords) throws(ScriptWords.Problem) -> Bool {
        if words.isAtEnd { return false }
        let word = try words.next(name)
        if word.text != name { throw word.problem("'\(word.text)' is not '\(name)'") }
        return true
    }

    private static func came(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Event {
        let (port, isInput) = try direction(&words, configuration)
        if isInput { return .inputCame(port: port) }
        if words.isAtEnd { return .outputCame(port: port, isWire: false, .bytes) }
        let word = try words.next("wire")
        switch word.text {
        case "wire": return .outputCame(port: port, isWire: true, .bytes)
        case "packets1": return .outputCame(port: port, isWire: false, .ump1)
        case "packets2": return .outputCame(port: port, isWire: false, .ump2)
        default: throw word.problem("'\(word.text)' is not 'wire'")
        }
    }

    private static func went(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Event {
        let (port, isInput) = try direction(&words, configuration)
        return isInput ? .inputWent(port: port) : .outputWent(port: port, isUnheard: try flag("unheard", &words))
    }

    private static func direction(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> (PortIndex, isInput: Bool) {
        let alias = try words.next("a port")
        _ = try port(alias, configuration)
        let word = try words.next("in or out")
        if word.text != "in" && word.text != "out" { throw word.problem("'\(word.text)' is neither in nor out") }
        return (try port(alias, isInput: word.text == "in", configuration), word.text == "in")
    }

    private static func injections(
        _ way: Injection.Way, _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> [Injection] {
        let alias = try words.next("a port")
        let port = try port(alias, isInput: way == .play, configuration)
        if words.isAtWord { return try umpInjections(way, port, &words, alias) }
        var parser = StreamParser()
        var injections: [Injection] = []
        let bytes = try words.bytes()
        if way == .send, let pieces = pieces(bytes) { return pieces.map { Injection($0, way, port: port) } }
        for byte in bytes { parser.feed(byte) { injections.append(Injection($0, way, port: port)) } }
        // Messages of clients are recorded whole. Only a long SysEx that a client sends may be recorded in parts.
        guard let last = injections.last, !last.isUnfinished, parser.isIdle, parser.droppedBytes == 0 else {
            throw alias.problem("the bytes for '\(alias.text)' are not whole messages")
        }
        return injections
    }

    /// The pieces in a part of a SysEx that a client sends; nil for a whole SysEx and for other messages.
    private static func pieces(_ bytes: [UInt8]) -> [Message]? {
        let (begins, ends) = (bytes.first == Status.sysEx, bytes.last == Status.sysExEnd)
        let data = bytes.dropFirst(begins ? 1 : 0).dropLast(ends ? 1 : 0)
        if begins && ends || data.contains(where: { $0 >= 0x80 }) { return nil }
        let end = max(data.endIndex, data.startIndex + 1)
        return stride(from: data.startIndex, to: end, by: Message.sysExCapacity).map { start in
            let piece = data[start..<min(start + Message.sysExCapacity, data.endIndex)]
            var kept = InlineArray<6, UInt8>(repeating: 0)
            for (index, byte) in piece.enumerated() { kept[index] = byte }
            let isFirst = begins && start == data.startIndex
            let isLast = ends && piece.endIndex == data.endIndex
            return Message(sysEx: isFirst ? .start : isLast ? .end : .continue, kept, count: piece.count)
        }
    }

    /// Reads whole UMPs that a client plays or sends.
    private static func umpInjections(
        _ way: Injection.Way, _ port: PortIndex, _ words: inout ScriptWords, _ alias: ScriptWords.Word
    ) throws(ScriptWords.Problem) -> [Injection] {
        var reader = UMPReader()
        var injections: [Injection] = []
        var isWhole = false
        for word in try words.umpWords() {
            let ump = reader.feed(word)
            isWhole = ump != nil
            if let ump, ump.isUMPOnly { injections.append(Injection(ump, way, port: port)) }
        }
        if isWhole && !injections.isEmpty { return injections }
        throw alias.problem("the words for '\(alias.text)' are not whole packets of MIDI 2.0")
    }
}
