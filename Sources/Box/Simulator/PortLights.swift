import Configuration
import MIDI

/// The two LEDs of each port, and the keys that are down at the inputs.
struct PortLights {
    private let aliases: [String]
    /// Times until which the LEDs are on, for input and output, in ns.
    private var heardUntil: [UInt64]
    private var sentUntil: [UInt64]
    /// The addresses at which other programs find the ports, and the peers of network ports.
    var places: [String] = []
    /// The keys that are down, by port and channel.
    private var keys: Set<Key> = []

    private struct Key: Hashable {
        var alias: String
        var channel: UInt8
        var key: UInt8
    }

    /// Nanoseconds that a port's LED is on after a message.
    private static let time: UInt64 = 150_000_000

    init(_ ports: [PortConfiguration]) {
        aliases = ports.map { $0.alias }
        heardUntil = Array(repeating: 0, count: ports.count)
        sentUntil = heardUntil
    }

    /// Lights an LED for a message. Returns false if the message lights no LED.
    mutating func see(_ line: MonitorLine, at now: UInt64) -> Bool {
        guard line.way == .into || line.way == .out, line.status != Status.timingClock,
            line.status != Status.activeSensing,
            let port = aliases.firstIndex(of: line.alias)
        else { return false }
        if line.way == .into {
            heardUntil[port] = now + PortLights.time
            follow(line)
        } else {
            sentUntil[port] = now + PortLights.time
        }
        return true
    }

    private mutating func follow(_ line: MonitorLine) {
        guard let bytes = line.bytes, bytes.count == 3 else { return }
        let key = Key(alias: line.alias, channel: bytes[0] & 0x0F, key: bytes[1])
        if line.pressed != nil { keys.insert(key) }
        if line.isRelease { keys.remove(key) }
    }

    /// Forgets the keys, because messages were missed.
    mutating func forgetKeys() { keys = [] }

    func isDown(_ key: UInt8) -> Bool { keys.contains { $0.key == key } }
    func isHeard(_ port: Int, at now: UInt64) -> Bool { heardUntil[port] > now }
    func isSent(_ port: Int, at now: UInt64) -> Bool { sentUntil[port] > now }

    /// When an LED next goes off; `never` if none is on.
    func nextChange(after now: UInt64) -> UInt64 { (heardUntil + sentUntil).filter { $0 > now }.min() ?? .max }
}

extension MonitorLine {
    fileprivate var isRelease: Bool {
        guard let bytes, bytes.count == 3 else { return false }
        let status = Status.withoutChannel(bytes[0])
        return status == Status.noteOff || status == Status.noteOn && bytes[2] == 0
    }
}
