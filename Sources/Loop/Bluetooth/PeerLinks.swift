import BLEMIDI
import Plan

/// The Bluetooth peers by slot. The memory of all links is allocated before the loop runs.
package struct PeerLinks: BitwiseCopyable {
    /// The number of slots: `LoopLimits.links`, or 0 in a box without Bluetooth ports.
    let count: Int
    private let links: UnsafeMutablePointer<PeerLink>
    /// Memory for one answer of an attribute server.
    let scratch: UnsafeMutableRawBufferPointer
    /// One bit for each slot with a link.
    var open: UInt32 = 0

    subscript(slot: Int) -> PeerLink {
        @inline(__always) unsafeAddress { UnsafePointer(links + slot) }
        @inline(__always) nonmutating unsafeMutableAddress { links + slot }
    }

    /// Calls `body` for each linked peer of a port.
    @inline(__always)
    func forEach(of port: Int, _ body: (inout PeerLink) -> Void) {
        var left = open
        while left != 0 {
            let slot = left.trailingZeroBitCount
            left &= left - 1
            if links[slot].port.position == port { body(&links[slot]) }
        }
    }

    /// The number of linked peers of a port.
    func peers(of port: PortIndex) -> Int {
        var count = 0
        forEach(of: port.position) { _ in count += 1 }
        return count
    }

    /// Whether MIDI is sent to a peer of a port.
    func hasListener(of port: PortIndex) -> Bool {
        var isFound = false
        forEach(of: port.position) { isFound = isFound || $0.isListening }
        return isFound
    }

    /// Whether packets of a port wait for the kernel.
    func hasOutput(of port: Int) -> Bool {
        var isFound = false
        forEach(of: port) { isFound = isFound || $0.hasOutput }
        return isFound
    }
}

extension PeerLinks {
    /// Allocates the memory of `count` links; for none no memory.
    package init(count: Int) {
        self.count = count
        links = .allocate(capacity: count)
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
