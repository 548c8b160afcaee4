import Configuration
import Devices
import Engine
import Loop

extension Loop {
    /// Creates the loop of a configuration, with its engine and flight recorder; nil if there is not enough memory.
    init?(
        _ configuration: CompiledConfiguration, sequencer: Sequencer?,
        contacts: UnsafeMutableBufferPointer<GPIOInput?>
    ) {
        guard let recorder = Recorder() else { return nil }
        let peers = configuration.box.network.isOn ? LoopLimits.peers : 0
        let links = configuration.box.loopLinks
        self.init(recorder: recorder, sequencer: sequencer, contacts: contacts, peers: peers, links: links) {
            Engine(configuration, context: $0, transmit: $1, transmitUMP: $2)
        }
    }

    /// Closes every port. Called after the loop's thread has ended.
    func closePorts() {
        for index in 0..<Engine.portCount {
            let (input, output) = (state.inputs[index], outputs.ports[index].endpoint)
            input.close()
            if output.descriptor != input.descriptor { output.close() }
        }
    }
}

extension BoxConfiguration {
    /// The number of links of Bluetooth for which the loop has memory.
    var loopLinks: Int { ports.contains { $0.isBluetooth } ? LoopLimits.links : 0 }
}
