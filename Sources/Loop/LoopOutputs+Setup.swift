import Devices
import Engine

extension LoopOutputs {
    package init(sequencer: Sequencer?, epoll: Int32, recorder: Recorder?, peers: Int) {
        ports = .allocate(capacity: LoopOutputs.portCount)
        ports.initialize(repeating: Port(), count: LoopOutputs.portCount)
        bytes = .allocate(capacity: LoopOutputs.portCount * LoopLimits.outputBytes)
        bytes.initialize(repeating: 0, count: LoopOutputs.portCount * LoopLimits.outputBytes)
        dirty = .allocate(capacity: 1)
        dirty.initialize(to: 0)
        gone = .allocate(capacity: 1)
        gone.initialize(to: 0)
        waiting = .allocate(capacity: 1)
        waiting.initialize(to: 0)
        deadline = .allocate(capacity: 1)
        deadline.initialize(to: UInt64.max)
        written = .allocate(capacity: 1)
        written.initialize(to: 0)
        self.sequencer = sequencer
        network = NetworkPeers(count: peers)
        self.epoll = epoll
        self.recorder = recorder
    }
}
