import MIDI
import RTPMIDI
import TestSupport

/// An evening over a bad network, after which both ends must agree (N6, N7).
package struct LossyEvening {
    /// What went wrong; empty: nothing.
    package private(set) var failures: [String] = []
    package private(set) var packets = 0
    package private(set) var lost: UInt32 = 0

    /// Plays an evening of some moments.
    ///
    /// - Parameter isDetailed: tells which values differ, which takes longer.
    package init(seed: UInt64, moments: Int, isDetailed: Bool = false) {
        var random = SplitMix(state: seed)
        let pair = SessionPair(&random, buffer: Bool.random(using: &random) ? 0 : 5_000_000)
        pair.weather = LossyEvening.weather(&random)
        let isDense = random.below(8) == 0
        var evening = Evening(&random, isDense: isDense)
        var (player, listener) = (Instrument(), Instrument())
        // The state of the player after each packet that ends a moment.
        var states: [UInt16: UInt64] = [:]
        var players: [UInt16: Instrument] = [:]
        var last: UInt16?
        var newest: UInt16?
        var sysEx = StreamReassembly()
        var (failures, packets) = ([String](), 0)
        pair.sent = { index, bytes in
            guard index == 0, bytes[0] != 0xFF else { return }
            packets += 1
            last = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
            states[last!] = nil
        }
        pair.delivered = { index, message in
            guard index == 1 else { return }
            if message.type == MessageType.sysEx || message == Message.cutSysEx {
                if !sysEx.take(message) { failures.append("seed \(seed): a SysEx arrived with a part missing") }
            } else {
                listener.play(message)
            }
        }
        let isBuffered = pair.sessions[1].setup.buffer > 0
        pair.arrived = { index, bytes in
            guard index == 1, bytes[0] != 0xFF, !isBuffered, !isDense else { return }
            let sequence = UInt16(bytes[2]) << 8 | UInt16(bytes[3])
            if let newest, Int16(bitPattern: sequence &- newest) <= 0 { return }
            newest = sequence
            if let state = states[sequence], state != listener.hash {
                let details = players[sequence].map { listener.differences(from: $0).prefix(6) } ?? []
                failures.append("seed \(seed): the states differ after packet \(packets) \(details)")
            }
        }
        func play(_ messages: [Message]) {
            for message in messages {
                while !pair.sessions[0].put(message, at: pair.now) { pair.run(until: pair.now + 1_000_000) }
                if message.type != MessageType.sysEx { player.play(message) }
            }
            pair.flush()
            guard let last, pair.sessions[0].isSent else { return }
            states[last] = player.hash
            if isDetailed { players[last] = player }
        }
        for _ in 0..<moments where failures.isEmpty && pair.ended.isEmpty {
            play(evening.moment())
            pair.run(until: pair.now + LossyEvening.pause(&random))
        }
        if failures.isEmpty && pair.ended.isEmpty {
            play(player.release)
            pair.run(until: pair.now + 120_000_000_000)
            failures += listener.sounding.prefix(4).map { "seed \(seed): still there: \($0)" }
            if listener.hash != player.hash && !isDense {
                failures.append("seed \(seed): at the end \(listener.differences(from: player).prefix(6))")
            }
        }
        if let (index, event) = pair.ended.first { failures.append("seed \(seed): session \(index) ended: \(event)") }
        (self.failures, self.packets) = (failures, packets)
        lost = pair.sessions[1].counters.repaired
        let counters = pair.sessions[1].counters
        if counters.unrepaired > 0 && !isDense || counters.malformed > 0 {
            self.failures.append("seed \(seed): \(counters)")
        }
    }

    private static func weather(_ random: inout SplitMix) -> SessionPair.Weather {
        var weather = SessionPair.Weather()
        weather.loss = [0, 0.01, 0.1, 0.3].randomElement(using: &random)!
        weather.doubling = [0, 0.1].randomElement(using: &random)!
        weather.bursts = [0, 0.002].randomElement(using: &random)!
        weather.delay = [0, 2_000_000, 30_000_000].randomElement(using: &random)!
        return weather
    }

    private static func pause(_ random: inout SplitMix) -> UInt64 {
        UInt64.random(in: 0...[1_000_000, 20_000_000, 300_000_000].randomElement(using: &random)!, using: &random)
    }
}

/// Checks that each SysEx of an `Evening` that arrives is whole.
private struct StreamReassembly {
    private var bytes: [UInt8] = []

    /// Returns false at the end of a SysEx that is not as it was sent.
    mutating func take(_ piece: Message) -> Bool {
        guard let status = piece.sysExStatus else {
            bytes = []
            return true
        }
        if status == .start || status == .complete { bytes = [] }
        for index in 0..<piece.sysExCount { bytes.append(piece.sysExByte(index)) }
        if status != .end && status != .complete { return true }
        guard bytes.count >= 3 else { return false }
        let (length, sum) = (Int(bytes[0]) << 7 | Int(bytes[1]), Int(bytes[2]))
        return bytes.count == length + 3 && bytes.dropFirst(3).reduce(0) { ($0 + Int($1)) & 0x7F } == sum
    }
}
