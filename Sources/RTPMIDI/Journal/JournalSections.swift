/// A section of a well-formed journal (N9): the system journal or a channel journal.
enum JournalSection {
    case system(SystemChapters)
    case channel(ChannelChapters)
}

extension JournalSection {
    /// Walks through the journal at the start of `bytes`.
    ///
    /// - Parameter body: called with each section in order, also with those before a malformed one.
    /// - Returns: the length of the journal in bytes; nil if it is malformed.
    static func walk(_ bytes: UnsafeRawBufferPointer, _ body: (JournalSection) -> Void) -> Int? {
        var cursor = JournalCursor(bytes)
        guard let header = cursor.take(JournalHeader.size) else { return nil }
        if header[0] & JournalHeader.hasSystem != 0 {
            guard let journal = cursor.takeStructure(least: 2), let chapters = SystemChapters(journal) else {
                return nil
            }
            body(.system(chapters))
        }
        if header[0] & JournalHeader.hasChannels != 0 {
            for _ in 0...(header[0] & 0x0F) {
                guard let journal = cursor.takeStructure(least: 3), let chapters = ChannelChapters(journal) else {
                    return nil
                }
                body(.channel(chapters))
            }
        }
        return bytes.count - cursor.rest.count
    }
}
