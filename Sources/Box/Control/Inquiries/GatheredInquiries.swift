import Loop
import MIDI
import Plan
import Routing

/// Joins the pieces of MIDI-CI messages that the loop hands over into whole messages, for each place.
struct GatheredInquiries {
    /// The unfinished message of each place, from F0 on; empty if there is none.
    private var open = [[UInt8]](repeating: [], count: Limits.ports)
    /// Number of messages that were cut before their end (U11).
    private(set) var cut: UInt64 = 0

    /// Adds a piece. Returns the whole message, F0 to F7, if the piece ends it.
    mutating func add(_ piece: InquiryPiece) -> [UInt8]? {
        let (port, message) = (piece.port.position, piece.message)
        guard let status = message.sysExStatus else { return nil }
        if status == .start || status == .complete {
            if !open[port].isEmpty { cut += 1 }
            open[port] = [Status.sysEx]
        } else if open[port].isEmpty {
            // The beginning of the message was dropped.
            return nil
        }
        for index in 0..<message.sysExCount { open[port].append(message.sysExByte(index)) }
        if status == .start || status == .continue { return nil }
        defer { open[port] = [] }
        return open[port] + [Status.sysExEnd]
    }

    /// Drops the unfinished message of a port that was disconnected.
    mutating func forget(_ port: PortIndex) {
        if !open[port.position].isEmpty { cut += 1 }
        open[port.position] = []
    }
}
