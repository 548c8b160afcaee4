import MIDI
import NetworkSupport
import TestSupport
import Testing

@testable import RTPMIDI

/// What a session sends and does, by its bytes (N3, N4, N5, N7, N8, N9).
@Suite struct SessionTests {
    /// Session 0 alone: what it is given, what it sends and delivers.
    final class Desk {
        var random = SplitMix(state: 1)
        let pair: SessionPair
        var sent: [[UInt8]] = []
        var delivered: [Message] = []

        init(buffer: UInt64 = 0) {
            pair = SessionPair(&random, buffer: buffer)
            pair.weather.loss = 1
            pair.sent = { [unowned self] index, bytes in if index == 0 { sent.append(bytes) } }
        }

        /// Gives the session a datagram and returns what it sends at once.
        @discardableResult
        func give(_ bytes: [UInt8]) -> [[UInt8]] {
            sent = []
            event = bytes.withUnsafeBytes { bytes in
                pair.sessions[0].receive(bytes, at: pair.now) { delivered.append($0) }
            }
            pair.flush()
            return sent
        }

        var event = Session.Event.none

        func wait(_ milliseconds: UInt64) { pair.run(until: pair.now + milliseconds * 1_000_000) }

        /// The packets with commands among what was sent: their marker, their list, without header and journal.
        var lists: [[UInt8]] {
            sent.filter { $0[0] == 0x80 }.map { bytes in
                let length = bytes[12] & 0x80 == 0 ? Int(bytes[12] & 0x0F) : Int(bytes[12] & 0x0F) << 8 | Int(bytes[13])
                let start = bytes[12] & 0x80 == 0 ? 13 : 14
                return Array(bytes[start..<start + length])
            }
        }

        func put(_ messages: [Message]) {
            sent = []
            for message in messages { _ = pair.sessions[0].put(message, at: pair.now) }
            pair.flush()
        }
    }

    static let remote: [UInt8] = [0, 1, 0, 1]

    static func clock(_ count: UInt8, _ times: [UInt64], ssrc: [UInt8] = remote) -> [UInt8] {
        [0xFF, 0xFF, 0x43, 0x4B] + ssrc + [count, 0, 0, 0]
            + times.flatMap { time in (0..<8).map { UInt8(truncatingIfNeeded: time >> UInt64(56 - 8 * $0)) } }
    }

    static func packet(_ sequence: UInt8, _ list: [UInt8], ssrc: [UInt8] = remote) -> [UInt8] {
        [0x80, 0x61, 0, sequence, 0, 0, 0, 0] + ssrc + [UInt8(list.count)] + list
    }

    /// N4: 10,000 ticks of 100 µs are the second at which the desk begins.
    @Test func clockQuestionIsAnsweredAtOnce() {
        let desk = Desk()
        desk.pair.flush()
        let answer = desk.give(SessionTests.clock(0, [77, 0, 0]))
        #expect(answer == [SessionTests.clock(1, [77, 10_000, 0], ssrc: [0, 1, 0, 0])])
    }

    @Test func initiatorAsksFirstAndAnswersTheAnswer() {
        let desk = Desk()
        desk.wait(0)
        #expect(desk.sent == [SessionTests.clock(0, [10_000, 0, 0], ssrc: [0, 1, 0, 0])])
        let answer = desk.give(SessionTests.clock(1, [10_000, 55, 0]))
        #expect(answer == [SessionTests.clock(2, [10_000, 55, 10_000], ssrc: [0, 1, 0, 0])])
    }

    /// N3
    @Test func repeatedInvitationIsAnsweredWithItsOwnToken() {
        let desk = Desk()
        desk.pair.flush()
        let invitation: [UInt8] = [0xFF, 0xFF, 0x49, 0x4E, 0, 0, 0, 2, 9, 8, 7, 6] + SessionTests.remote + [0x41, 0]
        let answer = desk.give(invitation)
        #expect(answer == [[0xFF, 0xFF, 0x4F, 0x4B, 0, 0, 0, 2, 9, 8, 7, 6, 0, 1, 0, 0, 0]])
    }

