// Process Inquiry (M2-101-UM 1.2): reports of the messages that the box last sent.
extension CIDevice {
    /// Values of the byte that selects the data of a report.
    private enum DataControl {
        /// Only Begin and End, which name the available kinds.
        static let none: UInt8 = 0
        /// Only values that differ from those after power-up.
        static let changed: UInt8 = 1
        static let all: UInt8 = 0x7F
    }

    /// Answers that the box has MIDI Message Report, the only feature of MIDI-CI 1.2.
    mutating func answerProcessCapabilities(_ incoming: Incoming) {
        var writer = CIWriter(
            .processCapabilitiesReply, version: incoming.version, from: ports[incoming.port].muid,
            to: incoming.header.source)
        writer.byte(1)
        send(writer.finished, on: incoming.port)
    }

    mutating func answerReport(_ incoming: Incoming) {
        var fields = incoming.fields
        guard let control = fields.byte(), let system = fields.byte(), fields.byte() != nil,
            let channel = fields.byte(), let note = fields.byte(),
            control == DataControl.none || control == DataControl.changed || control == DataControl.all
        else { return refuse(incoming) }
        let kinds = CIReportKinds(system: system, channel: channel, note: note).intersection(settings.reports)
        let (port, address) = (ports[incoming.port].port, incoming.header.address)
        if deliveries.contains(where: { $0.port == port && $0.kind == .messageReportReply }) {
            // Messages of two reports at once could not be told apart.
            return sendNAK(.busy, to: incoming.header, on: incoming.port, data: 5)
        }
        if control == DataControl.none || kinds.isEmpty {
            return report([], kinds, incoming.header, on: incoming.port)
        }
        let only = address < 16 ? address : nil
        ask(
            .report(port: port, channel: only, kinds, onlyChanged: control == DataControl.changed), incoming,
            request: 0, kinds: kinds)
    }

    /// Queues a report without messages that the inquiry does not ask for.
    mutating func report(_ messages: [[UInt8]], _ kinds: CIReportKinds, _ header: CIHeader, on port: Int) {
        let wanted = messages.filter {
            kinds.contain($0) && (header.address >= 16 || $0[0] >= 0xF0 || $0[0] & 0x0F == header.address)
        }
        guard deliveries.count < CILimits.transfers else {
            return sendNAK(.busy, to: header, on: port, data: 5)
        }
        deliveries.append(
            Delivery(
                port: ports[port].port, muid: header.source, kind: .messageReportReply, request: 0,
                version: min(header.version, CIHeader.newest), longest: CILimits.messageBytes,
                content: .report(
                    kinds, address: header.address, messages: Array(wanted.prefix(CILimits.reportMessages)))))
    }
}
