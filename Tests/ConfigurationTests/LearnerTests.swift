import MIDI
import Testing

@testable import Configuration

/// The messages that each kind of place accepts, and the values they give.
@Suite struct LearnerTests {
    private static let ms: UInt64 = 1_000_000

    /// Returns the outcomes of messages that are a millisecond apart.
    private func learnt(_ kind: Learner.Kind, _ messages: [Message], middleC: Int = 4) -> [Learner.Outcome] {
        var learner = Learner(kind, middleC: middleC)
        return messages.enumerated().map { learner.hear($1, at: UInt64($0) * LearnerTests.ms) }
    }

    /// Returns the value learnt from messages a millisecond apart, after a rest.
    private func rested(_ kind: Learner.Kind, _ messages: [Message]) -> String? {
        var learner = Learner(kind, middleC: 4)
        for (index, message) in messages.enumerated() {
            if case .learnt(let text) = learner.hear(message, at: UInt64(index) * LearnerTests.ms) { return text }
        }
        return learner.advance(to: UInt64(messages.count - 1) * LearnerTests.ms + Learner.restTime)
    }

    private func cc(_ controller: UInt8, _ value: UInt8, channel: UInt8 = 0) -> Message {
        .controlChange(channel: channel, controller: controller, value: value)
    }

    private let key = Message.noteOn(channel: 2, key: 61, velocity: 90)
    private let release = Message.noteOff(channel: 2, key: 61)
    private let wheel = Message.controlChange(channel: 4, controller: 1, value: 64)
    private let bend = Message.pitchBend(channel: 15, value: 12288)
    private let pressure = Message.channelPressure(channel: 0, value: 5)
    private let program = Message.programChange(channel: 9, program: 12)
    private let clock = Message(status: 0xF8)
    private let sysEx = Message.sysExEnd()

    /// U12: controllers of MIDI 2.0 are learnt as what the configuration calls them.
    @Test func controllersOfMIDI2AreNamed() {
        let rows: [(words: (UInt32, UInt32), String?)] = [
            ((0x40B0_4A00, 0x8000_0000), "cc 74"), ((0x42B3_0700, 0xC000_0000), "cc 7"),
            ((0x4020_0005, 0x8000_0000), "rpn 0/5 14-bit"), ((0x4030_0108, 0x8123_4567), "nrpn 1/8 14-bit"),
            ((0x40E0_0000, 0xC000_0000), "pitch-bend"), ((0x40D0_0000, 0x8000_0000), "channel-pressure"),
            ((0x40C0_0001, 0x0C00_0003), "program"), ((0x4040_0005, 1), nil), ((0x4060_3C00, 1), nil),
        ]
        for (words, name) in rows {
            #expect(rested(.controller(was: "cc 1"), [Message(words.0, words.1)]) == name)
        }
        let fine = Message(0x4F95_3C00, 0xFFFF_0000)
        #expect(learnt(.velocity, [fine]) == [.follows("127")] && learnt(.channel, [fine]) == [.learnt("6")])
        #expect(learnt(.noteRange, [fine, key]) == [.half("C4"), .learnt("C4..C#4")])
        #expect(rested(.program, [Message(0x40C0_0001, 0x0C00_0003)]) == "12")
        #expect(rested(.message, [Message(0x40B0_4A00, 0x8000_0000)]) == "cc 74 = 64")
        #expect(rested(.value(isFine: true, prefix: ""), [Message(0x40E0_0000, 0xC000_0000)]) == "12288")
    }

