/// The capacities and times of a session.
///
/// Each comment gives the unit, the reason for the number and what happens when full.
package enum SessionLimits {
    /// Bytes of UDP payload of a packet (N5): below the Ethernet frame with IPv6, so nothing is fragmented.
    package static let payload = 1400
    /// Bytes of the largest datagram that is read. A longer one is dropped, and counted as too large (N9).
    package static let datagram = 2048
    /// Messages that wait for the packet of one wake. When full, a packet is sent at once.
    static let queue = 256
    /// Bytes of SysEx that wait for a peer (N5). When full, the router keeps the rest of the SysEx.
    static let dumpBytes = 65_536
    /// SysEx whose order among other messages is known. Other messages overtake further SysEx.
    static let dumpStarts = 64
    /// Bytes of the largest segment of a SysEx, its two status bytes included: with the journal it stays below
    /// `payload`.
    static let segment = 1024
    /// Bytes of an unfinished SysEx that are worth a segment of their own.
    static let worthySegment = 256
    /// Packets with SysEx that a peer may not have acknowledged (N5).
    static let unacknowledgedDumps = 8
    /// Nanoseconds that a byte of SysEx takes if the peer does not acknowledge: 32 KB/s (N5).
    static let dumpByteTime: UInt64 = 1_000_000_000 / 32_768
    /// Nanoseconds without an acknowledgement after which a dump continues at 32 KB/s.
    static let acknowledgementTimeout: UInt64 = 1_500_000_000
    /// Messages that wait for their time (N8). When full, the oldest is routed at once.
    static let buffered = 1024
    /// Nanoseconds from the first packet that is not acknowledged to the acknowledgement (N7: at most 1 s).
    static let feedbackDelay: UInt64 = 100_000_000
    /// Packets after which an acknowledgement is sent at once: half of those that stop a dump (N5).
    static let feedbackPackets = 4
    /// Nanoseconds after the last command at which an empty packet repeats the journal first; later ones wait twice as
    /// long each. Without them the loss of the last packet would go unnoticed until the next one (RFC 6295, 4).
    static let firstGuard: UInt64 = 40_000_000
    /// The most nanoseconds between two such empty packets.
    static let longestGuard: UInt64 = 1_000_000_000
    /// The number of empty packets after the last command: to a peer that acknowledges, and to a peer that never has.
    static let guards = 120
    static let guardsWithoutFeedback = 12
    /// Exchanges of which the clock keeps the result (N4).
    static let clockExchanges = 8
    /// Nanoseconds after which a participant gives up a peer that sends nothing (N4).
    static let participantTimeout: UInt64 = 30_000_000_000
    /// Packets by which a sequence number may be late. A later one may come from a peer that has restarted its
    /// numbering.
    static let latest = 1024
}
