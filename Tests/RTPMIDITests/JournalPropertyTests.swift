import MIDI
import TestSupport
import Testing

@testable import RTPMIDI

/// Random evenings over a network that loses packets (N6, N7, N9). A failure names the seed that repeats it.
@Suite struct JournalPropertyTests {
    /// A stream from a sender to a receiver, and the instruments at both.
    private final class Stream {
        let sender = Sender(first: 0xFF00)
        let receiver = Receiver()
        var sent = Instrument()
        var heard = Instrument()
        private var sentPieces = SysExJoiner()
        private var heardPieces = SysExJoiner()
        var sentSysEx: [[UInt8]] = []
        var heardSysEx: [[UInt8]] = []
        var expected: UInt16 = 0xFF00
        var gaps = 0
        var uncovered = 0
        /// What differs after a repair.
        var faults: [String] = []

        func send(_ messages: [Message], isLost: Bool) {
            let (sequence, journal) = (sender.next, sender.send(messages))
            if checked(journal) != journal.count { faults.append("not well formed: \(hex(journal))") }
            if !isLost { arrive(journal, sequence) }
            for message in messages {
                Stream.play(message, &sent, &sentPieces, &sentSysEx)
                if !isLost { hear(message, isRepair: false) }
            }
        }

        private func arrive(_ journal: [UInt8], _ sequence: UInt16) {
            if sequence != expected {
                repair(journal)
            } else {
                journal.withUnsafeBytes { receiver.journal.pointee.resynchronize($0) }
            }
            receiver.journal.pointee.begin(packet: sequence)
            expected = sequence &+ 1
        }

        private func repair(_ journal: [UInt8]) {
            gaps += 1
            let (result, messages) = receiver.repair(journal, expected: expected)
            for message in messages { hear(message, isRepair: true) }
            if result != .repaired(messages: messages.count) { uncovered += 1 }
            faults += heard.differences(from: sent)
            if heardSysEx != sentSysEx { faults.append("\(heardSysEx.suffix(3)), not \(sentSysEx.suffix(3))") }
            if heardPieces.open != sentPieces.open {
                faults.append("open \(heardPieces.open ?? []), not \(sentPieces.open ?? [])")
            }
        }

        private func hear(_ message: Message, isRepair: Bool) {
            if !isRepair { receiver.journal.pointee.record(message) }
            Stream.play(message, &heard, &heardPieces, &heardSysEx)
        }

        private static func play(
            _ message: Message, _ instrument: inout Instrument, _ pieces: inout SysExJoiner, _ list: inout [[UInt8]]
        ) {
            if message.type != MessageType.sysEx { instrument.play(message) }
            // What came before a reset is not repaired any more.
            if message.status == Status.reset && message.type == MessageType.system { list = [] }
            guard let sysEx = pieces.take(message) else { return }
            instrument.play(sysEx: sysEx)
            if sysEx.count == 4 && sysEx[0] == 0x7E { list = [] }
            // Chapter F repairs a Full Frame by its position.
            if sysEx.count != 8 || sysEx[0] != 0x7F { list.append(sysEx) }
        }

        func acknowledge() {
            sender.journal.pointee.acknowledge(expected &- 1)
        }
    }

    /// 20 evenings of 1,000 packets.
    @Test(arguments: UInt64(1)...20)
    func stateIsTheSendersAfterEachGap(seed: UInt64) {
        var evening = Evening(seed: seed)
        let stream = Stream()
        var burst = 0
        for number in 0..<1000 {
            burst = burst > 0 ? burst - 1 : evening.roll { $0.chance(1) ? 1 + $0.below(50) : 0 }
            let isLost = burst > 0 || evening.roll { $0.chance(10) }
            stream.send(evening.packet(), isLost: isLost)
            if evening.roll({ $0.chance(5) }) { stream.acknowledge() }
            if !stream.faults.isEmpty {
                Issue.record("seed \(seed), packet \(number): \(stream.faults)")
                return
            }
        }
        for packet in evening.ending() { stream.send(packet, isLost: evening.roll { $0.chance(50) }) }
        stream.send([], isLost: false)
        #expect(stream.faults == [], "seed \(seed)")
        #expect(stream.gaps > 50 && stream.uncovered == 0, "seed \(seed)")
        #expect(stream.sent.isAtRest && stream.heard.isAtRest, "seed \(seed)")
        #expect(stream.receiver.released() == [], "seed \(seed)")
    }
}
