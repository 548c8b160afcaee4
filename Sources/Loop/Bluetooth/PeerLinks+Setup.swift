import BLEMIDI

extension PeerLinks {
    /// Allocates the memory of `count` links; for none no memory.
    package init(count: Int) {
        self.count = count
        links = .allocate(capacity: count)
        departedCount = count > 0 ? LoopLimits.departedPeers : 0
        departed = .allocate(capacity: departedCount)
        departed.initialize(repeating: DepartedPeer(), count: departedCount)
        scratch = .allocate(byteCount: count > 0 ? BLELimits.offeredMTU : 0, alignment: 16)
        for slot in 0..<count { (links + slot).initialize(to: PeerLink(slot: slot)) }
    }
}

extension PeerLink {
    /// Allocates the memory of a link.
    fileprivate init(slot: Int) {
        self.slot = slot
        memory = .allocate(byteCount: BLELink.byteCount, alignment: 16)
        answer = .allocate(byteCount: BLELimits.offeredMTU, alignment: 16)
        answer.initializeMemory(as: UInt8.self, repeating: 0)
        let frames = UnsafeMutableRawPointer.allocate(byteCount: LinkFrames.byteCount, alignment: 16)
        frames.initializeMemory(as: UInt8.self, repeating: 0, count: LinkFrames.byteCount)
        self.frames = LinkFrames(in: frames)
        packets = BLELink(in: memory, buffer: 0)
        playing = ATTPlaying(
            server: ATTServer(name: ServerName(), isOpen: false), isCentral: false, valueHandle: 0,
            writesWithResponse: false, mtu: BLELimits.mtu.lowerBound)
        sysEx = PeerSysEx(capacity: LoopLimits.peerSysEx)
    }
}
