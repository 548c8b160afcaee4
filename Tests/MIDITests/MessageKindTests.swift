import MIDI
import Testing

@Suite struct MessageKindTests {
    @Test(
        arguments: [
            (Message.noteOn(channel: 15, key: 60, velocity: 1), 0x209F_3C01, MessageKind.noteOn),
            (.noteOff(channel: 1, key: 60), 0x2081_3C40, .noteOff),
            (.noteOn(channel: 0, key: 60, velocity: 0), 0x2090_3C00, .noteOff),
            (.polyPressure(channel: 2, key: 1, value: 127), 0x20A2_017F, .polyPressure),
            (.controlChange(channel: 3, controller: 7, value: 100), 0x20B3_0764, .controlChange),
            (.programChange(channel: 4, program: 127), 0x20C4_7F00, .programChange),
            (.channelPressure(channel: 5, value: 9), 0x20D5_0900, .channelPressure),
            (.pitchBend(channel: 6, value: 8192), 0x20E6_0040, .pitchBend),
            (.pitchBend(channel: 6, value: 16383), 0x20E6_7F7F, .pitchBend),
            (.sysExEnd(group: 2), 0x3230_0000, .sysEx),
            (Message(contact: 255, value: 127), 0x60FF_007F, .contact),
            (Message(motion: 2, value: 16383), 0x6102_3FFF, .motion),
            (Message(0x2010_0000), 0x2010_0000, .other), (Message(0x4090_3C00), 0x4090_3C00, .other),
        ] as [(Message, UInt32, MessageKind)])
    func factoriesMakeTheirKind(message: Message, word: UInt32, kind: MessageKind) {
        #expect(message.word0 == word)
        #expect(message.kind == kind)
    }

    @Test(
        arguments: [
            (0xF1, .timeCode), (0xF2, .songPosition), (0xF3, .songSelect), (0xF4, .other), (0xF5, .other),
            (0xF6, .tuneRequest), (0xF8, .timingClock), (0xF9, .other), (0xFA, .start), (0xFB, .continue),
            (0xFC, .stop),
            (0xFD, .other), (0xFE, .activeSensing), (0xFF, .reset),
        ] as [(UInt8, MessageKind)])
    func systemStatusesHaveTheirKind(status: UInt8, kind: MessageKind) {
        let message = Message(status: status)
        #expect(message.kind == kind)
        #expect(message.isRealTime == (status >= 0xF8))
        #expect(message.isSystemCommon == (status < 0xF8))
        #expect(!message.isChannelMessage)
    }

    @Test func kindsFillTheirTable() {
        #expect(MessageKind.count == 22)
        #expect(MessageKind(rawValue: UInt8(MessageKind.count)) == nil)
    }

    /// S5.
    @Test func velocityZeroEndsANote() {
        let release = Message.noteOn(channel: 0, key: 60, velocity: 0)
        #expect(release.isNoteOff && !release.isNoteOn)
        #expect(Message.noteOff(channel: 0, key: 60).isNoteOff)
        #expect(!Message.polyPressure(channel: 0, key: 60, value: 0).isNoteOff)
    }

    @Test func bendIsReadBack() {
        for value in UInt16(0)...16383 { #expect(Message.pitchBend(channel: 0, value: value).bend == value) }
    }

    @Test func outOfRangeValuesKeepTheKindOfMessage() {
        #expect(Message.noteOn(channel: 0x1F, key: 0xFF, velocity: 0x80).word0 == 0x209F_7F00)
        #expect(Message(status: 0x90, 60, 64).on(group: 0x1F).on(group: 3).word0 == 0x2390_3C40)
    }

    @Test func boxMessagesCarryTheirValue() {
        let tilt = Message(motion: 2, value: 8192)
        #expect(tilt.controlID == 2 && tilt.controlValue == 8192)
        let press = Message(contact: 200, value: 127)
        #expect(press.controlID == 200 && press.controlValue == 127)
    }
}
