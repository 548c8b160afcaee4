import MIDI

/// Tracks where packets begin in the words of one input. A read may end within a packet.
struct PacketWalk: BitwiseCopyable {
    /// Words of the partial packet that have not arrived yet.
    private var missing: UInt8 = 0
    /// The type of the partial packet, or of the last packet.
    private var type: UInt8 = 0

    /// The last packet was a piece of a SysEx or of other data.
    var isInData: Bool { type == MessageType.sysEx || type == MessageType.longData }

    /// Walks over words. Returns whether a UMP Stream message ends in them.
    @inline(__always)
    mutating func take(_ words: UnsafeBufferPointer<UInt32>) -> Bool {
        var hasStream = false
        var at = 0
        while at < words.count {
            if missing == 0 {
                type = UInt8(truncatingIfNeeded: words[at] >> 28)
                missing = UInt8(truncatingIfNeeded: MessageLength.words(type: type))
            }
            let taken = min(Int(missing), words.count &- at)
            at &+= taken
            missing &-= UInt8(truncatingIfNeeded: taken)
            if missing == 0 && type == MessageType.stream { hasStream = true }
        }
        return hasStream
    }
}
