/// Chapter N of a received journal (RFC 6295, A.6): notes that began, and the bits of notes that ended.
struct NoteChapter {
    /// The number of note logs, two bytes each.
    let logs: Int
    private let bytes: UnsafeRawBufferPointer

    /// - Parameter chapter: a chapter that `take` has returned; empty for none.
    init(_ chapter: UnsafeRawBufferPointer) {
        bytes = chapter
        logs = chapter.isEmpty ? 0 : NoteChapter.logs(chapter[0], chapter[1])
    }

    /// Removes and returns the chapter at the front; nil if it is malformed.
    static func take(from cursor: inout JournalCursor) -> UnsafeRawBufferPointer? {
        if cursor.rest.count < 2 { return nil }
        let (first, second) = (cursor.rest[0], cursor.rest[1])
        let (low, high) = (Int(second >> 4), Int(second & 0x0F))
        // LOW > HIGH is legal only as 15/0 and 15/1: no OFFBITS follow (RFC 6295, A.6.1).
        if low > high && (low != 15 || high > 1) { return nil }
        return cursor.take(2 + 2 * logs(first, second) + (low > high ? 0 : high - low + 1))
    }

    private static func logs(_ first: UInt8, _ second: UInt8) -> Int {
        let count = Int(first & 0x7F)
        return count == 127 && second == 0xF0 ? 128 : count
    }

    func key(_ log: Int) -> UInt8 { bytes[2 + 2 * log] & 0x7F }
    /// The velocity of a note log. 0 is not a Note On; senders never write it.
    func velocity(_ log: Int) -> UInt8 { bytes[3 + 2 * log] & 0x7F }
    /// The Y bit: the sender recommends to play the note.
    func isToPlay(_ log: Int) -> Bool { bytes[3 + 2 * log] & 0x80 != 0 }

    /// Whether the key, 0...127, ended.
    func ends(_ key: UInt8) -> Bool {
        if bytes.isEmpty { return false }
        let (low, high) = (bytes[1] >> 4, bytes[1] & 0x0F)
        if key >> 3 < low || key >> 3 > high { return false }
        return bytes[2 + 2 * logs + Int(key >> 3 - low)] & 0x80 >> (key & 7) != 0
    }

    /// Whether a note log names the key.
    func begins(_ key: UInt8) -> Bool {
        for log in 0..<logs where self.key(log) == key && velocity(log) > 0 { return true }
        return false
    }
}

/// A chapter whose logs have two bytes each after a header of one byte: C, E and A.
struct LogChapter {
    let logs: Int
    private let bytes: UnsafeRawBufferPointer

    /// - Parameter chapter: a chapter that `JournalCursor.takeLogs` has returned; empty for none.
    init(_ chapter: UnsafeRawBufferPointer) {
        bytes = chapter
        logs = chapter.count / 2
    }

    /// The key or controller, 0...127.
    func number(_ log: Int) -> UInt8 { bytes[1 + 2 * log] & 0x7F }
    /// The top bit of the second byte: A, V or X.
    func flag(_ log: Int) -> Bool { bytes[2 + 2 * log] & 0x80 != 0 }
    /// The other bits of the second byte, 0...127.
    func value(_ log: Int) -> UInt8 { bytes[2 + 2 * log] & 0x7F }

    /// The value of the first log with this number and flag; nil if there is none.
    func value(of number: UInt8, flag: Bool) -> UInt8? {
        for log in 0..<logs where self.number(log) == number && self.flag(log) == flag { return value(log) }
        return nil
    }
}
