import Devices
import Engine

extension LoopOutputs {
    package init(sequencer: Sequencer?, epoll: Int32, recorder: Recorder?, peers: Int, links: Int) {
        ports = .allocate(capacity: LoopOutputs.portCount)
        ports.initialize(repeating: Port(), count: LoopOutputs.portCount)
        bytes = .allocate(capacity: LoopOutputs.portCount * LoopLimits.outputBytes)
        bytes.initialize(repeating: 0, count: LoopOutputs.portCount * LoopLimits.outputBytes)
        self.sequencer = sequencer
        network = NetworkPeers(count: peers)
        self.links = PeerLinks(count: links)
        self.epoll = epoll
        self.recorder = recorder
    }
}
