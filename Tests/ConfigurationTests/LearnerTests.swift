import MIDI
import Testing

@testable import Configuration

/// What fits a place, and what is written of it.
@Suite struct LearnerTests {
    /// What comes of messages in hex, one after the other.
    private func learnt(_ kind: Learner.Kind, _ messages: [Message], middleC: Int = 4) -> [Learner.Outcome] {
        var learner = Learner(kind, middleC: middleC)
        return messages.map { learner.hear($0) }
    }

    private let key = Message.noteOn(channel: 2, key: 61, velocity: 90)
    private let release = Message.noteOff(channel: 2, key: 61)
    private let wheel = Message.controlChange(channel: 4, controller: 1, value: 64)
    private let bend = Message.pitchBend(channel: 15, value: 12288)
    private let pressure = Message.channelPressure(channel: 0, value: 5)
    private let program = Message.programChange(channel: 9, program: 12)
    private let clock = Message(status: 0xF8)
    private let sysEx = Message.sysExEnd()

    @Test func twoNotesAreARangeWhicheverComesFirst() {
        let low = Message.noteOn(channel: 0, key: 36, velocity: 100)
        #expect(
            learnt(.noteRange, [wheel, key, release, clock, low])
                == [.ignored, .half("C#4"), .ignored, .ignored, .learnt("C2..C#4")])
        #expect(learnt(.noteRange, [low, key], middleC: 3) == [.half("C1"), .learnt("C1..C#3")])
        #expect(learnt(.noteRange, [low, low]) == [.half("C2"), .learnt("C2..C2")])
        #expect(learnt(.velocityRange, [low, release, key]) == [.half("100"), .ignored, .learnt("90..100")])
    }

    @Test func anyChannelMessageTellsAChannel() {
        for (message, channel) in [(key, 3), (release, 3), (wheel, 5), (bend, 16), (pressure, 1), (program, 10)] {
            #expect(learnt(.channel, [message]) == [.learnt("\(channel)")])
        }
        #expect(learnt(.channel, [clock, sysEx]) == [.ignored, .ignored])
    }

    @Test func controllersAreNamed() {
        let rows: [(was: String, Message, String?)] = [
            ("", wheel, "cc 1"), ("cc 7", bend, "pitch-bend"), ("cc 7", pressure, "channel-pressure"),
            ("cc 7", program, "program"), ("cc 7", key, nil), ("cc 7", clock, nil),
            ("cc 7 14-bit", wheel, "cc 1 14-bit"),
            ("pitch-bend 7-bit", bend, "pitch-bend 7-bit"), ("key C1", key, "key C#4"), ("key C1", wheel, nil),
            ("key C1", release, nil),
        ]
        for (was, message, text) in rows {
            #expect(learnt(.controller(was: was), [message]) == [text.map { .learnt($0) } ?? .ignored], "\(was)")
        }
    }

    @Test func footswitchesAndTiltAreControllers() {
        var learner = Learner(.controller(was: "cc 7"), middleC: 4)
        #expect(learner.hear(own: "motion x") == .ignored)
        #expect(learner.hear(own: "switch A long") == .learnt("switch A long"))
        learner = Learner(.controller(was: "motion x"), middleC: 4)
        #expect(learner.hear(own: "motion y") == .learnt("motion y"))
        learner = Learner(.controller(was: "key C1"), middleC: 4)
        #expect(learner.hear(own: "switch A") == .ignored)
        learner = Learner(.channel, middleC: 4)
        #expect(learner.hear(own: "switch A") == .ignored)
    }

    /// Any controller where a value is learnt; between the ranges as R15 has it.
    @Test func valuesComeOfAnyController() {
        let rows: [(isFine: Bool, Message, String)] = [
            (false, wheel, "64"), (false, pressure, "5"), (false, program, "12"), (false, bend, "96"),
            (true, bend, "12288"),
            (true, wheel, "8256"), (true, Message.controlChange(channel: 0, controller: 1, value: 127), "16383"),
            (true, Message.controlChange(channel: 0, controller: 1, value: 0), "0"),
        ]
        for (isFine, message, text) in rows {
            #expect(learnt(.value(isFine: isFine, prefix: ""), [message]) == [.learnt(text)])
        }
        #expect(learnt(.value(isFine: false, prefix: "<= "), [key, wheel]) == [.ignored, .learnt("<= 64")])
        #expect(learnt(.velocity, [wheel, release, key]) == [.ignored, .ignored, .learnt("90")])
        #expect(learnt(.program, [wheel, key, program]) == [.ignored, .ignored, .learnt("12")])
        #expect(learnt(.message, [key, wheel]) == [.ignored, .learnt("cc 1 = 64")])
        #expect(learnt(.message, [program]) == [.learnt("program 12")])
        #expect(learnt(.message, [bend]) == [.learnt("pitch-bend = 12288")])
    }
}
