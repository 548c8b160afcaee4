import Loop
import MIDI
import Program
import Routing

/// Gathers the pieces of MIDI-CI messages that the loop hands over into whole messages, for each place.
struct GatheredInquiries {
    /// The open message of each place, from F0 on; empty: none.
    private var open = [[UInt8]](repeating: [], count: Limits.ports)
    /// Messages that were cut before their end (U11).
    private(set) var cut: UInt64 = 0

    /// Takes a piece. Returns the message, F0 to F7, that it ends.
    mutating func take(_ piece: InquiryPiece) -> [UInt8]? {
        let (port, message) = (piece.port.position, piece.message)
        guard let status = message.sysExStatus else { return nil }
        if status == .start || status == .complete {
            if !open[port].isEmpty { cut += 1 }
            open[port] = [Status.sysEx]
        } else if open[port].isEmpty {
            // Its beginning was dropped.
            return nil
        }
        for index in 0..<message.sysExCount { open[port].append(message.sysExByte(index)) }
        if status == .start || status == .continue { return nil }
        defer { open[port] = [] }
        return open[port] + [Status.sysExEnd]
    }

    /// A port has gone: the rest of its message never comes.
    mutating func forget(_ port: PortIndex) {
        if !open[port.position].isEmpty { cut += 1 }
        open[port.position] = []
    }
}
