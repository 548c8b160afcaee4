/// All ports of one sound card or sequencer client.
struct FoundDevice {
    let card: FoundCard
    /// The ports in the order of their indices.
    var ports: [FoundPort]

    /// Groups ports by device, in an order that does not depend on the order of plugging in: USB devices by socket,
    /// then other cards, then clients.
    static func sorted(_ found: [FoundPort]) -> [FoundDevice] {
        var devices: [FoundDevice] = []
        for port in found.sorted(by: { $0.index < $1.index }) {
            let known = devices.firstIndex {
                $0.card.number == port.card.number && $0.card.isClient == port.card.isClient
            }
            if let known {
                devices[known].ports.append(port)
            } else {
                devices.append(FoundDevice(card: port.card, ports: [port]))
            }
        }
        return devices.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }
    }

    /// Sorts "1-1.3" before "1-1.10", and both before devices that are not on USB.
    private var rank: [Int] {
        guard let socket = card.usb?.socket else { return [1, card.isClient ? 1 : 0, Int(card.number)] }
        let numbers = socket.utf8.split { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0) }
        return [0] + numbers.map { Int(String(Substring($0))) ?? 0 } + [-1, Int(card.number)]
    }
}
