import BLEMIDI
import Engine
import Configuration
import Host
import MIDI
import Plan

/// A script of inputs for `render` (docs/reference/COMMANDS.md): one event a line, in the order of time.
struct RenderScript {
    struct Line {
        /// Nanoseconds since the beginning.
        var time: UInt64
        var event: Event
    }

    enum Event {
        case bytes(port: PortIndex, [UInt8])
        /// Words of whole or partial UMPs.
        case words(port: PortIndex, [UInt32])
        /// A packet of the peer of a Bluetooth port (B11).
        case packet(port: PortIndex, [UInt8])
        /// The ATT MTU of a Bluetooth port.
        case mtu(port: PortIndex, Int)
        case contact(switch: Int, down: Bool)
        case motion(x: Double, y: Double, z: Double)
        /// A reading of a pedal, in eighths of a millivolt.
        case pedal(Int, Int32)
        /// A knob is turned to the next detent.
        case knob(Int, isRight: Bool)
        case perform(Action)
        case plug(port: PortIndex)
        case unplug(port: PortIndex)
        case end
        /// The box ends (E5), and with it the script.
        case quit

        // The flight recorder writes the following events.
        case resume(Beginning)
        case state([(place: Int, word: UInt64)])
        /// A contact that was reported after later events. `at` is its time in nanoseconds since the beginning.
        case lateContact(switch: Int, down: Bool, at: Int64)
        /// A sample that was reported after later events.
        case lateMotion(x: Double, y: Double, z: Double, at: Int64)
        /// A reading of a pedal that was reported after later events.
        case latePedal(Int, Int32, at: Int64)
        /// An edge of a knob's contact. `line` counts two contacts for each knob; `at` is nil if the edge was reported
        /// in time.
        case edge(line: Int, closed: Bool, at: Int64?)
        /// The level of a contact that was read again after an error.
        case level(switch: Int, down: Bool)
        /// Programs hold a footswitch, or hold it no more.
        case hold(switch: Int, down: Bool)
        case inputCame(port: PortIndex)
        case inputWent(port: PortIndex)
        case outputCame(port: PortIndex, isWire: Bool, PortProtocol)
        case outputWent(port: PortIndex, isUnheard: Bool)
        case silence(port: PortIndex)
        case stall(port: PortIndex)
        case flow(port: PortIndex)
        case inject([Injection])
    }

    /// The words of events. A port whose alias is one of these words needs quotes in a script.
    static let events = ["switch", "motion", "pedal", "knob", "plug", "unplug", "end", "quit"] + ScriptAction.verbs

    /// What the lines read so far mean for later ones.
    struct Carried {
        /// Note-offs that are added after the line that is read.
        var releases: [Line] = []
        /// Bytes of the ATT MTU of each port.
        var mtus = [Int](repeating: BLELimits.offeredMTU, count: Limits.ports)
    }

    /// An error in the script. Lines and columns count from 1.
    struct Problem {
        var line: Int
        var column: Int
        var message: String
        var source: SourceLine?
    }

    private(set) var lines: [Line] = []
    /// The state with which a recording begins; nil for a box just switched on.
    private(set) var beginning: Beginning?
    private(set) var problems: [Problem] = []

    /// Most bytes of a script: twice the longest that the flight recorder writes.
    static let mostBytes = 16 << 20
    /// Most bytes of a line, enough for a SysEx of 300 KB.
    static let mostLineBytes = 1 << 20
    /// Number of problems after which reading stops.
    static let mostProblems = 100

