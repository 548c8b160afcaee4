import MIDI
import TestSupport

/// What a musician plays in an evening: random messages that a session sends, and at the end the release of everything.
package struct Evening {
    private var random: SplitMix
    private let channels: UInt8

    /// - Parameter isDense: more changes at once than a journal has room for.
    package init(_ random: inout SplitMix, isDense: Bool) {
        self.random = SplitMix(state: random.next())
        channels = isDense ? 16 : UInt8.random(in: 1...4, using: &random)
    }

    private mutating func number(_ range: ClosedRange<UInt8>) -> UInt8 { UInt8.random(in: range, using: &random) }

    /// The messages of one moment.
    package mutating func moment() -> [Message] {
        let channel = number(0...channels - 1)
        switch number(0...20) {
        case 0...6: return [.noteOn(channel: channel, key: number(30...90), velocity: number(0...127))]
        case 7...9: return [.noteOff(channel: channel, key: number(30...90), velocity: number(0...127))]
        case 10: return (0..<number(1...6)).map { _ in .noteOn(channel: channel, key: number(30...90), velocity: 99) }
        case 11...12: return [.controlChange(channel: channel, controller: plainController(), value: number(0...127))]
        case 13: return parameter(channel)
        case 14: return [.pitchBend(channel: channel, value: UInt16.random(in: 0...16383, using: &random))]
        case 15: return [.channelPressure(channel: channel, value: number(0...127))]
        case 16: return [.polyPressure(channel: channel, key: number(30...90), value: number(0...127))]
        case 17: return program(channel)
        case 18: return [system()]
        case 19: return sysEx()
        default: return [.controlChange(channel: channel, controller: mode(), value: 0)]
        }
    }

    /// Controllers that hold a value and nothing else.
    private mutating func plainController() -> UInt8 {
        let controllers: [UInt8] = [1, 2, 4, 5, 7, 8, 10, 11, 12, 13, 64, 65, 66, 67, 69, 71, 74, 91, 93, 102, 119]
        return controllers.randomElement(using: &random)!
    }

    private mutating func mode() -> UInt8 { [120, 121, 123, 123, 123].randomElement(using: &random)! }

    private mutating func parameter(_ channel: UInt8) -> [Message] {
        let isRegistered = Bool.random(using: &random)
        let (high, low) =
            isRegistered
            ? (ControllerNumber.rpnMSB, ControllerNumber.rpnLSB) : (ControllerNumber.nrpnMSB, ControllerNumber.nrpnLSB)
        var messages: [(UInt8, UInt8)] = [
            (high, number(0...2)), (low, number(0...3)), (ControllerNumber.dataEntryMSB, number(0...127)),
        ]
        if Bool.random(using: &random) { messages.append((ControllerNumber.dataEntryLSB, number(0...127))) }
        if Bool.random(using: &random) { messages += [(high, 127), (low, 127)] }
        return messages.map { .controlChange(channel: channel, controller: $0.0, value: $0.1) }
    }

    private mutating func program(_ channel: UInt8) -> [Message] {
        var messages: [Message] = []
        if Bool.random(using: &random) {
            messages = [
                .controlChange(channel: channel, controller: ControllerNumber.bankMSB, value: number(0...127)),
                .controlChange(channel: channel, controller: ControllerNumber.bankLSB, value: number(0...127)),
            ]
        }
        return messages + [.programChange(channel: channel, program: number(0...127))]
    }

    private mutating func system() -> Message {
        let statuses = [
            Status.timingClock, Status.timingClock, Status.start, Status.stop, Status.continue, Status.songSelect,
        ]
        let status = statuses.randomElement(using: &random)!
        return Message(status: status, status == Status.songSelect ? number(0...127) : 0)
    }

    private mutating func sysEx() -> [Message] {
        let length = [2, 8, 40, 200, 900].randomElement(using: &random)!
        var parser = StreamParser()
        var messages: [Message] = []
        // The length and a sum, so that a SysEx of which a part is missing is found.
        let data = (0..<length).map { _ in number(0...127) }
        let sum = data.reduce(0) { ($0 + Int($1)) & 0x7F }
        let head = [UInt8(length >> 7), UInt8(length & 0x7F), UInt8(sum)]
        for byte in [Status.sysEx] + head + data + [Status.sysExEnd] { parser.feed(byte) { messages.append($0) } }
        return messages
    }
}
