extension StreamParser {
    /// Closes an open SysEx and drops a partial message, after silence, unplug or panic.
    ///
    /// Drops the held bytes of the SysEx. The sender does not know that it was closed, so its remaining bytes are
    /// ignored up to F7 or another status byte that is not real-time (rule S4). They do not count as dropped bytes.
    package mutating func close(_ emit: (Message) -> Void) {
        if isInSysEx {
            if sysEx == .flowing { emit(.sysExEnd(group: group)) }
            heldCount = 0
            sysEx = .ignored
        }
        dropPartialMessage()
    }

    /// Ends the input: closes an open SysEx (rule S4) and drops a partial message. A new stream may follow.
    package mutating func finish(_ emit: (Message) -> Void) {
        if sysEx == .flowing { emit(.sysExEnd(group: group)) }
        heldCount = 0
        sysEx = .none
        status = 0
        hasFirst = false
    }

    private mutating func dropPartialMessage() {
        // Running status is dropped too: otherwise the second data byte would become the first of the next message.
        guard hasFirst || Status.isSystem(status) else { return }
        hasFirst = false
        status = 0
    }
}

extension StreamParser {
    /// Whether the bytes of this value are a valid parser of group 0 (`RawBytes`).
    package mutating func hasValidState() -> Bool {
        var fresh = StreamParser()
        if !RawBytes.isBool(&hasFirst) || !RawBytes.isCase(&sysEx, of: 4) { return false }
        if group != fresh.group || !hasSameHead(as: &fresh) { return false }
        return (status == 0 || status >= 0x80) && status < 0xF8 && first < 0x80 && heldCount <= 6
            && held & 0xFFFF_8080_8080_8080 == 0 && (!hasFirst || status >= 0x80)
    }
}
