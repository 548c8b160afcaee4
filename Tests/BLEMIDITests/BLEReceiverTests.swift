import BLEMIDI
import MIDI
import TestSupport
import Testing

/// Messages of a peer at their times, as B12 has it.
@Suite struct BLEReceiverTests {
    /// A receiver with memory of its own.
    final class Peer {
        private let memory = UnsafeMutableBufferPointer<MessageBuffer.Waiting>.allocate(capacity: BLELimits.buffered)
        var receiver: BLEReceiver
        var delivered: [String] = []

        init(buffer: Int) {
            memory.initialize(repeating: MessageBuffer.Waiting())
            receiver = BLEReceiver(buffer: milliseconds(buffer), memory)
        }

        deinit { memory.deallocate() }

        func receive(_ packet: String, at time: Int) {
            var heard: [String] = []
            bytes(packet).withUnsafeBytes { packet in
                receiver.receive(packet, at: milliseconds(time)) { heard.append(hex($0)) }
            }
            delivered += heard
        }

        /// Delivers all that is due, with the milliseconds at which it is.
        func advance(to time: Int) {
            while receiver.deadline <= milliseconds(time) {
                let due = receiver.deadline
                var heard: [String] = []
                receiver.advance(to: due) { heard.append("\(due / 1_000_000): \(hex($0))") }
                delivered += heard
            }
        }

        func end() {
            var heard: [String] = []
            receiver.end { heard.append(hex($0)) }
            delivered += heard
        }
    }

    @Test func withoutBufferMessagesAreRoutedAtOnceInOrder() {
        let peer = Peer(buffer: 0)
        peer.receive("80 80 90 3C 64 83 80 3C 40", at: 5000)
        #expect(peer.delivered == ["90 3C 64", "80 3C 40"])
        #expect(peer.receiver.deadline == UInt64.max)
    }

    @Test func bufferRoutesEachMessageAtItsTimeStamp() {
        let peer = Peer(buffer: 18)
        peer.receive("80 80 90 3C 64", at: 5000)
        peer.advance(to: 5100)
        // Sent 100 and 104 ms after the first, and both 12 ms late.
        peer.receive("80 E4 80 3C 40 E8 90 3E 64", at: 5116)
        peer.advance(to: 5200)
        #expect(peer.delivered == ["5018: 90 3C 64", "5118: 80 3C 40", "5122: 90 3E 64"])
    }

    @Test func lateMessagesGoAtOnce() {
        let peer = Peer(buffer: 18)
        peer.receive("80 80 90 3C 64", at: 5000)
        peer.advance(to: 5100)
        peer.receive("80 E4 80 3C 40", at: 5125)
        #expect(peer.delivered == ["5018: 90 3C 64", "80 3C 40"])
    }

    @Test func orderIsKept() {
        let peer = Peer(buffer: 50)
        peer.receive("80 E4 90 3C 64", at: 5100)
        // An earlier time stamp, and data of a SysEx without one.
        peer.receive("80 E0 F8", at: 5101)
        peer.receive("80 E5 F0 01", at: 5102)
        peer.receive("80 02 03 04 05 06 07", at: 5102)
        peer.receive("80 E6 F7", at: 5103)
        peer.advance(to: 5200)
        #expect(
            peer.delivered == ["5150: 90 3C 64", "5150: F8", "5150: F0 01 02 03 04 05 06", "5152: 07 F7"])
    }

    @Test func fullBufferRoutesTheOldestAtOnce() {
        let peer = Peer(buffer: 100)
        for _ in 0..<BLELimits.buffered { peer.receive("80 80 90 3C 64", at: 5000) }
        #expect(peer.delivered.isEmpty)
        peer.receive("80 81 80 3C 40", at: 5001)
        #expect(peer.delivered == ["90 3C 64"])
        peer.advance(to: 5101)
        #expect(peer.delivered.count == BLELimits.buffered + 1)
        #expect(peer.delivered.last == "5101: 80 3C 40")
    }

    @Test func peerWithoutTimeStampsIsRoutedAtOnce() {
        let peer = Peer(buffer: 100)
        for count in 0..<7 { peer.receive("80 80 F8", at: 5000 + 50 * count) }
        peer.advance(to: 6000)
        peer.delivered = []
        for count in 20..<30 { peer.receive("80 80 F8", at: 5000 + 50 * count) }
        #expect(peer.receiver.hasNoStamps)
        #expect(peer.delivered.count == 10)
    }

    /// The peer has gone, as B13 has it.
    @Test func endDeliversWhatWaitsAndClosesSysEx() {
        let peer = Peer(buffer: 18)
        peer.receive("80 80 90 3C 64 81 F0 01 02 03 04 05 06 07", at: 5000)
        peer.end()
        #expect(peer.delivered == ["90 3C 64", "F0 01 02 03 04 05 06", "F7"])
        peer.receive("80 07 3E 65", at: 6000)
        peer.end()
        #expect(peer.delivered.count == 3)
        #expect(peer.receiver.malformed == 1)
    }

    /// The goal of B12: connection events 15 ms apart, 10 notes a second with their Note Offs, clocks that differ
    /// by up to 200 ppm.
    @Test(arguments: SplitMix.seeds.prefix(20), [-200.0, 0, 200])
    func bufferTakesTheConnectionIntervalAway(seed: UInt64, drift: Double) {
        var random = SplitMix(state: seed)
        let peer = Peer(buffer: 18)
        let start = Double(random.below(8192)) + 5000
        let phase = Double(random.below(15_000)) / 1000
        var played = start
        var (waiting, spread): ([Double], [Double]) = ([], [])
        for count in 0..<2600 {
            played += 50 + 25 * random.deviation()
            let event = ((played - phase) / 15).rounded(.up) * 15 + phase
            let arrived = UInt64(event * 1e6)
            // Up to here, messages are routed when they are due.
            while peer.receiver.deadline <= arrived {
                let due = peer.receiver.deadline
                peer.receiver.advance(to: due) { _ in spread.append(Double(due) / 1e6 - waiting.removeFirst()) }
            }
            waiting.append(played)
            let stamp = Int(played * (1 + drift / 1e6) + 777) % 8192
            let packet = [0x80 | UInt8(stamp >> 7), 0x80 | UInt8(stamp & 0x7F), 0x90, 60, count % 2 == 0 ? 100 : 0]
            packet.withUnsafeBytes { packet in
                peer.receiver.receive(packet, at: arrived) { _ in
                    spread.append(Double(arrived) / 1e6 - waiting.removeFirst())
                }
            }
            // The clock has then seen its window twice.
            if count == 400 { spread = [] }
        }
        spread.sort()
        let (most, nearly) = (width(of: spread, 0.999), width(of: spread, 0.98))
        #expect(nearly <= 2.6, "seed \(seed), \(drift) ppm: \(nearly) ms")
        #expect(most <= 3.5, "seed \(seed), \(drift) ppm: \(most) ms")
    }

    /// The width of the middle part of sorted values.
    private func width(of sorted: [Double], _ part: Double) -> Double {
        let cut = Int(Double(sorted.count) * (1 - part) / 2)
        return sorted[sorted.count - 1 - cut] - sorted[cut]
    }
}