    @Test func twoNotesAreARangeInAnyOrder() {
        let low = Message.noteOn(channel: 0, key: 36, velocity: 100)
        #expect(
            learnt(.noteRange, [wheel, key, release, clock, low])
                == [.ignored, .half("C#4"), .ignored, .ignored, .learnt("C2..C#4")])
        #expect(learnt(.noteRange, [low, key], middleC: 3) == [.half("C1"), .learnt("C1..C#3")])
        #expect(learnt(.noteRange, [low, low]) == [.half("C2"), .learnt("C2..C2")])
        #expect(learnt(.velocityRange, [low, release, key]) == [.half("100"), .ignored, .learnt("90..100")])
    }

    @Test func channelIsLearntFromAnyChannelMessage() {
        for (message, channel) in [(key, 3), (release, 3), (wheel, 5), (bend, 16), (pressure, 1), (program, 10)] {
            #expect(learnt(.channel, [message]) == [.learnt("\(channel)")])
        }
        #expect(learnt(.channel, [clock, sysEx]) == [.ignored, .ignored])
    }

    @Test func controllersAreNamed() {
        let rows: [(was: String, Message, String?)] = [
            ("", wheel, "cc 1"), ("cc 7", bend, "pitch-bend"), ("cc 7", pressure, "channel-pressure"),
            ("cc 7", program, "program"), ("cc 7", key, nil), ("cc 7", clock, nil),
            ("cc 7 14-bit", wheel, "cc 1 14-bit"), ("cc 7 14-bit", pressure, "channel-pressure"),
            ("pitch-bend 7-bit", bend, "pitch-bend 7-bit"), ("key C1", key, "key C#4"), ("key C1", wheel, nil),
            ("key C1", release, nil), ("cc 7", cc(64, 127), "cc 64"), ("cc 7", cc(43, 1), "cc 43"),
            ("cc 7", cc(6, 1), "cc 6"), ("cc 7", cc(101, 0), "cc 101"),
        ]
        for (was, message, text) in rows { #expect(rested(.controller(was: was), [message]) == text, "\(was)") }
    }

    /// The first controller that moves is learnt, whatever messages follow.
    @Test func firstControllerThatMovesIsLearnt() {
        #expect(rested(.controller(was: ""), [wheel, bend]) == "cc 1")
        #expect(rested(.controller(was: ""), [cc(1, 5), cc(1, 6)]) == "cc 1")
        #expect(rested(.controller(was: ""), [cc(101, 0), bend]) == "cc 101")
        #expect(rested(.channel, [wheel, bend]) == "5")
    }

    /// R26: five detents tell a relative controller from an absolute one.
    @Test(arguments: [
        ([1, 1, 1, 1, 1], "cc 40 relative"), ([1, 1, 2, 1, 3], "cc 40 relative"),
        ([1, 127, 1, 127, 1], "cc 40 relative"), ([127, 127, 126, 127, 127], "cc 40 relative"),
        ([65, 65, 65, 65, 65], "cc 40 relative 64"), ([65, 66, 63, 65, 63], "cc 40 relative 64"),
        ([63, 63, 62, 63, 63], "cc 40 relative 64"), ([1, 1, 65, 1, 65], "cc 40 relative sign"),
        ([1, 0, 1, 1, 0], "cc 40 relative step"), ([1, 2, 3, 4, 5], "cc 40"), ([70, 69, 67, 66, 64], "cc 40"),
        ([64, 65, 66, 67, 68], "cc 40"), ([20, 20, 21, 22, 21], "cc 40"), ([127, 0], "cc 40"),
        ([0, 0, 0, 0, 0], "cc 40"), ([100], "cc 40"), ([1, 1, 1, 1], "cc 40"), ([1, 1, 63, 127, 65], "cc 40"),
    ])
    func detentsTellARelativeController(_ values: [UInt8], _ text: String) {
        #expect(rested(.stepping(was: "cc 1"), values.map { cc(40, $0) }) == text, "\(values)")
    }

    /// R26: what is no plain Control Change is decided as everywhere, and so is another controller.
    @Test func onlyPlainControlChangesAreCounted() {
        let rows: [(was: String, [Message], String)] = [
            ("cc 1", [bend], "pitch-bend"), ("cc 1", [cc(1, 5), cc(33, 6)], "cc 1 14-bit"),
            ("cc 7 14-bit", [wheel], "cc 1 14-bit"), ("cc 1", [cc(40, 65), bend], "cc 40"),
            ("cc 1", [cc(101, 0), cc(100, 1), cc(6, 64)], "rpn 0/1"), ("key C1", [key], "key C#4"),
            ("cc 1", [cc(1, 65), cc(1, 65), cc(1, 65), cc(1, 65), cc(1, 65)], "cc 1 relative 64"),
        ]
        for (was, messages, text) in rows { #expect(rested(.stepping(was: was), messages) == text, "\(text)") }
        var learner = Learner(.stepping(was: "cc 1"), middleC: 4)
        #expect(learner.hear(cc(40, 65), at: 0) == .follows("cc 40"))
        #expect(learner.deadline == Learner.restTime)
        #expect(learner.hear(own: "switch A", value: 127, at: 1) == .learnt("switch A"))
    }

    /// R15, R16: several messages of one controller are learnt as that controller.
    @Test func pairsAndParametersAreLearntAsOneController() {
        let rows: [(was: String, [Message], String)] = [
            ("", [cc(1, 5), cc(33, 6)], "cc 1 14-bit"),
            ("", [cc(1, 5), cc(34, 6)], "cc 1"), ("", [cc(1, 5), cc(33, 6, channel: 3)], "cc 1"),
            ("", [cc(101, 0), cc(100, 1), cc(6, 64)], "rpn 0/1"),
            ("", [cc(101, 0), cc(100, 1), cc(6, 64), cc(38, 0)], "rpn 0/1 14-bit"),
            ("", [cc(99, 1), cc(98, 8), cc(6, 64)], "nrpn 1/8"),
            ("", [cc(98, 8), cc(99, 1), cc(6, 64), cc(6, 65)], "nrpn 1/8"),
            ("cc 7 14-bit", [cc(99, 1), cc(98, 8), cc(6, 64)], "nrpn 1/8 14-bit"),
            // The null parameter is selected, so CC 6 is a controller of its own.
            ("", [cc(101, 127), cc(100, 127), cc(6, 64), bend], "cc 6"),
        ]
        for (was, messages, text) in rows { #expect(rested(.controller(was: was), messages) == text, "\(text)") }
    }

    /// A half waits 5 ms for the other half (R15), a selection waits `restTime` for its data.
    @Test func halvesWaitForTheOtherHalf() {
        var learner = Learner(.controller(was: ""), middleC: 4)
        #expect(learner.hear(cc(1, 5), at: 0) == .follows("cc 1"))
        #expect(learner.deadline == 5 * LearnerTests.ms)
        #expect(learner.hear(cc(33, 5), at: 5 * LearnerTests.ms) == .learnt("cc 1"))
        learner = Learner(.controller(was: ""), middleC: 4)
        #expect(learner.hear(cc(101, 0), at: 0) == .follows("cc 101"))
        #expect(learner.hear(cc(100, 0), at: 1000 * LearnerTests.ms) == .follows("cc 101"))
        #expect(learner.hear(cc(6, 0), at: 2499 * LearnerTests.ms) == .follows("rpn 0/0"))
        #expect(learner.advance(to: 2504 * LearnerTests.ms) == "rpn 0/0")
    }

    @Test func sysExIsLearntAsAMessage() {
        var umps: [Message] = []
        var parser = StreamParser()
        for byte: UInt8 in [0xF0, 0x7E, 0x7F, 9, 0xF8, 1, 2, 3, 4, 0xF7] { parser.feed(byte) { umps.append($0) } }
        let text = "message \"F0 7E 7F 09 01 02 03 04 F7\""
        #expect(rested(.controller(was: "cc 1"), umps) == text)
        #expect(rested(.message, umps) == text)
        #expect(rested(.channel, umps) == nil)
        // A SysEx of another source arrives in between.
        var learner = Learner(.message, middleC: 4)
        let outcomes = umps.map { ump in
            _ = learner.hear(Message.sysExEnd(), from: 1, at: 0)
            return learner.hear(ump, from: 0, at: 0)
        }
        #expect(outcomes.last == .follows(text))
    }

    /// N11: a command of machine control is learnt by its name, also from pieces of six bytes.
    @Test func machineControlIsLearntByName() {
        for (bytes, text) in [
            ([0xF0, 0x7F, 0x05, 0x06, 0x02, 0xF7], "mmc play device 5"),
            ([0xF0, 0x7F, 0x7F, 0x06, 0x44, 6, 1, 1, 2, 3, 4, 0, 0xF7], "mmc locate 01:02:03:04"),
        ] as [([UInt8], String)] {
            var umps: [Message] = []
            var parser = StreamParser()
            for byte in bytes { parser.feed(byte) { umps.append($0) } }
            #expect(rested(.controller(was: "cc 1"), umps) == text)
            #expect(rested(.message, umps) == text)
        }
    }

    /// A pattern has at most 256 bytes.
    @Test func tooLongSysExIsNotLearnt() {
        for (count, isLearnt) in [(254, true), (255, false)] {
            var learner = Learner(.message, middleC: 4)
            var parser = StreamParser()
            for byte in [0xF0] + [UInt8](repeating: 5, count: count) + [0xF7] {
                parser.feed(byte) { _ = learner.hear($0, at: 0) }
            }
            #expect((learner.take() != nil) == isLearnt, "\(count)")
        }
    }

    @Test func footswitchesAndTiltAreControllers() {
        func learnt(_ kind: Learner.Kind, _ name: String) -> Learner.Outcome {
            var learner = Learner(kind, middleC: 4)
            return learner.hear(own: name, value: 127, at: 0)
        }
        #expect(learnt(.controller(was: "cc 7"), "motion x") == .ignored)
        #expect(learnt(.controller(was: "cc 7"), "switch A long") == .learnt("switch A long"))
        #expect(learnt(.controller(was: "motion x"), "motion y") == .learnt("motion y"))
        #expect(learnt(.controller(was: "key C1"), "switch A") == .ignored)
        #expect(learnt(.channel, "switch A") == .ignored)
    }

    /// M7: a sweep of 20, 21, 64, 96 learns 96, not 20.
    @Test func lastValueIsTakenAfterARest() {
        let kind = Learner.Kind.value(isFine: false, prefix: ">= ")
        var learner = Learner(kind, middleC: 4)
        for (index, value) in [20, 21, 64, 96].enumerated() {
            #expect(
                learner.hear(cc(1, UInt8(value)), at: UInt64(index) * 1000 * LearnerTests.ms) == .follows(">= \(value)")
            )
        }
        #expect(learner.deadline == 4500 * LearnerTests.ms)
        #expect(learner.advance(to: 4499 * LearnerTests.ms) == nil)
        #expect(learner.advance(to: 4500 * LearnerTests.ms) == ">= 96")
        // The value is taken once, and a message after the deadline does not change it.
        #expect(learner.take() == nil && learner.deadline == Learner.never)
        learner = Learner(kind, middleC: 4)
        #expect(learner.take() == nil)
        _ = learner.hear(cc(1, 7), at: 0)
        #expect(learner.hear(cc(1, 8), at: 1500 * LearnerTests.ms) == .learnt(">= 7"))
    }

    @Test func takeReturnsThePendingValueAtOnce() {
        var learner = Learner(.velocity, middleC: 4)
        _ = learner.hear(key, at: 0)
        #expect(learner.take() == "90")
    }

    /// A value can be learnt from any controller; R15 converts between 7 and 14 bits.
    @Test func valueIsLearntFromAnyController() {
        let rows: [(isFine: Bool, [Message], String)] = [
            (false, [wheel], "64"), (false, [pressure], "5"), (false, [program], "12"), (false, [bend], "96"),
            (true, [bend], "12288"), (true, [wheel], "8256"), (true, [cc(1, 127)], "16383"), (true, [cc(1, 0)], "0"),
            (true, [cc(1, 5), cc(33, 6)], "646"), (false, [cc(1, 5), cc(33, 6)], "5"),
            (true, [cc(1, 5), cc(33, 6), cc(33, 7)], "647"),
            (true, [cc(101, 0), cc(100, 0), cc(6, 2), cc(38, 1)], "257"),
        ]
        for (isFine, messages, text) in rows {
            #expect(rested(.value(isFine: isFine, prefix: ""), messages) == text)
        }
        #expect(rested(.value(isFine: false, prefix: "<= "), [key, wheel]) == "<= 64")
        #expect(rested(.velocity, [wheel, release, key]) == "90")
        #expect(rested(.program, [wheel, key, program]) == "12")
        #expect(rested(.message, [key, wheel]) == "cc 1 = 64")
        #expect(rested(.message, [cc(1, 5), cc(33, 6)]) == "cc 1 14-bit = 646")
        #expect(rested(.message, [program]) == "program 12")
        #expect(rested(.message, [bend]) == "pitch-bend = 12288")
    }

    /// A sweep gives the lowest and highest value, in the direction of the present range.
    @Test func sweepGivesLowestAndHighestValue() {
        let sweep = [40, 96, 20, 64].map { cc(1, $0) }
        #expect(rested(.sweep(isFine: false, runsDown: false), sweep) == "20..96")
        #expect(rested(.sweep(isFine: false, runsDown: true), sweep) == "96..20")
        #expect(
            rested(.sweep(isFine: true, runsDown: false), [bend, Message.pitchBend(channel: 0, value: 9)]) == "9..12288"
        )
        // One value is not a range yet.
        #expect(learnt(.sweep(isFine: false, runsDown: false), [cc(1, 9), cc(1, 9)]) == [.half("9"), .half("9")])
        // An MSB does not count alone if its LSB follows.
        let pair = [cc(1, 64), cc(33, 0), cc(1, 5), cc(33, 6), cc(33, 4)]
        #expect(rested(.sweep(isFine: true, runsDown: false), pair) == "644..8192")
    }

    /// F4: an axis never rests, so only the switch or Return takes its range, which must be at least 10 degrees.
    @Test func tiltSweepLastsUntilItIsTaken() {
        var learner = Learner(.tiltSweep("motion x"), middleC: 4)
        #expect(learner.hear(own: "motion x", value: 8192, at: 0) == .half("8192"))
        #expect(learner.hear(own: "motion y", value: 0, at: 0) == .ignored)
        #expect(learner.hear(own: "motion x", value: 8192 + 909, at: 0) == .half("9101"))
        #expect(learner.take() == nil)
        #expect(learner.hear(own: "motion x", value: 7000, at: 0) == .follows("7000..9101"))
        #expect(learner.hear(wheel, at: 0) == .ignored)
        #expect(learner.advance(to: Learner.never - 1) == nil)
        #expect(learner.take() == "7000..9101")
    }

    @Test func twoNotesAreAnEntryOfANoteMap() {
        #expect(
            learnt(.noteMapEntry, [wheel, key, release, key]) == [
                .ignored, .half("C#4"), .ignored, .learnt("C#4: C#4"),
            ])
        #expect(learnt(.key, [wheel, key]) == [.ignored, .learnt("C#4")])
    }

    /// Taps half a second apart are 120 BPM; a controller is its value, at least 20.
    @Test func tempoIsTappedOrMoved() {
        var learner = Learner(.tempo, middleC: 4)
        #expect(learner.hear(key, at: 0) == .half("tap"))
        #expect(learner.hear(own: "switch A", value: 127, at: 500 * LearnerTests.ms) == .follows("120"))
        #expect(learner.hear(own: "switch A short", value: 127, at: 600 * LearnerTests.ms) == .ignored)
        #expect(learner.hear(key, at: 1200 * LearnerTests.ms) == .follows("100"))
        #expect(learner.advance(to: 2700 * LearnerTests.ms) == "100")
        #expect(rested(.tempo, [cc(1, 90)]) == "90" && rested(.tempo, [cc(1, 3)]) == "20")
    }

    /// The slowest tempo is 20 BPM, a tap each 3 s; a longer pause begins again.
    @Test func slowTempoIsTapped() {
        var learner = Learner(.tempo, middleC: 4)
        #expect(learner.hear(key, at: 0) == .half("tap"))
        #expect(learner.hear(key, at: 3001 * LearnerTests.ms) == .half("tap"))
        #expect(learner.hear(key, at: 6001 * LearnerTests.ms) == .follows("20"))
    }
}
