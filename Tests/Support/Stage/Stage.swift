import Box
import Configuration
import Engine
import Loop
import MIDI
import Plan
import Routing

/// An engine with its box, driven by happenings, and everything that leaves it.
package final class Stage {
    package struct Sent: Equatable {
        package var port: UInt8
        package var bytes: [UInt8]
        package var at: UInt64
    }

    private final class Record {
        var sent: [Sent] = []
        var blocked: Set<UInt8> = []
        /// Ports that take real-time always.
        var wires: Set<UInt8> = []
        var recorder: Recorder?
    }

    package let engine: Engine
    private var configuration: CompiledConfiguration
    private let record = Record()

    /// Cuts what arrives into pieces of this many bytes; nil: as it comes.
    private let pieces: Int?

    /// - Parameter recorder: remembers all of it.
    package init(_ configuration: CompiledConfiguration, pieces: Int? = nil, recorder: Recorder? = nil) {
        self.configuration = configuration
        self.pieces = pieces
        record.recorder = recorder
        let engine = Engine(configuration, context: Unmanaged.passUnretained(record).toOpaque()) {
            context, port, word0, word1, time in
            let record = Unmanaged<Record>.fromOpaque(context!).takeUnretainedValue()
            let isUrgent = record.wires.contains(UInt8(port)) && Message(word0, word1).isRealTime
            if record.blocked.contains(UInt8(port)) && !isUrgent { return 0 }
            var encoded = InlineArray<8, UInt8>(repeating: 0)
            let count = StreamWriter.encode(Message(word0, word1), into: &encoded)
            record.sent.append(Sent(port: UInt8(port), bytes: (0..<count).map { encoded[$0] }, at: time))
            record.recorder?.sent(Message(word0, word1), to: UInt8(port), at: time)
            return 1
        }!
        engine.recorder = recorder
        self.engine = engine
        let ports = configuration.box.ports
        record.wires = Set(ports.indices.filter { ports[$0].isWire }.map { UInt8($0) })
        plugPlaces(at: 0)
        engine.perform(.load(configuration.plan.pointee.startPreset), at: 0)
    }

    deinit {
        // The engine keeps its memory for as long as the program runs; a test makes thousands.
        engine.free()
    }

    /// A SysEx that was cut by an unplug is told by an empty entry.
    package func run(_ happenings: [TimedHappening]) -> [Sent] {
        for happening in happenings { perform(happening.what, at: happening.at) }
        return record.sent
    }

    /// Somebody listens from now on.
    package func listen() { engine.router.listen({ _, _, _, _, _, _, _ in }, context: nil) }

    /// One more.
    package func run(_ happening: TimedHappening) { perform(happening.what, at: happening.at) }

    /// Takes another configuration of the same ports, as a running box does.
    package func adopt(_ configuration: CompiledConfiguration, at now: UInt64) {
        engine.advance(to: now)
        let plan = configuration.plan
        engine.router.adopt(plan, loading: plan.pointee.startPreset, at: now)
        self.configuration = configuration
        plugPlaces(at: now)
    }

    /// Takes another configuration in which the running preset is the same (E1).
    package func renew(_ configuration: CompiledConfiguration, at now: UInt64) {
        engine.advance(to: now)
        let running = engine.router.status.preset
        engine.router.renew(
            configuration.plan, preset: running, insteadOf: running, keepsAssignments: true, at: now)
        self.configuration = configuration
        plugPlaces(at: now)
    }

    /// The same, and after every seventh happening an equal configuration takes the place of the one that runs, as one
    /// does in which a value was learnt (M7). The one before is freed.
    package func run(_ happenings: [TimedHappening], exchanging load: () throws -> CompiledConfiguration) rethrows
        -> [Sent]
    {
        for (index, happening) in happenings.enumerated() {
            perform(happening.what, at: happening.at)
            if index % 7 != 6 { continue }
            let new = try load()
            engine.router.exchange(new.plan, LearntChange(preset: 0, isLearnt: true), at: happening.at)
            configuration = new
        }
        return record.sent
    }

    private func perform(_ what: Happening, at now: UInt64) {
        switch what {
        case .bytes(let port, let bytes):
            if !engine.ports[Int(port)].hasInput { return }
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(pieces ?? rest.count)
                rest = rest.dropFirst(piece.count)
                piece.withUnsafeBytes { engine.receive($0, from: port, at: now) }
            }
        case .contact(let index, let down): engine.contact(index, closed: down, at: now)
        case .hold(let index, let isHeld): engine.hold(index, isHeld, at: now)
        case .motion(let x, let y, let z): engine.motion(x, y, z, at: now)
        case .action(let action): engine.perform(action, at: now)
        case .plugInput(let port, true):
            if !engine.ports[Int(port)].hasInput { engine.inputCame(PortIndex(rawValue: port)) }
        case .plugInput(let port, false): engine.inputWent(PortIndex(rawValue: port), at: now)
        case .plugOutput(let port, true):
            if !engine.ports[Int(port)].hasOutput { plugOutput(port, at: now) }
        case .plugOutput(let port, false):
            engine.outputWent(PortIndex(rawValue: port), at: now)
            record.sent.append(Sent(port: port, bytes: [], at: now))
        case .block(let port, let blocked):
            engine.advance(to: now)
            if blocked {
                record.blocked.insert(port)
                record.recorder?.wake(at: now)
                record.recorder?.stall(PortIndex(rawValue: port))
                record.recorder?.sleep()
            } else {
                record.blocked.remove(port)
                engine.outputReady(PortIndex(rawValue: port), at: now)
            }
        }
        engine.advance(to: now)
    }

    /// Plugs every place that is not yet there: of ports with several groups each of them (U6).
    private func plugPlaces(at now: UInt64) {
        for place in PortIndex.all {
            guard let port = configuration.box.groups.port(of: place.position) else { continue }
            if configuration.box.ports[port].receives && !engine.ports[place.position].hasInput {
                engine.inputCame(place)
            }
            if configuration.box.ports[port].sends && !engine.ports[place.position].hasOutput {
                plugOutput(place.rawValue, at: now)
            }
        }
    }

    private func plugOutput(_ port: UInt8, at now: UInt64) {
        record.blocked.remove(port)
        let isWire = configuration.box.groups.port(of: Int(port)).map { configuration.box.ports[$0].isWire } ?? false
        engine.outputCame(
            PortIndex(rawValue: port), byteTime: isWire ? 320_000 : 0, lead: isWire ? Loop.wireLead : 0, at: now)
    }
}
