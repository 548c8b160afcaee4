/// The chapters of a system journal that is well formed (RFC 6295, appendix B). A chapter that is absent is empty.
struct SystemChapters {
    private(set) var simple = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var sensing = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var sequencer = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var timeCode = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var sysEx = UnsafeRawBufferPointer(start: nil, count: 0)

    /// - Parameter journal: the bytes of the system journal, at least 2. Bytes after the last chapter are skipped.
    init?(_ journal: UnsafeRawBufferPointer) {
        let contents = journal[0]
        var cursor = JournalCursor(journal)
        _ = cursor.take(2)
        if contents & SystemContents.simple != 0 {
            guard let chapter = SimpleChapter.take(from: &cursor) else { return nil }
            simple = chapter
        }
        if contents & SystemContents.sensing != 0 {
            guard let chapter = cursor.take(1) else { return nil }
            sensing = chapter
        }
        if contents & SystemContents.sequencer != 0 {
            guard let chapter = SystemChapters.takeSequencer(from: &cursor) else { return nil }
            sequencer = chapter
        }
        if contents & SystemContents.timeCode != 0 {
            guard let chapter = SystemChapters.takeTimeCode(from: &cursor) else { return nil }
            timeCode = chapter
        }
        if contents & SystemContents.sysEx != 0 {
            sysEx = cursor.rest
            if !SysExChapter.isWellFormed(sysEx) { return nil }
        }
    }

    private static func takeSequencer(from cursor: inout JournalCursor) -> UnsafeRawBufferPointer? {
        if cursor.rest.isEmpty { return nil }
        let bits = cursor.rest[0]
        return cursor.take(
            1 + (bits & SequencerBits.hasPosition != 0 ? 2 : 0) + (bits & SequencerBits.hasTimeTools != 0 ? 3 : 0))
    }

    private static func takeTimeCode(from cursor: inout JournalCursor) -> UnsafeRawBufferPointer? {
        if cursor.rest.isEmpty { return nil }
        let bits = cursor.rest[0]
        let isComplete = bits & TimeCodeBits.complete != 0
        guard let chapter = cursor.take(1 + (isComplete ? 4 : 0) + (bits & TimeCodeBits.partial != 0 ? 4 : 0)) else {
            return nil
        }
        // A Full Frame has four data bytes; eight nibbles may take any value.
        if isComplete && bits & TimeCodeBits.quarters == 0 {
            for index in 1...4 where chapter[index] > 0x7F { return nil }
        }
        return chapter
    }
}

/// Chapter D of a received journal (RFC 6295, B.1). The logs of undefined commands are checked and skipped: a MIDI
/// message cannot hold these commands.
struct SimpleChapter {
    private(set) var resets: UInt8?
    private(set) var tuneRequests: UInt8?
    private(set) var song: UInt8?

    /// - Parameter chapter: a chapter that `take` has returned; empty for none.
    init(_ chapter: UnsafeRawBufferPointer) {
        var cursor = JournalCursor(chapter)
        let contents = cursor.takeByte() ?? 0
        if contents & SimpleBits.reset != 0 { resets = (cursor.takeByte() ?? 0) & 0x7F }
        if contents & SimpleBits.tuneRequest != 0 { tuneRequests = (cursor.takeByte() ?? 0) & 0x7F }
        if contents & SimpleBits.songSelect != 0 { song = (cursor.takeByte() ?? 0) & 0x7F }
    }

    /// Removes and returns the chapter at the front; nil if it is malformed.
    static func take(from cursor: inout JournalCursor) -> UnsafeRawBufferPointer? {
        var rest = cursor
        guard let contents = rest.takeByte() else { return nil }
        for bit in 4...6 where contents & 1 << UInt8(bit) != 0 {
            if rest.takeByte() == nil { return nil }
        }
        for bit in 2...3 where contents & 1 << UInt8(bit) != 0 {
            guard let log = rest.takeStructure(least: 2), isSystemCommon(log) else { return nil }
        }
        for bit in 0...1 where contents & 1 << UInt8(bit) != 0 {
            guard !rest.rest.isEmpty else { return nil }
            let (bits, length) = (rest.rest[0], Int(rest.rest[0] & 0x1F))
            if length < (bits & 0x40 != 0 ? 2 : 1) || rest.take(length) == nil { return nil }
        }
        return cursor.take(cursor.rest.count - rest.rest.count)
    }

    // COUNT is one byte; VALUE ends with the first byte above 127; LEGAL fills the rest.
    private static func isSystemCommon(_ log: UnsafeRawBufferPointer) -> Bool {
        var rest = JournalCursor(log)
        _ = rest.take(2)
        if log[0] & 0x40 != 0, rest.takeByte() == nil { return false }
        if log[0] & 0x20 == 0 { return true }
        while let byte = rest.takeByte() {
            if byte > 0x7F { return true }
        }
        return false
    }
}
