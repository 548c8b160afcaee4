import CPlatform
import MIDI

// U2: agreeing on a protocol. Called outside the loop, before it uses the device.
extension RawUMP {
    /// Nanoseconds that a device has for its answer to a Stream Configuration Request.
    private static let answerTime: UInt64 = 200_000_000

    /// Asks the device for a protocol unless it speaks it already. Reads and drops all input until the answer.
    ///
    /// - Returns: whether the device speaks the protocol now.
    public func ask(for wanted: PacketEndpoint.Protocols) -> Bool {
        guard let endpoint else { return false }
        return ask(endpoint, for: wanted)
    }

    /// Asks a device that describes itself so.
    func ask(_ endpoint: PacketEndpoint, for wanted: PacketEndpoint.Protocols) -> Bool {
        if endpoint.speaks == wanted { return true }
        // A device that does not name the protocol among its capabilities is not asked.
        guard receives, sends, endpoint.capabilities.contains(wanted) else { return false }
        let request = PacketEndpoint.message(StreamStatus.configurationRequest, wanted)
        var words = [request.word0, request.word1, request.word2, request.word3]
        guard words.withUnsafeBytes({ write($0) }) == 16 else { return false }
        var reader = PacketReader()
        let deadline = treadle_now() + RawUMP.answerTime
        words = [UInt32](repeating: 0, count: 64)
        while true {
            let now = treadle_now()
            if now >= deadline { return false }
            var ready: UInt32 = 0
            _ = treadle_poll([fd], 1, 0, Int32((deadline - now) / 1_000_000 + 1), &ready)
            let count = words.withUnsafeMutableBytes { read(into: $0) }
            if count == IOResult.gone { return false }
            for word in words.prefix(max(count, 0) / 4) {
                guard let packet = reader.feed(word), packet.isStream,
                    packet.streamStatus == StreamStatus.configuration
                else { continue }
                // The kernel has taken the answer before it gave it to us.
                return UInt32(packet.word0 & 0x300) == wanted.rawValue
            }
        }
    }
}
