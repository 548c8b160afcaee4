// Channels are 0...15, keys, controllers and values 0...127 unless said otherwise (MIDI 1.0 Detailed Specification).
// What is out of range is a programming error upstream; it is masked here, so that no message can turn into another.
extension Message {
    @inlinable
    public static func noteOn(channel: UInt8, key: UInt8, velocity: UInt8) -> Message {
        Message(channelStatus: 0x90, channel, key, velocity)
    }

    /// The form `8n`. The default velocity is the one MIDI 1.0 recommends where none is sensed (rule R5).
    @inlinable
    public static func noteOff(channel: UInt8, key: UInt8, velocity: UInt8 = 0x40) -> Message {
        Message(channelStatus: 0x80, channel, key, velocity)
    }

    @inlinable
    public static func polyPressure(channel: UInt8, key: UInt8, value: UInt8) -> Message {
        Message(channelStatus: 0xA0, channel, key, value)
    }

    @inlinable
    public static func controlChange(channel: UInt8, controller: UInt8, value: UInt8) -> Message {
        Message(channelStatus: 0xB0, channel, controller, value)
    }

    @inlinable
    public static func programChange(channel: UInt8, program: UInt8) -> Message {
        Message(channelStatus: 0xC0, channel, program, 0)
    }

    @inlinable
    public static func channelPressure(channel: UInt8, value: UInt8) -> Message {
        Message(channelStatus: 0xD0, channel, value, 0)
    }

    /// - Parameter value: 0...16383, 8192 is the centre.
    @inlinable
    public static func pitchBend(channel: UInt8, value: UInt16) -> Message {
        Message(channelStatus: 0xE0, channel, UInt8(value & 0x7F), UInt8(value >> 7 & 0x7F))
    }

    @inlinable @inline(__always)
    init(channelStatus: UInt8, _ channel: UInt8, _ data1: UInt8, _ data2: UInt8) {
        self.init(status: channelStatus | channel & 0x0F, data1 & 0x7F, data2 & 0x7F)
    }

    /// The value of a Pitch Bend, 0...16383: the least significant seven bits come first on the wire.
    @inlinable public var bend: UInt16 { UInt16(data2) << 7 | UInt16(data1) }

    /// The same message in another group, 0...15.
    @inlinable
    public func on(group: UInt8) -> Message {
        Message(word0 & ~0x0F00_0000 | UInt32(group & 0x0F) << 24, word1, word2, word3)
    }
}

extension Message {
    /// A MIDI 1.0 channel message, 80...EF.
    @inlinable public var isChannelMessage: Bool { type == 2 && 0x80..<0xF0 ~= status }
    /// The same in group 0, which is that of all messages in the box: asked with one comparison.
    @inlinable public var isChannelMessageOfFirstGroup: Bool { word0 &- 0x2080_0000 < 0x0070_0000 }
    /// A piece of a SysEx in group 0 that is neither its first nor its last.
    @inlinable public var isMiddleOfSysEx: Bool { word0 &- 0x3020_0000 < 0x0007_0000 }
    /// System Real-Time: F8...FF, the undefined F9 and FD included.
    @inlinable public var isRealTime: Bool { type == 1 && status >= 0xF8 }
    /// System Common: F1...F6. SysEx is a type of its own here.
    @inlinable public var isSystemCommon: Bool { type == 1 && 0xF1...0xF6 ~= status }

    /// A note that begins: `9n` with a velocity above 0.
    @inlinable public var isNoteOn: Bool { hasChannelStatus(0x90) && data2 > 0 }
    /// A note that ends: `8n`, or `9n` with velocity 0 (rule S5).
    @inlinable public var isNoteOff: Bool { hasChannelStatus(0x80) || hasChannelStatus(0x90) && data2 == 0 }
    @inlinable public var isPolyPressure: Bool { hasChannelStatus(0xA0) }
    @inlinable public var isControlChange: Bool { hasChannelStatus(0xB0) }
    @inlinable public var isProgramChange: Bool { hasChannelStatus(0xC0) }
    @inlinable public var isChannelPressure: Bool { hasChannelStatus(0xD0) }
    @inlinable public var isPitchBend: Bool { hasChannelStatus(0xE0) }

    /// - Parameter status: 0x80...0xE0, the channel nibble 0.
    @inlinable
    func hasChannelStatus(_ status: UInt8) -> Bool {
        word0 & 0xF0F0_0000 == 0x2000_0000 | UInt32(status) << 16
    }
}
