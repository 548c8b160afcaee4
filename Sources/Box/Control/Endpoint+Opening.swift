import Loop
import Devices

extension Endpoint {
    /// One direction of what was found for an alias; `.none` for what is opened in both at once.
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
        case .uart, .virtual: return .none
        }
    }

    /// Closes it; what has not left yet is lost.
    func close() {
        switch self {
        case .none, .sequencer: break
        case .rawMIDI(let port): port.close()
        case .uart(let port): port.close()
        case .terminal(let port): port.close()
        }
    }
}
