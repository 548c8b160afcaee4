// Channels are 0...15; keys, controllers and values are 0...127 unless stated otherwise (MIDI 1.0 Detailed
// Specification). A value out of range is a programming error of the caller. It is masked, so that it cannot change the
// kind of message.
extension Message {
    @inlinable
    package static func noteOn(channel: UInt8, key: UInt8, velocity: UInt8) -> Message {
        Message(channelStatus: Status.noteOn, channel, key, velocity)
    }

    /// Makes a Note Off with status `8n`. The default velocity is the one MIDI 1.0 recommends without velocity sensing
    /// (rule R5).
    @inlinable
    package static func noteOff(channel: UInt8, key: UInt8, velocity: UInt8 = 0x40) -> Message {
        Message(channelStatus: Status.noteOff, channel, key, velocity)
    }

    @inlinable
    package static func polyPressure(channel: UInt8, key: UInt8, value: UInt8) -> Message {
        Message(channelStatus: Status.polyPressure, channel, key, value)
    }

    @inlinable
    package static func controlChange(channel: UInt8, controller: UInt8, value: UInt8) -> Message {
        Message(channelStatus: Status.controlChange, channel, controller, value)
    }

    @inlinable
    package static func programChange(channel: UInt8, program: UInt8) -> Message {
        Message(channelStatus: Status.programChange, channel, program, 0)
    }

    @inlinable
    package static func channelPressure(channel: UInt8, value: UInt8) -> Message {
        Message(channelStatus: Status.channelPressure, channel, value, 0)
    }

    /// - Parameter value: 0...16383; 8192 is the centre.
    @inlinable
    package static func pitchBend(channel: UInt8, value: UInt16) -> Message {
        Message(channelStatus: Status.pitchBend, channel, UInt8(value & 0x7F), UInt8(value >> 7 & 0x7F))
    }

    @inlinable @inline(__always)
    init(channelStatus: UInt8, _ channel: UInt8, _ data1: UInt8, _ data2: UInt8) {
        self.init(status: channelStatus | channel & 0x0F, data1 & 0x7F, data2 & 0x7F)
    }

    /// The value of a Pitch Bend, 0...16383. Its least significant seven bits come first on the wire.
    @inlinable package var bend: UInt16 { UInt16(data2) << 7 | UInt16(data1) }

    /// The same message in another group, 0...15.
    @inlinable
    package func on(group: UInt8) -> Message {
        Message(word0 & ~0x0F00_0000 | UInt32(group & 0x0F) << 24, word1, word2, word3)
    }
}

extension Message {
    /// A MIDI 1.0 channel message, 80...EF.
    @inlinable package var isChannelMessage: Bool { type == MessageType.midi1Channel && Status.isChannel(status) }
    /// A MIDI 1.0 channel message in group 0, the group of all messages inside the box. One comparison checks both.
    @inlinable package var isChannelMessageOfFirstGroup: Bool { word0 &- 0x2080_0000 < 0x0070_0000 }
    /// A piece of a SysEx in group 0 that is neither the first nor the last.
    @inlinable package var isMiddleOfSysEx: Bool { word0 &- 0x3020_0000 < 0x0007_0000 }
    /// System Real-Time: F8...FF, including the undefined F9 and FD.
    @inlinable package var isRealTime: Bool { type == MessageType.system && Status.isRealTime(status) }
    /// System Common: F1...F6. SysEx has a message type of its own.
    @inlinable package var isSystemCommon: Bool {
        type == MessageType.system && Status.timeCode...Status.tuneRequest ~= status
    }

    /// A note that begins: `9n` with a velocity above 0.
    @inlinable package var isNoteOn: Bool { hasChannelStatus(Status.noteOn) && data2 > 0 }
    /// A note that ends: `8n`, or `9n` with velocity 0 (rule S5).
    @inlinable package var isNoteOff: Bool {
        hasChannelStatus(Status.noteOff) || hasChannelStatus(Status.noteOn) && data2 == 0
    }
    @inlinable package var isControlChange: Bool { hasChannelStatus(Status.controlChange) }
    @inlinable package var isProgramChange: Bool { hasChannelStatus(Status.programChange) }

    /// Compares message type and status, ignoring group and channel.
    ///
    /// - Parameter status: a channel status of channel 0, 0x80...0xE0.
    @inlinable
    func hasChannelStatus(_ status: UInt8) -> Bool {
        word0 & 0xF0F0_0000 == 0x2000_0000 | UInt32(status) << 16
    }
}
