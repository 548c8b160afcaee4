import Loop
import CPlatform
import Configuration
import Devices

// A box without hardware (`run --simulate`): every port is one that other programs of this machine can open.
extension Runner {
    /// Ports of the sequencer where the machine has one, else pseudo-terminals.
    func connectSimulatedPorts() {
        lookAt = UInt64.max
        for (index, port) in configuration.box.ports.enumerated() where attached[index] == nil {
            var opened = AttachedPort(port: UInt8(index))
            do throws(DeviceError) {
                let (endpoint, address, place) = try simulate(port)
                if port.receives { opened.input = endpoint }
                if port.sends { opened.output = endpoint }
                attached[index] = Attachment(
                    input: port.receives ? address : nil, output: port.sends ? address : nil)
                placesOfPorts[index] = place
                say(index, "\(port.alias): \(directions(opened)) at \(place)")
                tell(.attach(opened))
            } catch {
                say(index, "\(port.alias): \(error.message)")
            }
        }
    }

    private func simulate(
        _ port: PortConfiguration
    ) throws(DeviceError) -> (Endpoint, PortAddress, place: String) {
        if let sequencer {
            var directions: Directions = []
            if port.receives { directions.insert(.input) }
            if port.sends { directions.insert(.output) }
            let number = try sequencer.addVirtualPort(port.alias, directions)
            return (.sequencer(number), .virtual, "sequencer port \(sequencer.client):\(number)")
        }
        var path = ""
        let terminal = try PseudoTerminal(path: &path)
        return (.terminal(terminal), .uart(path: path), path)
    }
}