    /// N3, N9: BY counts for the SSRC of the session only.
    @Test func goodbyeEndsOnlyTheSessionThatItNames() {
        let desk = Desk()
        desk.give([0xFF, 0xFF, 0x42, 0x59, 0, 0, 0, 2, 0, 0, 0, 7, 0, 9, 9, 9])
        #expect(desk.event == .none)
        desk.give([0xFF, 0xFF, 0x42, 0x59, 0, 0, 0, 2, 0, 0, 0, 7] + SessionTests.remote)
        #expect(desk.event == .saidBye)
        desk.event = .none
        desk.give([0xFF, 0xFF, 0x42, 0x59, 0, 0, 0, 2] + SessionTests.remote)
        #expect(desk.event == .saidBye)
    }

    /// N5
    @Test func onePacketHoldsAllThatIsDueWithFullStatus() {
        let desk = Desk()
        desk.pair.flush()
        desk.put([.noteOn(channel: 0, key: 60, velocity: 1), .noteOn(channel: 0, key: 64, velocity: 2)])
        #expect(desk.lists == [[0x90, 60, 1, 0, 0x90, 64, 2]])
        #expect(desk.sent[0][1] == 0xE1)
    }

    /// N5
    @Test func realTimeAndSysExHavePacketsOfTheirOwn() {
        let desk = Desk()
        desk.pair.flush()
        let sysEx = Message(sysEx: .complete, [1, 2, 0, 0, 0, 0], count: 2)
        let note = Message.noteOn(channel: 0, key: 60, velocity: 1)
        desk.put([note, Message(status: 0xF8), note, sysEx, note])
        #expect(desk.lists == [[0x90, 60, 1], [0xF8], [0x90, 60, 1], [0xF0, 1, 2, 0xF7], [0x90, 60, 1]])
    }

    /// N5
    @Test func longSysExIsCutIntoSegmentsAndOvertaken() {
        let desk = Desk()
        desk.pair.flush()
        desk.put(SessionTests.dump(20_000))
        #expect(desk.lists.count == 8)
        #expect(desk.lists[0].first == 0xF0 && desk.lists[0].last == 0xF0)
        #expect(desk.lists[1].first == 0xF7 && desk.lists[1].last == 0xF0)
        #expect(desk.sent.allSatisfy { $0.count <= SessionLimits.payload })
        desk.put([.noteOff(channel: 0, key: 60)])
        #expect(desk.lists == [[0x80, 60, 64]])
    }

    /// N5: 32 KB/s where a peer never acknowledges.
    @Test func dumpIsPacedWithoutAcknowledgements() {
        let desk = Desk()
        desk.pair.flush()
        desk.put(SessionTests.dump(40_000))
        let first = desk.lists.reduce(0) { $0 + $1.count }
        desk.sent = []
        desk.wait(1_000)
        let second = desk.lists.reduce(0) { $0 + $1.count }
        #expect(first + second <= 8 * SessionLimits.segment + 33_000)
        #expect(second > 20_000)
        desk.sent = []
        desk.wait(2_000)
        #expect(desk.lists.last { !$0.isEmpty }?.last == 0xF7)
    }

    /// N5: at most 8 packets are not acknowledged.
    @Test func acknowledgementLetsADumpGoOn() {
        let desk = Desk()
        desk.pair.flush()
        desk.put(SessionTests.dump(40_000))
        #expect(desk.lists.count == 8)
        let third = desk.sent.filter { $0[0] == 0x80 }[2]
        desk.give([0xFF, 0xFF, 0x52, 0x53] + SessionTests.remote + [third[2], third[3], 0, 0])
        #expect(desk.lists.count == 3)
        // The number of an acknowledgement may stand in the other half of its word (N6).
        let sixth = desk.sent.filter { $0[0] == 0x80 }[2]
        desk.give([0xFF, 0xFF, 0x52, 0x53] + SessionTests.remote + [0, 0, sixth[2], sixth[3]])
        #expect(desk.lists.count == 8)
    }

    static func dump(_ count: Int) -> [Message] {
        var parser = StreamParser()
        var messages: [Message] = []
        let bytes = [0xF0] + (0..<count).map { UInt8($0 & 0x7F) } + [0xF7]
        for byte in bytes { parser.feed(byte) { messages.append($0) } }
        return messages
    }

