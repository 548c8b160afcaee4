import CPlatform

extension PortScan {
    /// Appends the UMP endpoints of a card (U1), with indices that continue from `indices`.
    ///
    /// - Returns: whether the card has an endpoint.
    func appendEndpoints(
        of card: FoundCard, after indices: inout (input: Int, output: Int), to found: inout [FoundPort]
    ) -> Bool {
        let control = treadle_open("/dev/snd/controlC\(card.number)", O_RDONLY)
        guard control >= 0 else { return false }
        defer { close(control) }
        var isAny = false
        var device: Int32 = -1
        // A kernel without UMP refuses the request.
        while treadle_ump_next(control, &device) == 0, device >= 0 {
            guard let endpoint = UMPEndpoint(control: control, device: device) else { continue }
            let name = endpoint.name.isEmpty ? card.name : endpoint.name
            isAny = true
            let address = PortAddress.umps(card: card.number, device: device)
            // Inactive blocks count, because they may become active. An endpoint that describes no block has both
            // directions.
            let all = endpoint.blocks.reduce(into: Directions()) { $0.formUnion($1.directions) }
            let directions = all.isEmpty ? Directions.both : all
            func append(_ direction: Direction, _ index: inout Int) {
                index += 1
                found.append(
                    FoundPort(
                        address: address, direction: direction, index: index, name: name, card: card,
                        endpoint: endpoint))
            }
            if directions.contains(.input) { append(.input, &indices.input) }
            if directions.contains(.output) { append(.output, &indices.output) }
        }
        return isAny
    }

    /// Whether a card has a UMP device.
    static func hasEndpoints(_ card: Int32) -> Bool {
        let control = treadle_open("/dev/snd/controlC\(card)", O_RDONLY)
        guard control >= 0 else { return false }
        defer { close(control) }
        var device: Int32 = -1
        return treadle_ump_next(control, &device) == 0 && device >= 0
    }
}
