/// The chapters of a channel journal that is well formed (RFC 6295, appendix A). A chapter that is absent is empty.
struct ChannelChapters {
    let channel: UInt8
    private(set) var program = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var controllers = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var parameters = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var wheel = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var notes = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var extras = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var pressure = UnsafeRawBufferPointer(start: nil, count: 0)
    private(set) var keyPressures = UnsafeRawBufferPointer(start: nil, count: 0)

    /// - Parameter journal: the bytes of the channel journal, at least 3. Bytes after the last chapter are skipped.
    init?(_ journal: UnsafeRawBufferPointer) {
        channel = journal[0] >> 3 & 0x0F
        let contents = journal[2]
        var cursor = JournalCursor(journal)
        _ = cursor.take(3)
        if contents & ChannelContents.program != 0 {
            guard let chapter = cursor.take(3) else { return nil }
            program = chapter
        }
        if contents & ChannelContents.controllers != 0 {
            guard let chapter = cursor.takeLogs() else { return nil }
            controllers = chapter
        }
        if contents & ChannelContents.parameters != 0 {
            guard let chapter = cursor.takeStructure(least: 2), ParameterChapter.isWellFormed(chapter) else {
                return nil
            }
            parameters = chapter
        }
        if contents & ChannelContents.wheel != 0 {
            guard let chapter = cursor.take(2) else { return nil }
            wheel = chapter
        }
        if contents & ChannelContents.notes != 0 {
            guard let chapter = NoteChapter.take(from: &cursor) else { return nil }
            notes = chapter
        }
        if contents & ChannelContents.extras != 0 {
            guard let chapter = cursor.takeLogs() else { return nil }
            extras = chapter
        }
        if contents & ChannelContents.pressure != 0 {
            guard let chapter = cursor.take(1) else { return nil }
            pressure = chapter
        }
        if contents & ChannelContents.keyPressures != 0 {
            guard let chapter = cursor.takeLogs() else { return nil }
            keyPressures = chapter
        }
    }
}
