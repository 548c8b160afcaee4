import Loop
import CPlatform
import Configuration
import Devices
import MIDI

/// The input ports of a box that does not run, for a command that has to hear them itself.
final class OpenInputs {
    private var inputs: [(endpoint: Endpoint, parser: StreamParser)] = []
    private let sequencer: Sequencer?
    private let buffer: UnsafeMutableRawBufferPointer

    /// Opens every one that is there; what cannot be had is said.
    init(_ box: BoxConfiguration) {
        sequencer = try? Sequencer()
        buffer = .allocate(byteCount: 1024, alignment: 16)
        var matcher = PortMatcher()
        let found = PortScan().ports(try? SequencerWatch())
        let given = matcher.match(box.ports.map { WantedPort($0) }, found)
        for port in box.ports where port.receives && inputs.count < BoxLimits.heardInputs {
            guard let address = given.first(where: { $0.alias == port.alias && $0.direction == .input })?.address else {
                Console.error("treadle: \(port.alias): missing\n")
                continue
            }
            do throws(DeviceError) {
                let isSerial = found.first { $0.address == address }?.card.isSerial ?? false
                inputs.append((try open(address, port.alias, isSerial: isSerial), StreamParser()))
            } catch {
                Console.error("treadle: \(port.alias): \(error.message)\n")
            }
        }
    }

    deinit {
        for input in inputs { input.endpoint.close() }
        sequencer?.close()
        buffer.deallocate()
    }

    private func open(_ address: PortAddress, _ alias: String, isSerial: Bool) throws(DeviceError) -> Endpoint {
        switch address {
        case .uart(let path): return .uart(try UART(path))
        case .virtual:
            guard let sequencer else { throw DeviceError.missing("/dev/snd/seq", .sound) }
            return .sequencer(try sequencer.addVirtualPort(alias, .input))
        default: return try Endpoint.open(address, alias, .input, isSerial: isSerial, sequencer)
        }
    }

    var isEmpty: Bool { inputs.isEmpty }

    /// The sequencer's, then one for each input; -1 for an input of the sequencer.
    var descriptors: [Int32] { [sequencer?.fd ?? -1] + inputs.map { $0.endpoint.descriptor ?? -1 } }

    /// Reads what is ready, a bit for each of `descriptors`, and hands out each message with the number of its input.
    func read(_ ready: UInt32, _ emit: (Message, Int) -> Void) {
        if ready & 1 != 0 {
            // Whole messages, hence a parser of the moment is enough.
            _ = sequencer?.read { _, bytes in
                var parser = StreamParser()
                for byte in bytes { parser.feed(byte) { emit($0, -1) } }
            }
        }
        for index in inputs.indices where ready & (2 << UInt32(index)) != 0 {
            let count: Int
            switch inputs[index].endpoint {
            case .rawMIDI(let port): count = port.read(into: buffer)
            case .uart(let port): count = port.read(into: buffer)
            case .none, .sequencer, .terminal: count = 0
            }
            if count == IOResult.gone {
                inputs[index].endpoint.close()
                inputs[index].endpoint = .none
            }
            for place in 0..<max(count, 0) { inputs[index].parser.feed(buffer[place]) { emit($0, index) } }
        }
    }
}
