/// The sequence numbers of the packets that a peer sends (N7; RFC 3550, appendix A.1).
struct SequenceWindow: BitwiseCopyable {
    enum Place: Equatable {
        /// The packet that was expected.
        case next
        /// The first packet of the session.
        case first
        /// This number of packets is missing before the packet.
        case gap(Int)
        /// The packet is a repetition, or older than the newest.
        case old
        /// The peer has restarted its numbering.
        case restart
    }

    private var hasBegun = false
    /// The number of the next packet.
    private(set) var expected: UInt16 = 0
    /// The number after that of a very old packet. If it arrives, the peer has restarted its numbering.
    private var suspect: UInt16 = 0
    private var isSuspicious = false

    /// The newest number that has arrived.
    var newest: UInt16 { expected &- 1 }

    /// Returns the place of a packet, without recording the packet.
    func place(of sequence: UInt16) -> Place {
        if !hasBegun { return .first }
        let ahead = Int(Int16(bitPattern: sequence &- expected))
        if ahead == 0 { return .next }
        if ahead > 0 { return .gap(ahead) }
        return isSuspicious && sequence == suspect ? .restart : .old
    }

    /// Records the packet as the newest.
    mutating func record(_ sequence: UInt16) {
        hasBegun = true
        isSuspicious = false
        expected = sequence &+ 1
    }

    /// Records a packet that was dropped as old.
    mutating func drop(_ sequence: UInt16) {
        if Int(Int16(bitPattern: sequence &- expected)) >= -SessionLimits.latest { return }
        isSuspicious = true
        suspect = sequence &+ 1
    }
}
