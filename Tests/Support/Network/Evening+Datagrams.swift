import MIDI
import RTPMIDI
import TestSupport

extension Evening {
    /// The datagrams of an evening as bytes of a file: each after its length in two bytes. They are those for the
    /// second session of a `SessionPair`.
    package static func datagrams(seed: UInt64) -> [UInt8] {
        var random = SplitMix(state: seed)
        let pair = SessionPair(&random)
        // Without acknowledgements the journals are long.
        pair.weather.loss = seed % 2 == 0 ? 0 : 1
        var evening = Evening(&random, isDense: false)
        var bytes: [UInt8] = []
        pair.sent = { index, datagram in
            if index == 0 { bytes += [UInt8(datagram.count >> 8), UInt8(datagram.count & 0xFF)] + datagram }
        }
        for _ in 0..<60 {
            for message in evening.moment() { _ = pair.sessions[0].put(message, at: pair.now) }
            pair.run(until: pair.now + 5_000_000)
        }
        return bytes
    }

    /// Gives a session the datagrams of such a file.
    ///
    /// - Returns: what sounds after the session has ended. There must be nothing.
    package static func take(_ file: [UInt8]) -> [String] {
        var random = SplitMix(state: 1)
        let pair = SessionPair(&random, buffer: file.count % 2 == 0 ? 0 : 2_000_000)
        pair.weather.loss = 1
        var instrument = Instrument()
        pair.delivered = { index, message in if index == 1 { instrument.play(message) } }
        var rest = file[...]
        while rest.count >= 2 {
            let length = Int(rest[rest.startIndex]) << 8 | Int(rest[rest.startIndex + 1])
            let datagram = rest.dropFirst(2).prefix(length)
            rest = rest.dropFirst(2 + datagram.count)
            _ = Array(datagram).withUnsafeBytes { bytes in
                pair.sessions[1].receive(bytes, at: pair.now) { instrument.play($0) }
            }
            pair.run(until: pair.now + 1_000_000)
            if !pair.ended.isEmpty { break }
        }
        pair.sessions[1].end(releases: true) { instrument.play($0) }
        return instrument.sounding
    }
}
