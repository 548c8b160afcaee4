import CPlatform
import MIDI

// U2: agrees on a protocol with a device. Called outside the loop, before the loop uses the device.
extension RawUMP {
    /// The longest wait for the answer to a Stream Configuration Request, in ns.
    private static let answerTime: UInt64 = 200_000_000

    /// Asks the device to use a protocol, unless the device uses it already. Drops all input before the answer.
    ///
    /// - Returns: whether the device uses the protocol now.
    package func ask(for wanted: UMPEndpoint.Protocols) -> Bool {
        guard let endpoint else { return false }
        return ask(endpoint, for: wanted)
    }

    /// Asks a device with this endpoint.
    func ask(_ endpoint: UMPEndpoint, for wanted: UMPEndpoint.Protocols) -> Bool {
        if endpoint.speaks == wanted { return true }
        // A device that does not name the protocol among its capabilities is not asked.
        guard receives, sends, endpoint.capabilities.contains(wanted) else { return false }
        let request = UMPEndpoint.message(StreamStatus.configurationRequest, wanted)
        var words = [request.word0, request.word1, request.word2, request.word3]
        guard words.withUnsafeBytes({ write($0) }) == 16 else { return false }
        var reader = UMPReader()
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
                guard let ump = reader.feed(word), ump.isStream,
                    ump.streamStatus == StreamStatus.configuration
                else { continue }
                // The kernel has already switched protocol by the time it passes us the answer.
                return UInt32(ump.word0 & 0x300) == wanted.rawValue
            }
        }
    }
}
