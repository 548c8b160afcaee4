import CPlatform
import Plan
import RTPMIDI

extension NetworkPeers {
    /// Allocates the memory of `count` sessions.
    package init(count: Int) {
        self.count = count
        peers = .allocate(capacity: max(count, 1))
        for slot in 0..<count {
            let memory = UnsafeMutableRawPointer.allocate(byteCount: Session.byteCount, alignment: 64)
            let sysEx = PeerSysEx(capacity: LoopLimits.peerSysEx)
            (peers + slot).initialize(to: Peer(session: Session(memory: memory), sysEx: sysEx))
        }
        datagram = .allocate(byteCount: SessionLimits.payload, alignment: 64)
        datagram.initializeMemory(as: UInt8.self, repeating: 0)
    }
}

extension PeerSysEx {
    init(capacity: Int) {
        pieces = .allocate(capacity: capacity)
        pieces.initialize(repeating: Piece(), count: capacity)
        self.capacity = capacity
    }
}
