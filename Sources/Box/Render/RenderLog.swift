import Loop
import Configuration
import MIDI
import Panel
import Program
import Routing

/// What leaves the box under `render`, a line each, in the order sent.
struct RenderLog {
    struct Line {
        /// Nanoseconds, of the engine's clock while they gather.
        var time: UInt64
        /// What stands behind the time.
        var text: [UInt8]
        /// The port it left by; nil for what no port sent.
        var port: Int?
        var isRealTime = false
    }

    /// When times begin.
    var origin: UInt64 = 0
    /// Ports that take nothing now, a bit each.
    private var stalled: UInt32 = 0

    private var gathered: [Line] = []
    private let showsWhy: Bool
    /// What came in and the menu has not heard yet, where there is one.
    private let hasMenu: Bool
    private var heard: [TraceRecord] = []
    private let aliases: [[UInt8]]
    private let words: TraceText
    /// Ports whose times are those of a slow wire.
    private let isWire: [Bool]
    /// Ports at slow wires, a bit each.
    private let wires: UInt32
    /// The SysEx under way at each port: it is one line, at the time its F7 leaves.
    private var sysEx: [[UInt8]]
    private var shown: DisplayFrame?
    private var shownLEDs: LEDs?

    init(_ configuration: CompiledConfiguration, why: Bool, wire: Bool) {
        showsWhy = why
        hasMenu = configuration.box.menu != nil
        isWire = configuration.box.ports.map { $0.isWire && wire }
        wires = configuration.box.ports.indices.reduce(0) {
            configuration.box.ports[$1].isWire ? $0 | 1 << UInt32($1) : $0
        }
        words = TraceText(configuration)
        aliases = configuration.box.ports.map { Array($0.alias.utf8) }
        sysEx = configuration.box.ports.map { _ in [] }
    }

    mutating func add(_ message: Message, port: Int, at time: UInt64) {
        var encoded = InlineArray<8, UInt8>(repeating: 0)
        let count = StreamWriter.encode(message, into: &encoded)
        var bytes: [UInt8] = []
        for index in 0..<count { bytes.append(encoded[index]) }
        if message.isSysEx {
            // What a recorder has kept may begin or break off in the middle.
            let isBeginning = message.sysExStatus == .start || message.sysExStatus == .complete
            if isBeginning { sysEx[port] = [] } else if sysEx[port].isEmpty { return }
            sysEx[port] += bytes
            if bytes.last != Status.sysExEnd { return }
            bytes = sysEx[port]
            sysEx[port] = []
        }
        if message.isRealTime && isWire[port] { letSlipIn(port, outAt: time) }
        var text = aliases[port]
        for byte in bytes {
            text.append(UInt8(ascii: " "))
            Digits.hex(UInt32(byte), 2, into: &text)
        }
        gathered.append(Line(time: time, text: text, port: port, isRealTime: message.isRealTime))
    }

    /// What happened to a message: that it came in, or why it was dropped or goes on along an old way.
    mutating func hear(_ record: TraceRecord) {
        if hasMenu && record.event == .received { heard.append(record) }
        guard showsWhy, let text = words.why(record) else { return }
        gathered.append(Line(time: record.time, text: Array("why \(text)".utf8)))
    }

    mutating func takeHeard() -> [TraceRecord] {
        defer { heard.removeAll() }
        return heard
    }

    /// A real-time byte on a wire delays the rest of the message it stands in (S9).
    private mutating func letSlipIn(_ port: Int, outAt time: UInt64) {
        guard let last = gathered.lastIndex(where: { $0.port == port && !$0.isRealTime }) else { return }
        if gathered[last].time > time - Wire.byteTime { gathered[last].time += Wire.byteTime }
    }

    /// A port has gone: what it was given of a SysEx is never finished.
    mutating func forget(port: Int) { sysEx[port] = [] }

    /// A line of the display, when it has changed since the last.
    mutating func show(_ frame: DisplayFrame, at time: UInt64) {
        if frame == shown { return }
        shown = frame
        var text = Array("display ".utf8)
        for row in 0..<2 {
            text.append(UInt8(ascii: "|"))
            for column in 0..<frame.columns {
                if let scalar = Unicode.Scalar(frame[row, column]) { text += Array(String(Character(scalar)).utf8) }
            }
        }
        text.append(UInt8(ascii: "|"))
        gathered.append(Line(time: time, text: text))
    }

    /// Writes a line for each LED that has changed since the last call; at first for all of them.
    mutating func show(_ leds: LEDs, of footswitches: [FootswitchConfiguration], at time: UInt64) {
        let states = ["off", "on", "blink"]
        for (index, footswitch) in footswitches.enumerated() where footswitch.led != nil {
            if shownLEDs?[index] == leds[index] { continue }
            let text = "led \(footswitch.name) \(states[Int(leds[index].rawValue)])"
            gathered.append(Line(time: time, text: Array(text.utf8)))
        }
        shownLEDs = leds
    }

    /// A port takes nothing any more, or takes it again.
    mutating func stall(_ port: UInt8, _ isStalled: Bool) {
        let bit: UInt32 = 1 << UInt32(port)
        stalled = isStalled ? stalled | bit : stalled & ~bit
    }

    /// Whether a port takes a message now: a wire always takes real-time (S9).
    func takes(_ message: Message, port: UInt32) -> Bool {
        (stalled & ~(message.isRealTime ? wires : 0)) & 1 << port == 0
    }

    /// All lines by time, of one instant as they came, their times since the origin. What is still on a wire at the end
    /// has not left the box.
    func lines(until end: UInt64) -> [Line] {
        var lines: [Line] = []
        for index in order(of: gathered.map { $0.time })
        where gathered[index].time <= end {
            var line = gathered[index]
            line.time -= min(origin, line.time)
            lines.append(line)
        }
        return lines
    }

    /// As many lines as `takeText` waits for.
    private static let enough = 1024

    /// The text of all lines that nothing can come before any more, once there are many; they are forgotten.
    mutating func takeText(at now: UInt64) -> [UInt8] {
        if gathered.count < RenderLog.enough || now <= Wire.byteTime { return [] }
        // A real-time byte may delay what is on a wire by one byte.
        let settled = now - Wire.byteTime
        if gathered[0].time > settled { return [] }
        let text = text(until: settled)
        gathered.removeAll { $0.time <= settled }
        return text
    }

    func text(until end: UInt64) -> [UInt8] {
        var text: [UInt8] = []
        for line in lines(until: end) {
            Digits.milliseconds(line.time, into: &text)
            text.append(UInt8(ascii: " "))
            text += line.text
            text.append(UInt8(ascii: "\n"))
        }
        return text
    }
}
