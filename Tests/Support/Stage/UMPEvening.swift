import Box
import Configuration
import Engine
import MIDI
import Plan
import Routing

/// A box with ports of UMPs and of bytes, played by the bytes of a file, which anything may have written.
///
/// Each step in the file is a byte for the kind of event, a byte for its size, and then the words or bytes that arrive.
package final class UMPEvening {
    /// The ports in the order of the box: three of UMPs, with three groups, one, and all groups as one, then two of
    /// bytes.
    static let text = """
        treadle: 1
        ports:
          synth: { match: s, protocol: midi-2.0, groups: 3 }
          lead: { match: l, group: 3 }
          daw: { match: d }
          keys: { match: k }
          pad: { match: p, notes-off-on-unplug: true }
        clock: { send-when-stopped: false }
        presets:
        - name: All
          routings:
          - { from: [any], to: [any] }
        - name: Changed
          routings:
          - from: [synth, daw]
            to: [synth, lead, keys]
            restrict: { notes: 12..110, velocities: 5..127 }
            notes: { shift: 5 }
            velocity: { curve: { softness: 30 } }
            controllers:
              remap:
              - { from: cc 1, to: pitch-bend }
              - { from: cc 11, to: cc sustain, curve: { dynamics: 60 } }
              - { from: rpn 0/2, to: cc 7, linear: { out: 127..0 } }
              - { from: cc 2, to: nrpn 1/8 14-bit }
          - { from: [lead, keys], to: [daw, pad], channel: 3, velocity: { fixed: 90 } }
        - name: Split
          routings:
          - { from: [synth, keys, pad], to: [daw], restrict: { notes: 0..59 }, system: { filter: { sysex: true } } }
          - { from: [synth, keys, pad], to: [synth, lead], restrict: { notes: 60..127 }, pressure: { filter: true } }
          - from: [daw, lead]
            to: [synth, pad]
            controllers: { remap: [{ from: pitch-bend, to: channel-pressure }, { from: cc 64, to: cc 66 }] }
        - { name: Nothing, routings: [] }

        """

    private final class Record {
        var umps: [UInt32: UMPListener] = [:]
        var bytes: [UInt32: Listener] = [:]
        var blocked: Set<UInt32> = []
    }

    private let configuration: CompiledConfiguration
    private let engine: Engine
    private let record = Record()
    /// The first places of the ports of UMPs, then those of bytes.
    private let ports: [PortIndex]
    private var now: UInt64 = 0

    package init() throws {
        configuration = try Configuration.load(text: UMPEvening.text).get()
        engine = Engine(
            configuration, context: Unmanaged.passUnretained(record).toOpaque(),
            transmit: { context, port, word0, word1, _ in
                let record = Unmanaged<Record>.fromOpaque(context!).takeUnretainedValue()
                if record.blocked.contains(port) { return 0 }
                var encoded = InlineArray<8, UInt8>(repeating: 0)
                let count = StreamWriter.encode(Message(word0, word1), into: &encoded)
                for index in 0..<count { record.bytes[port, default: Listener()].hear(encoded[index]) }
                return 1
            },
            transmitUMP: { context, place, words, _ in
                let record = Unmanaged<Record>.fromOpaque(context!).takeUnretainedValue()
                if record.blocked.contains(place) { return 0 }
                record.umps[place]?.hear(Message(words[0], words[1], words[2], words[3]))
                return 1
            })!
        ports = configuration.box.ports.indices.map { PortIndex($0) }
        for port in ports {
            for place in places(of: port) {
                engine.inputCame(place)
                plugOutput(place)
            }
        }
        engine.perform(.load(0), at: 0)
    }

    deinit { engine.free() }

    private func places(of port: PortIndex) -> [PortIndex] {
        var places = [port]
        let plan = configuration.plan
        while case let next = plan.place(after: places[places.count - 1]), !next.isNone {
            places.append(next)
        }
        return places
    }

    /// The synthesizer and the DAW speak MIDI 2.0, the lead MIDI 1.0 in UMPs.
    private func plugOutput(_ place: PortIndex) {
        let traits = configuration.plan.pointee.ports[place.position]
        let speaks: PortProtocol = [.ump2, .ump1, .ump2, .bytes, .bytes][traits.first.position]
        let number = UInt32(place.rawValue)
        record.blocked.remove(number)
        record.umps[number]?.unplugged()
        record.bytes[number]?.unplugged()
        if speaks.isUMP && record.umps[number] == nil {
            record.umps[number] = UMPListener(group: traits.group, speaks: speaks)
        }
        engine.outputCame(place, byteTime: 0, lead: 0, speaks: speaks, at: now)
    }

    /// Plays a file, then pulls all inputs.
    ///
    /// - Returns: what does not rest then, and what no place may be sent. There must be nothing.
    package func play(_ file: [UInt8]) -> [String] {
        var rest = file[...]
        while rest.count >= 2 {
            let (what, amount) = (rest[rest.startIndex], rest[rest.startIndex + 1])
            rest = rest.dropFirst(2)
            step(what, Int(amount), &rest)
            engine.advance(to: now)
        }
        return end()
    }

    private func step(_ what: UInt8, _ amount: Int, _ rest: inout ArraySlice<UInt8>) {
        switch what {
        case 0..<160:
            let bytes = rest.prefix(4 * (amount % 16 + 1))
            rest = rest.dropFirst(bytes.count)
            receive(umps: Array(bytes), from: ports[Int(what) % 3])
        case 160..<200:
            let bytes = Array(rest.prefix(amount % 32))
            rest = rest.dropFirst(bytes.count)
            let port = ports[3 + Int(what) % 2]
            if engine.ports[port.position].hasInput {
                bytes.withUnsafeBytes { engine.receive($0, from: port.rawValue, at: now) }
            }
        case 200..<220: now += UInt64(amount) * 1_000_000
        case 220..<230: engine.perform(.load(PresetIndex(amount % 4)), at: now)
        case 230..<240: unplug(ports[amount % 5], isInput: what % 2 == 0)
        case 240..<250: block(UInt32(amount % 7))
        case 250: engine.perform(.panic, at: now)
        case 251: engine.perform(.transposeBy(Int8(amount % 5) - 2), at: now)
        default: now += 50_000
        }
    }

    private func receive(umps bytes: [UInt8], from port: PortIndex) {
        if !engine.ports[port.position].hasInput { return }
        let words = stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start in
            bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        words.withUnsafeBufferPointer { engine.receive(umps: $0, from: port.rawValue, at: now) }
    }

    /// Pulls the input or the outputs of a port, or plugs them in again.
    private func unplug(_ port: PortIndex, isInput: Bool) {
        if isInput {
            let isThere = engine.ports[port.position].hasInput
            for place in places(of: port) {
                if isThere { engine.inputWent(place, at: now) } else { engine.inputCame(place) }
            }
            return
        }
        for place in places(of: port) {
            if engine.ports[place.position].hasOutput {
                engine.outputWent(place, at: now)
            } else {
                plugOutput(place)
            }
        }
    }

    private func block(_ place: UInt32) {
        if record.blocked.insert(place).inserted { return }
        record.blocked.remove(place)
        if engine.ports[Int(place)].hasOutput { engine.outputReady(PortIndex(rawValue: UInt8(place)), at: now) }
    }

    private func end() -> [String] {
        for place in record.blocked { block(place) }
        for port in ports {
            for place in places(of: port) where !engine.ports[place.position].hasOutput { plugOutput(place) }
        }
        now += 1_000_000_000
        engine.advance(to: now)
        for port in ports where engine.ports[port.position].hasInput { unplug(port, isInput: true) }
        now += 5_000_000_000
        engine.advance(to: now)
        var found: [String] = []
        for (place, listener) in record.umps.sorted(by: { $0.key < $1.key }) {
            found += (listener.problems + listener.hanging).map { "place \(place): \($0)" }
        }
        for (port, listener) in record.bytes.sorted(by: { $0.key < $1.key }) {
            found += (listener.problems + listener.hanging).map { "port \(port): \($0)" }
        }
        return found
    }
}
