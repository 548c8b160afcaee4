import MIDI

/// Tracks where UMPs begin in the words of one input. A read may end within a UMP.
struct UMPWalk: BitwiseCopyable {
    /// Words of the partial UMP that have not arrived yet.
    private var missing: UInt8 = 0
    /// The type of the partial UMP, or of the last UMP.
    private var type: UInt8 = 0

    /// The last UMP was a piece of a SysEx or of other data.
    var isInData: Bool { type == MessageType.sysEx || type == MessageType.longData }

    /// Walks over words. Returns whether a UMP Stream message ends in them.
    @inline(__always)
    mutating func walk(_ words: UnsafeBufferPointer<UInt32>) -> Bool {
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
