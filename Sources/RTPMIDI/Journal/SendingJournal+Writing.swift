/// Bits of the journal header (RFC 6295, 5, figure 8).
enum JournalHeader {
    static let hasSystem: UInt8 = 0x40
    static let hasChannels: UInt8 = 0x20
    /// Octets of the header: flags and the checkpoint.
    static let size = 3
}

extension SendingJournal {
    /// Writes a journal of one window. Returns its length in bytes; nil if it does not fit.
    mutating func write(_ window: JournalWindow, to memory: UnsafeMutableRawBufferPointer) -> Int? {
        var writer = JournalWriter(window, to: memory)
        let mark = writer.begin(header: JournalHeader.size)
        let checkpoint = UInt16(truncatingIfNeeded: window.packet &- window.depth)
        writer.patch(mark, 1, UInt8(checkpoint >> 8))
        writer.patch(mark, 2, UInt8(truncatingIfNeeded: checkpoint))
        let hasSystem = system.write(into: &writer)
        var written: UInt8 = 0
        for channel in 0..<16 {
            if channels[channel].write(channel: UInt8(channel), into: &writer) { written += 1 }
        }
        let channelBits = written > 0 ? JournalHeader.hasChannels | (written - 1) : 0
        writer.end(mark, (hasSystem ? JournalHeader.hasSystem : 0) | channelBits)
        return writer.isFull ? nil : writer.count
    }
}
