import Plan

/// The Bluetooth peers by slot. The memory of all links is allocated before the loop runs.
package struct PeerLinks: BitwiseCopyable {
    /// The number of slots: `LoopLimits.links`, or 0 in a box without Bluetooth ports.
    let count: Int
    let links: UnsafeMutablePointer<PeerLink>
    /// Peers that have gone: `LoopLimits.departedPeers`, or 0 in a box without Bluetooth ports.
    let departedCount: Int
    let departed: UnsafeMutablePointer<DepartedPeer>
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
