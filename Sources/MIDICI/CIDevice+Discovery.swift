// Discovery, Endpoint Information and MUIDs (M2-101-UM).
extension CIDevice {
    // MARK: - Sending

    mutating func sendDiscovery(on port: Int, at now: UInt64) {
        ports[port].discoverAt = .max
        (ports[port].discovered, ports[port].answered) = (now, [])
        var writer = CIWriter(.discovery, version: CIHeader.newest, from: ports[port].muid, to: .broadcast)
        appendOwnFields(&writer, version: CIHeader.newest, port)
        // The output path id is 0, because the box has one path on each port.
        writer.byte(0)
        send(writer.finished, on: port)
    }

    private func appendOwnFields(_ writer: inout CIWriter, version: UInt8, _ port: Int) {
        writer.append(settings.identity)
        // Process Inquiry is new in version 2.
        writer.byte(Category.profiles | Category.properties | (version > 1 ? Category.processInquiry : 0))
        writer.number(min(ports[port].traits.longest, CILimits.messageBytes), 4)
    }

    // MARK: - Receiving

    mutating func hearDiscovery(_ incoming: Incoming) {
        guard let found = found(incoming) else { return refuse(incoming) }
        var fields = incoming.fields
        // The output path id follows the identity, the categories and the length: 16 bytes.
        let path = incoming.version > 1 ? fields.take(16).flatMap { _ in fields.byte() } : 0
        guard let path else { return refuse(incoming) }
        var writer = CIWriter(
            .discoveryReply, version: incoming.version, from: ports[incoming.port].muid, to: incoming.header.source)
        appendOwnFields(&writer, version: incoming.version, incoming.port)
        if incoming.version > 1 {
            writer.byte(path)
            writer.byte(ports[incoming.port].traits.functionBlock)
        }
        send(writer.finished, on: incoming.port)
        learn(found, on: incoming.port, at: incoming.now)
    }

    mutating func hearDiscoveryReply(_ incoming: Incoming) {
        guard incoming.header.destination != .broadcast, let found = found(incoming) else {
            counters.malformed += 1
            return
        }
        if ports[incoming.port].answered.contains(found.muid) {
            // Two devices have answered one Discovery with the same MUID: neither may keep it.
            counters.collisions += 1
            if let peer = peerIndex(found.muid, on: incoming.port) { forget(peer) }
            sendInvalidate(found.muid, on: incoming.port)
            return
        }
        if ports[incoming.port].answered.count < CILimits.peers { ports[incoming.port].answered.append(found.muid) }
        learn(found, on: incoming.port, at: incoming.now)
    }

    mutating func hearEndpoint(_ incoming: Incoming) {
        var fields = incoming.fields
        guard let status = fields.byte() else { return refuse(incoming) }
        // Status 0 asks for the product instance id, the only information that MIDI-CI 1.2 defines.
        guard status == 0, !settings.productInstance.isEmpty else {
            return sendNAK(.nak, to: incoming.header, on: incoming.port)
        }
        var writer = CIWriter(
            .endpointReply, version: incoming.version, from: ports[incoming.port].muid, to: incoming.header.source)
        let id = settings.productInstance.utf8.prefix(42).map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }
        writer.byte(0)
        writer.number(id.count, 2)
        writer.append(id)
        send(writer.finished, on: incoming.port)
    }
}
