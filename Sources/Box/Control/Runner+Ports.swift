import Loop
import CPlatform
import Configuration
import Devices

extension Runner {
    /// Nanoseconds between looks for what is missing; E2 wants one a second.
    private static let lookTime: UInt64 = 500_000_000

    /// Gives every alias the port it is to have now (E2): opens what has come, lets go of what has changed.
    func connectPorts() {
        if isSimulated { return connectSimulatedPorts() }
        let box = configuration.box
        lookAt = treadle_now() + Runner.lookTime
        found = PortScan().ports(watch)
        let given = matcher.match(box.ports.map { WantedPort($0) }, found)
        for (index, port) in box.ports.enumerated() {
            let input = given.first { $0.alias == port.alias && $0.direction == .input }
            let output = given.first { $0.alias == port.alias && $0.direction == .output }
            if let attachment = attached[index] {
                let isSame = attachment.input == input?.address && attachment.output == output?.address
                if !isSame && !attachment.isLeaving {
                    attached[index]?.isLeaving = true
                    tell(.detach(UInt8(index)))
                }
            } else if input != nil || output != nil {
                open(index, port, input: input, output: output)
            } else {
                say(index, "\(port.alias): missing; \(port.place.whenMissing)")
            }
        }
    }

    private func open(_ index: Int, _ port: PortConfiguration, input: PortAssignment?, output: PortAssignment?) {
        var opened = AttachedPort(port: UInt8(index))
        opened.isAnnounced = !isStarting
        do throws(DeviceError) {
            try open(&opened, port, input: input?.address, output: output?.address)
        } catch {
            close(opened)
            say(index, "\(port.alias): \(error.message)")
            return
        }
        attached[index] = Attachment(input: input?.address, output: output?.address)
        say(index, "\(port.alias): \(directions(opened))\(place(input ?? output))\(name(input ?? output))")
        tell(.attach(opened))
    }

    private func open(
        _ opened: inout AttachedPort, _ port: PortConfiguration, input: PortAddress?, output: PortAddress?
    ) throws(DeviceError) {
        switch (input, output) {
        case (.uart(let path), _), (_, .uart(let path)):
            let uart = try openLine(path, Int(opened.port))
            if port.receives { opened.input = .uart(uart) }
            if port.sends { opened.output = .uart(uart) }
            opened.byteTime = Wire.byteTime
        case (.virtual, _), (_, .virtual):
            guard let sequencer else { throw sequencerRefusal ?? .missing("/dev/snd/seq", .sequencer) }
            var directions: Directions = []
            if port.receives { directions.insert(.input) }
            if port.sends { directions.insert(.output) }
            let number = try sequencer.addVirtualPort(port.alias, directions)
            if port.receives { opened.input = .sequencer(number) }
            if port.sends { opened.output = .sequencer(number) }
        default:
            if let input { opened.input = try open(input, port.alias, .input, &opened.byteTime) }
            if let output { opened.output = try open(output, port.alias, .output, &opened.byteTime) }
        }
    }

    /// A line that was there before is opened again only if the path still means it.
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
        let isSerial = found.first { $0.address == address }?.card.isSerial ?? false
        if isSerial { byteTime = Wire.byteTime }
        return try Endpoint.open(address, alias, direction, isSerial: isSerial, sequencer)
    }

    /// The loop no longer uses a port: close it, and it may be looked for again.
    func forget(_ port: AttachedPort) {
        close(port)
        attached[Int(port.port)] = nil
        lookAt = 0
        say(Int(port.port), "\(configuration.box.ports[Int(port.port)].alias): gone")
    }

    private func close(_ port: AttachedPort) {
        port.input.close()
        if port.output.descriptor != port.input.descriptor { port.output.close() }
        if case .sequencer(let number) = port.input { sequencer?.removePort(number) }
        if case .sequencer(let number) = port.output {
            if case .sequencer(number) = port.input { return }
            sequencer?.removePort(number)
        }
    }

    func say(_ index: Int, _ text: String) {
        if said[index] == text { return }
        said[index] = text
        Console.out("  \(text)\n")
    }

    func directions(_ port: AttachedPort) -> String {
        switch (port.input, port.output) {
        case (.none, .none): "nothing"
        case (.none, _): "out"
        case (_, .none): "in"
        default: "in and out"
        }
    }

    /// As whoever made it calls it.
    private func name(_ assignment: PortAssignment?) -> String {
        let port = found.first { $0.address == assignment?.address && $0.direction == assignment?.direction }
        return port.map { ", \($0.name)" } ?? ""
    }

    private func place(_ assignment: PortAssignment?) -> String {
        guard let assignment else { return "" }
        if case .uart(let path) = assignment.address { return " at \(path)" }
        return assignment.place.isEmpty ? ", virtual" : " at \(assignment.place)"
    }
}

extension PortPlace {
    /// What is not as the box file says.
    fileprivate var whenMissing: String {
        switch self {
        case .match(let glob): "no device here is called \"\(glob)\"; 'treadle ports' shows what is here"
        case .usb(let socket, _): "no instrument is in the USB socket \(socket)"
        case .serialNumber(let number, _): "no device here has the serial number \"\(number)\""
        case .uart, .virtual, .nowhere: "it is not there"
        }
    }
}

extension WantedPort {
    init(_ port: PortConfiguration) {
        var directions: Directions = []
        if port.receives { directions.insert(.input) }
        if port.sends { directions.insert(.output) }
        let rule: Rule =
            switch port.place {
            case .match(let glob): .match(Glob(glob))
            case .usb(let socket, let number): .usb(socket, port: number)
            case .serialNumber(let serial, let number): .serialNumber(serial, port: number)
            case .uart(let path): .uart(path)
            case .virtual, .nowhere: .virtual
            }
        self.init(alias: port.alias, rule: rule, directions: directions)
    }
}
