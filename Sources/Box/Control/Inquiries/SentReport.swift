import Engine
import MIDI
import MIDICI
import Plan

/// The state that the box last sent to a place, for a MIDI Message Report (U9; M2-101-UM, Process Inquiry), as far back
/// as the flight recorder reaches.
struct SentReport {
    /// The state last sent on one channel.
    struct Channel {
        /// The last value of each controller; nil: none was sent, or a reset followed.
        var controllers = [UInt8?](repeating: nil, count: 128)
        var program: UInt8?
        var pressure: UInt8?
        /// Pitch bend: LSB and MSB.
        var bend: (UInt8, UInt8)?
        /// The velocity and the pressure of each key that sounds.
        var keys = [UInt8?](repeating: nil, count: 128)
        var keyPressures = [UInt8?](repeating: nil, count: 128)
    }

    private(set) var channels = [Channel](repeating: Channel(), count: 16)

    /// - Parameter outputs: the flight recorder's ring of sent messages.
    init(_ outputs: RecordRing, port: Int) {
        // The entries are not copied: the loop overwrites far fewer entries meanwhile than the ring reserves.
        for place in outputs.oldest..<max(outputs.written, outputs.oldest) {
            let entry = outputs.entry(at: place)
            guard entry.kind == RecordRing.Kind.message.rawValue, Int(entry.port) == port else { continue }
            hear(Message(UInt32(truncatingIfNeeded: entry.payload)))
        }
    }

    /// Updates the state by a sent message.
    private mutating func hear(_ message: Message) {
        guard message.type == MessageType.midi1Channel else { return }
        let (channel, first, second) = (Int(message.channel), Int(message.data1), message.data2)
        switch message.kind {
        case .noteOn: channels[channel].keys[first] = second
        case .noteOff:
            channels[channel].keys[first] = nil
            channels[channel].keyPressures[first] = nil
        case .polyPressure: channels[channel].keyPressures[first] = second
        case .controlChange: hearController(message.data1, second, channel)
        case .programChange: channels[channel].program = message.data1
        case .channelPressure: channels[channel].pressure = message.data1
        case .pitchBend: channels[channel].bend = (message.data1, second)
        default: break
        }
    }

    private mutating func hearController(_ number: UInt8, _ value: UInt8, _ channel: Int) {
        switch number {
        case ControllerNumber.allSoundOff, ControllerNumber.allNotesOff:
            channels[channel].keys = Channel().keys
            channels[channel].keyPressures = Channel().keyPressures
        case ControllerNumber.resetAllControllers:
            // RP-015: these return to their values at power-up, but bank, volume and pan stay.
            for reset in SentReport.resettable { channels[channel].controllers[reset] = nil }
            (channels[channel].pressure, channels[channel].bend) = (nil, nil)
            channels[channel].keyPressures = Channel().keyPressures
        case 6, 38, 96...101, 120...127:
            // A half of a parameter means nothing alone, and mode messages are no state.
            break
        default: channels[channel].controllers[Int(number)] = value
        }
    }

    /// Modulation, expression and pedals (RP-015).
    private static let resettable = [1, 11, 33, 43, 64, 65, 66, 67]

    /// The messages that bring a device to this state: controllers with the bank first, program, pressure, bend, keys.
    ///
    /// - Parameter channel: 0...15; nil: all.
    func messages(channel: UInt8?, _ kinds: CIReportKinds) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        for number in UInt8(0)..<16 where channel == nil || channel == number {
            append(channels[Int(number)], number, kinds, to: &messages)
        }
        return messages
    }

    private func append(_ state: Channel, _ channel: UInt8, _ kinds: CIReportKinds, to messages: inout [[UInt8]]) {
        if kinds.contains(.controllers) {
            for (number, value) in state.controllers.enumerated() {
                if let value { messages.append([Status.controlChange | channel, UInt8(number), value]) }
            }
        }
        if kinds.contains(.program), let program = state.program {
            messages.append([Status.programChange | channel, program])
        }
        if kinds.contains(.pressure), let pressure = state.pressure {
            messages.append([Status.channelPressure | channel, pressure])
        }
        if kinds.contains(.bend), let bend = state.bend {
            messages.append([Status.pitchBend | channel, bend.0, bend.1])
        }
        for (key, velocity) in state.keys.enumerated() where kinds.contains(.notes) {
            if let velocity { messages.append([Status.noteOn | channel, UInt8(key), velocity]) }
        }
        for (key, pressure) in state.keyPressures.enumerated() where kinds.contains(.keyPressure) {
            if let pressure { messages.append([Status.polyPressure | channel, UInt8(key), pressure]) }
        }
    }
}
