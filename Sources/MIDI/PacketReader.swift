/// Puts 32-bit words together to messages, as they arrive, by the size their type says (M2-104-UM 2.1.4).
///
/// Reserved types are skipped whole, so that what the standard adds later does no harm.
public struct PacketReader: Sendable {
    private var packet = Message(0)
    /// Words of the packet that are here, 0...3.
    private var count = 0

    public init() {}

    /// Takes the next word; the message it completes, or nil.
    public mutating func feed(_ word: UInt32) -> Message? {
        switch count {
        case 0: packet = Message(word)
        case 1: packet.word1 = word
        case 2: packet.word2 = word
        default: packet.word3 = word
        }
        count += 1
        guard count == packet.wordCount else { return nil }
        count = 0
        return packet.hasReservedType ? nil : packet
    }

    /// Drops a half packet: what comes next begins a new one.
    public mutating func reset() {
        count = 0
    }
}

extension Message {
    /// Whether the standard has reserved the type, so that nobody outside the box sends it and means something.
    @inlinable public var hasReservedType: Bool {
        switch type {
        case 0x6...0xC, 0xE: true
        default: false
        }
    }
}
