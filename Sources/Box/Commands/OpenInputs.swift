import Settings
import Host
import Loop
import CPlatform
import Configuration
import Devices
import MIDI

/// The input ports of a box that does not run, for a command that listens to them itself.
final class OpenInputs {
    private var inputs: [Input] = []

    /// An open port, with the parsers for its unfinished message.
    private struct Input {
        var endpoint: Endpoint
        var parser = StreamParser()
        var umps = UMPReader()
    }

    private let sequencer: Sequencer?
    private let buffer: UnsafeMutableRawBufferPointer

    /// Opens all input ports that are present, and prints which are missing or cannot be opened.
    init(_ box: BoxConfiguration) {
        sequencer = try? Sequencer()
        buffer = .allocate(byteCount: 1024, alignment: 16)
        var matcher = PortMatcher()
        let found = PortScan().ports(try? SequencerWatch())
        let given = matcher.match(WantedPort.all(box.ports), found)
        // A device with several groups is read through the port that owns it.
        let devices = box.ports.filter { ($0.receives || $0.sharesInput) && $0.sharedWith == nil }
        for port in devices where inputs.count < BoxLimits.heardInputs {
            if port.isNetwork {
                Console.error("treadle: \(port.alias): network peers join a running box only\n")
                continue
            }
            guard let address = given.first(where: { $0.alias == port.alias && $0.direction == .input })?.address else {
                Console.error("treadle: \(port.alias): missing\n")
                continue
            }
            do throws(DeviceError) {
                let isSerial = found.first { $0.address == address }?.card.isSerial ?? false
                inputs.append(Input(endpoint: try open(address, port.alias, isSerial: isSerial)))
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
        case .umps(let card, let device): return .umps(try RawUMP(card: card, device: device, .input))
        case .virtual:
            guard let sequencer else { throw DeviceError.missing("/dev/snd/seq", .sound) }
            return .sequencer(try sequencer.addVirtualPort(alias, .input))
        default: return try Endpoint.open(address, alias, .input, isSerial: isSerial, sequencer)
        }
    }

    var isEmpty: Bool { inputs.isEmpty }

    /// Adds the descriptors of the inputs. The ports of the sequencer share one.
    func add(to set: inout PollSet<LearnPrompt.Wake>) {
        if let sequencer { set.add(.sequencer, sequencer.fd) }
        for (index, input) in inputs.enumerated() {
            if let descriptor = input.endpoint.descriptor { set.add(.port(index), descriptor) }
        }
    }

    /// Reads the inputs that are ready, and emits each message with the number of its input, -1 for the sequencer.
    /// Returns whether anything was ready.
    func read(_ ready: [LearnPrompt.Wake], _ emit: (Message, Int) -> Void) -> Bool {
        var isAnyReady = false
        for wake in ready {
            switch wake {
            case .sequencer: readSequencer(emit)
            case .port(let index): readPort(index, emit)
            case .signal, .input, .box: continue
            }
            isAnyReady = true
        }
        return isAnyReady
    }

    private func readSequencer(_ emit: (Message, Int) -> Void) {
        // The sequencer delivers whole messages, except for a SysEx in pieces, so a temporary parser is enough.
        _ = sequencer?.read { _, bytes in
            var parser = StreamParser()
            for byte in bytes { parser.feed(byte) { emit($0, -1) } }
        }
    }

    private func readPort(_ index: Int, _ emit: (Message, Int) -> Void) {
        if case .umps(let port) = inputs[index].endpoint { return readUMPs(index, port, emit) }
        let count = inputs[index].endpoint.read(into: buffer)
        if count == IOResult.gone {
            inputs[index].endpoint.close()
            inputs[index].endpoint = .none
        }
        for place in 0..<max(count, 0) { inputs[index].parser.feed(buffer[place]) { emit($0, index) } }
    }

    /// Reads a UMP device. Emits MIDI 2.0 messages as MIDI 1.0 messages, because these are what a configuration names.
    private func readUMPs(_ index: Int, _ port: RawUMP, _ emit: (Message, Int) -> Void) {
        let count = port.read(into: buffer)
        if count == IOResult.gone {
            port.close()
            inputs[index].endpoint = .none
        }
        let words = buffer.bindMemory(to: UInt32.self)
        for place in 0..<max(count, 0) / 4 {
            guard let ump = inputs[index].umps.feed(words[place]) else { continue }
            switch ump.type {
            case MessageType.midi2Channel: ProtocolDown.translate(ump) { emit($0.on(group: 0), index) }
            case MessageType.system, MessageType.midi1Channel, MessageType.sysEx: emit(ump.on(group: 0), index)
            default: continue
            }
        }
    }
}
