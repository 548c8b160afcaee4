import Loop
import Configuration
import MIDI
import Panel
import Plan
import Routing

/// Collects the output of `render` as lines, in the order sent.
struct RenderLog {
    struct Line {
        /// Nanoseconds: of the engine's clock in `gathered`, since the origin in the result of `lines(until:)`.
        var time: UInt64
        /// The text after the time.
        var text: [UInt8]
        /// The port that sent the message; nil for other lines.
        var port: Int?
        var isRealTime = false
    }

    /// The engine's time that is shown as 0.
    var origin: UInt64 = 0
    /// Ports that refuse output now, one bit each.
    private var stalled: UInt32 = 0

    private var gathered: [Line] = []
    private let showsWhy: Bool
    /// Whether loads of presets are lines.
    private let showsLoads: Bool
    private let hasMenu: Bool
    /// Received messages that the menu has not handled yet; empty without a menu.
    private var heard: [TraceRecord] = []
    let aliases: [[UInt8]]
    private let words: TraceText
    private let configuration: CompiledConfiguration
    /// Ports whose output is timed as on a slow wire.
    private let isWire: [Bool]
    /// One bit for each port that is a slow wire.
    private let wires: UInt32
    /// The links of ports whose output is shown as packets; nil: all output is shown as messages.
    let links: RenderLinks?
    /// The unfinished SysEx of each port. A finished SysEx becomes one line, with the time of its F7.
    private var sysEx: [[UInt8]]
    private var shown: DisplayFrame?
    private var shownLEDs: LEDs?

    init(
        _ configuration: CompiledConfiguration, why: Bool, loads: Bool = false, wire: Bool, packets: RenderLinks? = nil
    ) {
        self.configuration = configuration
        links = packets
        showsWhy = why
        showsLoads = loads
        hasMenu = configuration.box.menu != nil
        isWire = PortIndex.all.map {
            wire && $0.position < configuration.box.ports.count && configuration.box.ports[$0.position].isWire
        }
        let plan = configuration.plan
        let ports = configuration.box.ports
        // A further group of a port has the name of the port (U6).
        aliases = PortIndex.all.map { place in
            let first = plan.pointee.ports[place.position].first.position
            return first < ports.count ? Array(ports[first].alias.utf8) : []
        }
        wires = configuration.box.ports.indices.reduce(0) {
            configuration.box.ports[$1].isWire ? $0 | 1 << UInt32($1) : $0
        }
        words = TraceText(configuration)
        sysEx = aliases.map { _ in [] }
    }

    /// Adds a message that a port sends at a time of the engine's clock.
    mutating func add(_ message: Message, port: Int, at time: UInt64) {
        var bytes = message.bytes
        if message.isSysEx {
            // Recorded output may begin or end in the middle of a SysEx.
            let isBeginning = message.sysExStatus == .start || message.sysExStatus == .complete
            if isBeginning { sysEx[port] = [] } else if sysEx[port].isEmpty { return }
            sysEx[port] += bytes
            if bytes.last != Status.sysExEnd { return }
            bytes = sysEx[port]
            sysEx[port] = []
        }
        if message.isRealTime && isWire[port] { letSlipIn(port, outAt: time) }
        addLine(aliases[port], bytes, port: port, isRealTime: message.isRealTime, at: time)
    }

    /// Adds a line with bytes in hex behind other text.
    mutating func addLine(
        _ text: [UInt8], _ bytes: [UInt8], port: Int, isRealTime: Bool = false, at time: UInt64
    ) {
        var text = text
        for byte in bytes {
            text.append(UInt8(ascii: " "))
            Digits.hex(UInt32(byte), 2, into: &text)
        }
        gathered.append(Line(time: time, text: text, port: port, isRealTime: isRealTime))
    }

    /// Adds a UMP that a place sends at a time of the engine's clock (U12).
    mutating func add(ump: Message, place: Int, at time: UInt64) {
        var text = aliases[place]
        for index in 0..<ump.wordCount {
            text.append(UInt8(ascii: " "))
            Digits.hex(ump.word(index), 8, into: &text)
        }
        gathered.append(Line(time: time, text: text, port: place, isRealTime: ump.isRealTime))
    }

    /// Handles a trace record: a received message, a load, or the reason why a message was dropped or retained.
    mutating func hear(_ record: TraceRecord) {
        if hasMenu && record.event == .received { heard.append(record) }
        if showsLoads && record.event == .loaded {
            let text = "preset \"\(configuration.name(of: record.preset))\""
            gathered.append(Line(time: record.time, text: Array(text.utf8)))
        }
        guard showsWhy, let text = words.why(record) else { return }
        gathered.append(Line(time: record.time, text: Array("why \(text)".utf8)))
    }

    mutating func takeHeard() -> [TraceRecord] {
        defer { heard.removeAll() }
        return heard
    }

    /// Delays the rest of a message on a wire by the real-time byte that interrupts the message (S9).
    private mutating func letSlipIn(_ port: Int, outAt time: UInt64) {
        guard let last = gathered.lastIndex(where: { $0.port == port && !$0.isRealTime }) else { return }
        if gathered[last].time > time - Wire.byteTime { gathered[last].time += Wire.byteTime }
    }

    /// Forgets the unfinished SysEx of a port that was unplugged.
    mutating func forget(port: Int, at now: UInt64) {
        sysEx[port] = []
        forgetPackets(port: port, at: now)
    }

    /// Adds a line for the display if the display has changed since the last line.
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

    /// Adds a line for each LED that has changed since the last call; at the first call, for all LEDs.
    mutating func show(_ leds: LEDs, of footswitches: [FootswitchConfiguration], at time: UInt64) {
        let states = ["off", "on", "blink"]
        for (index, footswitch) in footswitches.enumerated() where footswitch.led != nil {
            if shownLEDs?[index] == leds[index] { continue }
            let text = "led \(footswitch.name) \(states[Int(leds[index].rawValue)])"
            gathered.append(Line(time: time, text: Array(text.utf8)))
        }
        shownLEDs = leds
    }

    /// Makes a port refuse output, or accept output again.
    mutating func stall(_ port: PortIndex, _ isStalled: Bool) {
        let bit = port.bit
        stalled = isStalled ? stalled | bit : stalled & ~bit
    }

    /// Whether a port accepts a message now. A wire always accepts real-time messages (S9).
    func admits(_ message: Message, port: UInt32) -> Bool {
        (stalled & ~(message.isRealTime ? wires : 0)) & 1 << port == 0
    }

    /// The lines until `end`, sorted by time, then in the order added. Times count from the origin. Messages that are
    /// still on a wire at the end are left out.
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

    /// Number of lines at which `takeText` returns text.
    private static let enough = 1024

    /// Returns and removes the lines that no later line can precede, as text, once there are `enough` lines.
    mutating func takeText(at now: UInt64) -> [UInt8] {
        if gathered.count < RenderLog.enough || now <= Wire.byteTime { return [] }
        // A real-time byte may still delay a message on a wire by one byte.
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
