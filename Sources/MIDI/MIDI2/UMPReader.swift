/// Assembles messages from 32-bit words by the size of their message type (M2-104-UM 2.1.4).
///
/// Skips whole UMPs of reserved types, so that later additions to the standard do no harm.
package struct UMPReader: Sendable {
    private var ump = Message(0)
    /// The number of words of the UMP that have arrived, 0...3.
    private var count = 0
    /// UMPs of reserved types that were skipped; wraps.
    package private(set) var skippedUMPs: UInt32 = 0

    package init() {}

    /// Adds the next word and returns the message that the word completes, or nil.
    package mutating func feed(_ word: UInt32) -> Message? {
        switch count {
        case 0: ump = Message(word)
        case 1: ump.word1 = word
        case 2: ump.word2 = word
        default: ump.word3 = word
        }
        count += 1
        guard count == ump.wordCount else { return nil }
        count = 0
        if !ump.hasReservedType { return ump }
        skippedUMPs &+= 1
        return nil
    }

    /// Drops an incomplete UMP: the next word begins a new one.
    package mutating func reset() {
        count = 0
    }
}

extension Message {
    /// Whether the standard reserves this message type, so that no sender outside the box may use it.
    @inlinable package var hasReservedType: Bool {
        switch type {
        case 0x6...0xC, 0xE: true
        default: false
        }
    }
}
