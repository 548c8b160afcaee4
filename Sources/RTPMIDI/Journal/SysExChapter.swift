/// Chapter X of a received journal (RFC 6295, B.5): logs that fill the rest of the system journal.
struct SysExChapter {
    struct Log {
        /// The S bit is 0: the SysEx is of the last packet.
        var isRecent = false
        /// Whether the S bit is that of this SysEx alone. The S bit of the first log is that of the chapter (B.5.1).
        var isOwnBit = true
        /// The number of SysEx in the session, modulo 256, this one included; nil without the COUNT field.
        var number: UInt8?
        /// Whether the SysEx ended. Cancelled ones ended too.
        var isFinished = false
        /// Whether the sender has cancelled the SysEx, or its journal does not protect the SysEx.
        var isCancelled = false
        /// The index of the first byte of `data` among the data bytes of the SysEx.
        var first = 0
        /// The data bytes. The last one has its top bit set.
        var data = UnsafeRawBufferPointer(start: nil, count: 0)
    }

    private var cursor: JournalCursor
    private var isFirst = true

    init(_ chapter: UnsafeRawBufferPointer) { cursor = JournalCursor(chapter) }

    var hasLogs: Bool { !cursor.rest.isEmpty }

    /// Reads the next log; nil if it is malformed.
    mutating func next() -> Log? {
        guard let bits = cursor.takeByte() else { return nil }
        let status = bits & SysExBits.status
        var log = Log(isRecent: bits & 0x80 == 0, isFinished: status != 0, isCancelled: status == SysExBits.cancelled)
        if bits & SysExBits.hasTypeCount != 0, cursor.takeByte() == nil { return nil }
        if bits & SysExBits.hasCount != 0 {
            guard let number = cursor.takeByte() else { return nil }
            log.number = number
        }
        if bits & SysExBits.hasFirst != 0 {
            guard let first = takeFirst() else { return nil }
            log.first = first
        }
        if bits & SysExBits.hasData != 0 {
            guard let data = acceptData() else { return nil }
            log.data = data
        }
        if isFirst && hasLogs {
            // Logs are oldest first: the first is at most as recent as the second.
            log.isRecent = log.isRecent && cursor.rest[0] & 0x80 == 0
            log.isOwnBit = false
        }
        isFirst = false
        return log
    }

    // At most four octets, of which the last alone has its top bit clear (figure B.5.2).
    private mutating func takeFirst() -> Int? {
        var first = 0
        for _ in 0..<4 {
            guard let byte = cursor.takeByte() else { return nil }
            first = first << 7 | Int(byte & 0x7F)
            if byte < 0x80 { return first }
        }
        return nil
    }

    private mutating func acceptData() -> UnsafeRawBufferPointer? {
        let bytes = cursor.rest
        for index in 0..<bytes.count where bytes[index] > 0x7F { return cursor.take(index + 1) }
        return nil
    }

    static func isWellFormed(_ chapter: UnsafeRawBufferPointer) -> Bool {
        var logs = SysExChapter(chapter)
        if !logs.hasLogs { return false }
        while logs.hasLogs {
            if logs.next() == nil { return false }
        }
        return true
    }
}
