import Configuration
import Devices
import Loop
import Plan

// UMP ports (U1, U2).
extension Ports {
    /// Opens the directions of a UMP device that are assigned to a port, and asks the device for the protocol of the
    /// box file.
    func openUMPs(
        _ opened: inout AttachedPort, _ port: PortConfiguration, _ card: Int32, _ device: Int32,
        _ directions: Directions
    ) throws(DeviceError) {
        let ump = try RawUMP(card: card, device: device, directions)
        // The protocol of the box's own USB device is set when the device is created. Only the computer changes it.
        switch port.isUSBDevice ? .automatic : port.wanted {
        case .automatic: break
        case .midi1: _ = ump.ask(for: .midi1)
        case .midi2: _ = ump.ask(for: .midi2)
        }
        if directions.contains(.input) { opened.input = .umps(ump) }
        if directions.contains(.output) { opened.output = .umps(ump) }
        guard let endpoint = ump.endpoint else { return }
        opened.midi2Groups = endpoint.midi2Groups
        knownGroups[port.alias] = endpoint.groupCount
    }

    /// Creates a UMP endpoint for programs of this machine.
    func openEndpoint(_ opened: inout AttachedPort, _ port: PortConfiguration) throws(DeviceError) {
        var endpoint = UMPEndpoint()
        endpoint.name = port.alias
        endpoint.product = "Treadle \(port.alias)"
        endpoint.capabilities = [.midi1, .midi2]
        endpoint.speaks = .midi2
        (endpoint.manufacturer, endpoint.family, endpoint.model) = (
            box.midiCI.manufacturer, box.midiCI.family, box.midiCI.model
        )
        let count = port.group == nil ? box.groups.entries[opened.port.position].count : 1
        endpoint.blocks = [
            FunctionBlock(0, port.alias, port.directions, first: Int(port.group ?? 0), count: count)
        ]
        let client = try UMPClient(endpoint)
        if port.receives { opened.input = .umpClient(client) }
        if port.sends { opened.output = .umpClient(client) }
        opened.midi2Groups = endpoint.midi2Groups
    }

    /// Reads the endpoints of all UMP devices again, after a device's stream message or an announcement of the
    /// sequencer (U2). A device is opened again if other groups of it speak MIDI 2.0.
    func lookAtEndpoints() {
        for (index, attachment) in attached.enumerated() {
            guard let umps = attachment?.umps, attachment?.isLeaving == false else { continue }
            guard let now = umps.device.endpoint, now != umps.endpoint else { continue }
            attached[index]?.umps?.endpoint = now
            knownGroups[configured[index].alias] = now.groupCount
            if now.midi2Groups != umps.endpoint.midi2Groups {
                attached[index]?.isLeaving = true
                link.tell(.detach(PortIndex(index)))
            }
        }
    }
}

/// A UMP device that is open, and its endpoint as it was seen last.
struct UMPAttachment {
    let device: RawUMP
    var endpoint: UMPEndpoint
    private let wanted: ProtocolChoice

    /// Returns nil for a port that is no UMP device.
    init?(_ port: AttachedPort, _ configured: PortConfiguration) {
        switch (port.input, port.output) {
        case (.umps(let device), _), (_, .umps(let device)):
            self.device = device
            endpoint = device.endpoint ?? UMPEndpoint()
            wanted = configured.isUSBDevice ? .automatic : configured.wanted
        default: return nil
        }
    }

    /// The protocol that the device speaks, and whether the device refused the protocol of the box file: `, MIDI 2.0`.
    var report: String {
        let speaks = endpoint.speaks.contains(.midi2) ? "MIDI 2.0" : "MIDI 1.0 in packets"
        let refuses =
            switch wanted {
            case .automatic: ""
            case .midi1: endpoint.speaks.contains(.midi2) ? "; the device refuses MIDI 1.0" : ""
            case .midi2: endpoint.speaks.contains(.midi2) ? "" : "; the device refuses MIDI 2.0"
            }
        return ", \(speaks)\(refuses)"
    }
}
