import Settings
import Loop
import Devices

extension Endpoint {
    /// Opens one direction of a port. Returns `.none` for a UART, a virtual port and a UMP device, whose directions are
    /// opened together.
    static func open(
        _ address: PortAddress, _ alias: String, _ direction: Direction, isSerial: Bool, _ sequencer: Sequencer?
    ) throws(DeviceError) -> Endpoint {
        switch address {
        case .rawMIDI(let card, let device, let subdevice):
            let buffer = isSerial ? RawMIDI.serialBuffer : RawMIDI.usbBuffer
            return .rawMIDI(
                try RawMIDI(card: card, device: device, subdevice: subdevice, direction: direction, buffer: buffer))
        case .sequencer(let client, let port):
            guard let sequencer else { throw DeviceError.missing("/dev/snd/seq", .sequencer) }
            return .sequencer(try sequencer.connect(alias, direction, client: client, port: port))
        case .uart, .virtual, .umps: return .none
        }
    }

    /// Reads pending bytes of a port that has a stream of bytes of its own; 0 for any other port.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch self {
        case .rawMIDI(let port): port.read(into: buffer)
        case .uart(let port): port.read(into: buffer)
        case .none, .sequencer, .terminal, .network, .bluetooth, .umps, .umpClient, .group: 0
        }
    }

    /// Closes the endpoint. Output that was not sent yet is lost.
    func close() {
        switch self {
        case .none, .sequencer, .network, .bluetooth, .group: break
        case .umps(let port): port.close()
        case .umpClient(let client): client.close()
        case .rawMIDI(let port): port.close()
        case .uart(let port): port.close()
        case .terminal(let port): port.close()
        }
    }
}