    init(_ text: [UInt8], for configuration: CompiledConfiguration) {
        var number = 0
        var last: UInt64 = 0
        var carried = Carried()
        var areSorted = true
        if text.count > RenderScript.mostBytes {
            let message = "over the limit `fileBytes`: at most \(RenderScript.mostBytes) are read"
            problems = [Problem(line: 1, column: 1, message: message)]
            return
        }
        for raw in TextLines(text[...]) where problems.count < RenderScript.mostProblems {
            number += 1
            // Checked first: a file may have 16 million empty lines.
            if raw.isEmpty { continue }
            do throws(ScriptWords.Problem) {
                if raw.count > RenderScript.mostLineBytes {
                    let most = RenderScript.mostLineBytes
                    let message = "over the limit `lineBytes`: \(raw.count), and at most \(most) are possible"
                    throw ScriptWords.Problem(column: 1, message: message)
                }
                var words = try ScriptWords(raw)
                if words.isAtEnd { continue }
                let time = try RenderScript.time(&words, notBefore: last)
                last = time
                let event = try RenderScript.event(&words, at: time, configuration, &carried)
                try words.finish()
                switch event {
                case .resume(let moment):
                    if beginning != nil || !lines.isEmpty { throw RenderScript.misplaced("@resume") }
                    beginning = moment
                    beginning?.line = number
                case .state(let words):
                    if beginning == nil || !lines.isEmpty { throw RenderScript.misplaced("@state") }
                    beginning?.words += words
                default: lines.append(Line(time: time, event: event))
                }
                if !carried.releases.isEmpty { areSorted = false }
                lines += carried.releases
                carried.releases = []
            } catch {
                let source = SourceLine(line: raw, column: error.column)
                problems.append(Problem(line: number, column: error.column, message: error.message, source: source))
            }
        }
        if !areSorted { lines = lines.sorted(byNumber: { $0.time }) }
    }

    private static func misplaced(_ word: String) -> ScriptWords.Problem {
        ScriptWords.Problem(column: 1, message: "\(word) is allowed only at the beginning of a recording")
    }

    private static func time(
        _ words: inout ScriptWords, notBefore last: UInt64
    ) throws(ScriptWords.Problem) -> UInt64 {
        let word = try words.next("a time in milliseconds")
        // The value is in billionths of a millisecond; times are nanoseconds.
        guard let value = Digits.decimal(word.bytes), value >= 0 else {
            throw word.problem("'\(word.text)' is not a time in milliseconds")
        }
        let time = UInt64(value) / 1000
        if time < last { throw word.problem("time goes back: '\(word.text)' is before the line above") }
        return time
    }

    private static func event(
        _ words: inout ScriptWords, at time: UInt64, _ configuration: CompiledConfiguration, _ carried: inout Carried
    ) throws(ScriptWords.Problem) -> Event {
        let who = try words.next("a port, or what happens")
        if who.isQuoted { return try bytes(who, &words, at: time, configuration, &carried) }
        if who.bytes.first == UInt8(ascii: "@") { return try recorded(who, &words, at: time, configuration) }
        switch who.text {
        case "switch": return try contact(&words, configuration)
        case "motion":
            return .motion(x: try words.number("x in g"), y: try words.number("y in g"), z: try words.number("z in g"))
        case "pedal":
            let (index, reading) = try pedal(&words, configuration)
            return .pedal(index, reading)
        case "knob":
            let index = try knob(&words, configuration)
            let side = try words.next("left or right")
            if side.text != "left" && side.text != "right" {
                throw side.problem("'\(side.text)' is neither left nor right")
            }
            return .knob(index, isRight: side.text == "right")
        case "plug": return .plug(port: try port(try words.next("a port"), configuration))
        case "unplug": return .unplug(port: try port(try words.next("a port"), configuration))
        case "end": return .end
        // The alias of a port may be one of these words; then bytes for the port follow.
        case "quit" where words.isAtEnd: return .quit
        case "quit",
            "revert" where !words.isAtEnd:
            return try bytes(who, &words, at: time, configuration, &carried)
        default:
            if let action = try ScriptAction.read(who.text, &words, configuration) { return .perform(action) }
            return try bytes(who, &words, at: time, configuration, &carried)
        }
    }

    static func contact(
        _ words: inout ScriptWords, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> Event {
        let name = try words.next("a footswitch")
        guard let index = configuration.box.footswitches.firstIndex(where: { $0.name == name.text }) else {
            throw name.problem("no footswitch is called '\(name.text)'")
        }
        let level = try words.next("down or up")
        if level.text != "down" && level.text != "up" { throw level.problem("'\(level.text)' is neither down nor up") }
        return .contact(switch: index, down: level.text == "down")
    }

    static func port(
        _ word: ScriptWords.Word, _ configuration: CompiledConfiguration
    ) throws(ScriptWords.Problem) -> PortIndex {
        guard let index = configuration.box.place(named: word.text) else {
            throw word.problem("no port is called '\(word.text)'")
        }
        return PortIndex(index)
    }
}
