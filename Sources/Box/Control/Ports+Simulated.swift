import Configuration
import Devices
import Loop
import Plan

// A box without hardware (`run --simulate`): other programs of this machine can open its ports.
extension Ports {
    /// Creates ports of the sequencer if the machine has one, else pseudo-terminals.
    func connectSimulated() {
        for (index, port) in configured.enumerated() where attached[index] == nil && !port.isNetwork {
            var opened = AttachedPort(port: PortIndex(index))
            do throws(DeviceError) {
                let (endpoint, address, place) = try simulate(port, &opened)
                if port.receives { opened.input = endpoint }
                if port.sends {
                    opened.output = endpoint
                    simulatedOutputs.append(SimulatedListeners.Output(port: index, endpoint: endpoint))
                }
                attached[index] = Attachment(
                    input: port.receives ? address : nil, output: port.sends ? address : nil)
                places[index] = place
                link.tell(.attach(opened))
                say(index, "\(port.alias): \(directions(opened)) at \(place)")
            } catch {
                say(index, "\(port.alias): \(error.message)")
            }
        }
    }

    private func simulate(
        _ port: PortConfiguration, _ opened: inout AttachedPort
    ) throws(DeviceError) -> (Endpoint, PortAddress, place: String) {
        if let sequencer {
            if port.wanted == .midi2 {
                try openEndpoint(&opened, port)
                if case .umpClient(let client) = port.receives ? opened.input : opened.output {
                    return (.umpClient(client), .virtual, "sequencer client \(client.client)")
                }
            }
            let number = try sequencer.addVirtualPort(port.alias, port.directions)
            return (.sequencer(number), .virtual, "\(SimulatedListeners.sequencerPort)\(sequencer.client):\(number)")
        }
        var path = ""
        let terminal = try PseudoTerminal(path: &path)
        return (.terminal(terminal), .uart(path: path), path)
    }
}
