import Settings
import Devices

/// The ports of a USB card in a socket, named "<name> MIDI 1" and so on.
func usb(
    _ name: String, _ socket: String, card: Int32, inputs: Int = 1, outputs: Int = 1, serialNumber: String? = nil
) -> [FoundPort] {
    let found = FoundCard(
        number: card, id: name, driver: "USB-Audio", name: name, longName: "Maker \(name) at usb-\(socket), full speed",
        usb: USBIdentity(socket: socket, vendor: 0x0763, product: 0x0192, serialNumber: serialNumber))
    return ports(of: found, inputs, outputs) { "\(name) MIDI \($0)" }
}

/// The ports of a card that is not on USB.
func fixed(_ name: String, card: Int32, port: @escaping (Int) -> String = { "\($0)" }) -> [FoundPort] {
    ports(of: FoundCard(number: card, id: name, driver: name, name: name, longName: name), 1, 1, named: port)
}

/// A UMP device with one endpoint of that name.
func umps(_ name: String, _ socket: String, card: Int32) -> [FoundPort] {
    let found = FoundCard(
        number: card, id: name, driver: "USB-Audio", name: name, longName: "Maker \(name)",
        usb: USBIdentity(socket: socket, vendor: 0x0763, product: 0x0192, serialNumber: nil))
    return [Direction.input, .output].map {
        FoundPort(
            address: .umps(card: card, device: 0), direction: $0, index: 1, name: name, card: found,
            endpoint: UMPEndpoint())
    }
}

/// The box's own end of its USB device.
func own(card: Int32) -> [FoundPort] {
    let found = FoundCard(
        number: card, id: "Gadget", driver: "f_midi2", name: "MIDI 2.0 Gadget", longName: "MIDI 2.0 Gadget", isOwn: true
    )
    return [Direction.input, .output].map {
        FoundPort(
            address: .umps(card: card, device: 0), direction: $0, index: 1, name: "Stage board", card: found,
            endpoint: UMPEndpoint())
    }
}

/// The ports of a program's sequencer client.
func client(_ name: String, _ number: Int32) -> [FoundPort] {
    let found = FoundCard(number: number, isClient: true, id: name, driver: "", name: name, longName: name)
    return [
        FoundPort(
            address: .sequencer(client: number, port: 0), direction: .input, index: 1, name: "out", card: found),
        FoundPort(
            address: .sequencer(client: number, port: 0), direction: .output, index: 1, name: "out", card: found),
    ]
}

private func ports(of card: FoundCard, _ inputs: Int, _ outputs: Int, named: (Int) -> String) -> [FoundPort] {
    func port(_ index: Int, _ direction: Direction) -> FoundPort {
        FoundPort(
            address: .rawMIDI(card: card.number, device: 0, subdevice: Int32(index) - 1), direction: direction,
            index: index, name: named(index), card: card)
    }
    return (0..<inputs).map { port($0 + 1, .input) } + (0..<outputs).map { port($0 + 1, .output) }
}

/// Writes each assignment as a word: "keys<1.2" for the input of `keys` at port 2 of card 1, "keys>1.2" for its output.
func words(_ assignments: [PortAssignment]) -> [String] {
    assignments.map { assignment in
        let sign = assignment.direction == .input ? "<" : ">"
        return switch assignment.address {
        case .rawMIDI(let card, _, let subdevice): "\(assignment.alias)\(sign)\(card).\(subdevice + 1)"
        case .sequencer(let client, let port): "\(assignment.alias)\(sign)\(client):\(port)"
        case .umps(let card, let device): "\(assignment.alias)\(sign)ump\(card).\(device)"
        case .uart(let path): "\(assignment.alias)\(sign)\(path)"
        case .virtual: "\(assignment.alias)\(sign)virtual"
        }
    }
}
