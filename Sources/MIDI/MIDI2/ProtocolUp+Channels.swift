// Used by the router: its input never ends, so it releases a value that waits too long for its LSB (R15).
extension ProtocolUp {
    /// Whether the data entry MSB of a channel of a group waits for its LSB.
    package func isWaiting(group: UInt8, channel: UInt8) -> Bool {
        channels[ProtocolUp.index(group, channel)].isWaiting
    }

    /// Emits the waiting value of a channel of a group with LSB 0, if a value waits for its LSB.
    package mutating func release(group: UInt8, channel: UInt8, _ emit: (Message) -> Void) {
        release(ProtocolUp.index(group, channel), emit)
    }

    /// Forgets bank and parameter of all channels of a group, because the receiver may have been replaced.
    package mutating func forget(group: UInt8) {
        for channel in UInt8(0)..<16 { channels[ProtocolUp.index(group, channel)] = ChannelMemory() }
    }

    /// Whether this value, whose bytes may come from a file, is valid and no parameter value waits.
    package mutating func hasValidState() -> Bool {
        for index in 0..<256 where !channels[index].hasValidState() { return false }
        return true
    }

    private static func index(_ group: UInt8, _ channel: UInt8) -> Int { Int(group & 0x0F) << 4 | Int(channel & 0x0F) }
}
