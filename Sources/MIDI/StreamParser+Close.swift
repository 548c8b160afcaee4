extension StreamParser {
    /// What silence, unplug and panic do: an open SysEx is closed and a half message dropped.
    ///
    /// What is still held of the SysEx is dropped. The sender knows nothing of this, so the rest of it is ignored until
    /// its F7, or another status byte that is not real-time (rule S4); bytes ignored are no strays.
    public mutating func close(_ emit: (Message) -> Void) {
        if isInSysEx {
            if sysEx == .flowing { emit(.sysExEnd(group: group)) }
            heldCount = 0
            sysEx = .ignored
        }
        dropHalf()
    }

    /// The end of the input: an unfinished SysEx is broken (rule S4), a half message dropped. A new stream may follow.
    public mutating func finish(_ emit: (Message) -> Void) {
        if sysEx == .flowing { emit(.sysExEnd(group: group)) }
        heldCount = 0
        sysEx = .none
        status = 0
        hasFirst = false
    }

    /// Without its first half the second would be taken for the first of the next message, so running status goes too.
    private mutating func dropHalf() {
        guard hasFirst || status >= 0xF0 else { return }
        hasFirst = false
        status = 0
    }
}

extension StreamParser {
    /// Whether bytes that were put in its place are a parser of group 0 (`RawBytes`).
    public mutating func hasValidState() -> Bool {
        var fresh = StreamParser()
        if !RawBytes.isBool(&hasFirst) || !RawBytes.isCase(&sysEx, of: 4) { return false }
        if group != fresh.group || !hasSameHead(as: &fresh) { return false }
        return (status == 0 || status >= 0x80) && status < 0xF8 && first < 0x80 && heldCount <= 6
            && held & 0xFFFF_8080_8080_8080 == 0 && (!hasFirst || status >= 0x80)
    }
}