    /// N7
    @Test func packetsAreAcknowledgedAfterFourOrATenthOfASecond() {
        let desk = Desk()
        desk.pair.flush()
        for number in 1...3 as ClosedRange<UInt8> { #expect(desk.give(SessionTests.packet(number, [])) == []) }
        #expect(desk.give(SessionTests.packet(4, [])) == [[0xFF, 0xFF, 0x52, 0x53, 0, 1, 0, 0, 0, 4, 0, 0]])
        desk.give(SessionTests.packet(5, []))
        desk.wait(100)
        #expect(desk.sent.last == [0xFF, 0xFF, 0x52, 0x53, 0, 1, 0, 0, 0, 5, 0, 0])
    }

    /// N7, N9
    @Test func foreignDoubledAndMalformedPacketsAreCounted() {
        let desk = Desk()
        desk.give(SessionTests.packet(1, [0x90, 60, 1]))
        desk.give(SessionTests.packet(2, [0x90, 61, 1], ssrc: [9, 9, 9, 9]))
        desk.give(SessionTests.packet(1, [0x90, 60, 1]))
        desk.give(SessionTests.packet(2, [0x90, 60]))
        desk.give([0xFF, 0xFF, 0x51, 0x51])
        desk.give([1])
        let counters = desk.pair.sessions[0].counters
        #expect([counters.foreign, counters.duplicates, counters.malformed] == [1, 1, 3])
        #expect(desk.delivered == [.noteOn(channel: 0, key: 60, velocity: 1)])
    }

    /// N7: nothing covers the gap, so what sounds is released.
    @Test func gapWithoutJournalReleasesEverything() {
        let desk = Desk()
        desk.give(SessionTests.packet(1, [0x90, 60, 1]))
        desk.give(SessionTests.packet(9, [0xB0, 7, 1]))
        #expect(desk.pair.sessions[0].counters.unrepaired == 7)
        #expect(desk.delivered.contains { $0.isNoteOff && $0.data1 == 60 })
        #expect(desk.delivered.last == .controlChange(channel: 0, controller: 7, value: 1))
    }

    /// N9: journals know nothing of what came before a reset.
    @Test func systemResetReleasesKeysFirst() {
        let desk = Desk()
        desk.give(SessionTests.packet(1, [0x90, 60, 1]))
        desk.give(SessionTests.packet(2, [0xFF]))
        let released = Message.noteOff(channel: 0, key: 60)
        #expect(desk.delivered == [.noteOn(channel: 0, key: 60, velocity: 1), released, Message(status: 0xFF)])
    }

    /// N8: the time stamp of each command plus the buffer, by the clock of both.
    @Test func bufferTurnsJitterIntoDelay() {
        let desk = Desk(buffer: 5_000_000)
        desk.wait(0)
        // The peer's clock shows 500 ticks more than ours.
        desk.give(SessionTests.clock(1, [10_000, 10_500, 0]))
        var list = SessionTests.packet(1, [0x90, 60, 1])
        list[6...7] = [0x29, 0x04]
        desk.give(list)
        #expect(desk.delivered == [])
        desk.pair.delivered = { _, message in desk.delivered.append(message) }
        desk.pair.run(until: 1_004_900_000)
        #expect(desk.delivered == [])
        desk.pair.run(until: 1_005_000_000)
        #expect(desk.delivered == [.noteOn(channel: 0, key: 60, velocity: 1)])
        // A late command is routed at once.
        var late = SessionTests.packet(2, [0x90, 62, 1])
        late[6...7] = [0x29, 0x04]
        desk.give(late)
        #expect(desk.delivered.count == 2)
    }

    /// N5: a packet that only repeats the journal goes out before a command that the router sent a little earlier.
    @Test func timeStampsNeverGoBack() throws {
        let desk = Desk()
        desk.put([.noteOn(channel: 0, key: 60, velocity: 1)])
        desk.wait(100)
        let repeated = try #require(desk.sent.last { $0[0] == 0x80 })
        desk.sent = []
        _ = desk.pair.sessions[0].put(.noteOff(channel: 0, key: 60), at: desk.pair.now - 90_000_000)
        desk.pair.flush()
        let next = try #require(desk.sent.last { $0[0] == 0x80 })
        #expect(desk.lists.count == 1)
        #expect(next[4...7].lexicographicallyPrecedes(repeated[4...7]) == false)
    }

    /// N4
    @Test func silentPeerIsGoneAfterThreeExchanges() {
        let desk = Desk()
        desk.wait(30_000)
        #expect(desk.pair.ended.first?.0 == 0)
        #expect(desk.pair.ended.first?.1 == .gone)
    }
}
