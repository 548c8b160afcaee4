import Settings
import Configuration
import Devices
import Loop
import Plan

extension Ports {
    /// Opens a port and hands it to the loop. A failure is reported.
    func open(_ index: Int, _ port: PortConfiguration, input: PortAssignment?, output: PortAssignment?) {
        var opened = AttachedPort(port: PortIndex(index))
        opened.isAnnounced = !isStarting
        do throws(DeviceError) {
            try open(&opened, port, input: input?.address, output: output?.address)
        } catch {
            close(opened)
            say(index, "\(port.alias): \(error.message)")
            return
        }
        attached[index] = Attachment(
            input: input?.address, output: output?.address, umps: UMPAttachment(opened, port))
        openings[index] += 1
        let assignment = input ?? output
        let name = finder?.name(of: assignment)
        attached[index]?.name = name
        attached[index]?.place = assignment.map { $0.address.path ?? $0.place } ?? ""
        let speech = attached[index]?.umps?.report ?? ""
        // Attached first, since a program that waits for the report may use the port at once.
        link.tell(.attach(opened))
        say(index, "\(port.alias): \(directions(opened))\(place(assignment))\(name.map { ", \($0)" } ?? "")\(speech)")
    }

    private func open(
        _ opened: inout AttachedPort, _ port: PortConfiguration, input: PortAddress?, output: PortAddress?
    ) throws(DeviceError) {
        switch (input, output) {
        case (.uart(let path), _), (_, .uart(let path)):
            let uart = try openLine(path, opened.port.position)
            if port.receives { opened.input = .uart(uart) }
            if port.sends { opened.output = .uart(uart) }
            opened.byteTime = Wire.byteTime
        case (.umps(let card, let device), _), (_, .umps(let card, let device)):
            var directions: Directions = []
            if case .umps = input { directions.insert(.input) }
            if case .umps = output { directions.insert(.output) }
            try openUMPs(&opened, port, card, device, directions)
        case (.virtual, _), (_, .virtual):
            if port.wanted == .midi2 { return try openEndpoint(&opened, port) }
            guard let sequencer else { throw sequencerRefusal ?? .missing("/dev/snd/seq", .sequencer) }
            let number = try sequencer.addVirtualPort(port.alias, port.directions)
            if port.receives { opened.input = .sequencer(number) }
            if port.sends { opened.output = .sequencer(number) }
        default:
            if let input { opened.input = try open(input, port.alias, .input, &opened.byteTime) }
            if let output { opened.output = try open(output, port.alias, .output, &opened.byteTime) }
        }
    }

    /// Opens a UART. A pseudo-terminal is opened again only if the path still leads to the same pseudo-terminal.
    private func openLine(_ path: String, _ index: Int) throws(DeviceError) -> UART {
        let identity = TerminalIdentity(path)
        if let identity, let before = terminals[index], !identity.isMeant(after: before) {
            throw DeviceError.recycled(path)
        }
        let line = try UART(path)
        terminals[index] = identity
        return line
    }

    private func open(
        _ address: PortAddress, _ alias: String, _ direction: Direction, _ byteTime: inout UInt64
    ) throws(DeviceError) -> Endpoint {
        let isSerial = finder?.isSerial(address) ?? false
        if isSerial { byteTime = Wire.byteTime }
        return try Endpoint.open(address, alias, direction, isSerial: isSerial, sequencer)
    }

    func close(_ port: AttachedPort) {
        port.input.close()
        if port.output.descriptor != port.input.descriptor { port.output.close() }
        if case .sequencer(let number) = port.input { sequencer?.removePort(number) }
        if case .sequencer(let number) = port.output {
            if case .sequencer(number) = port.input { return }
            sequencer?.removePort(number)
        }
    }

    private func place(_ assignment: PortAssignment?) -> String {
        guard let assignment else { return "" }
        if let path = assignment.address.path { return " at \(path)" }
        return assignment.place.isEmpty ? ", virtual" : " at \(assignment.place)"
    }
}
