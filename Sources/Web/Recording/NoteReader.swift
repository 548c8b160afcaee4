/// Finds notes in the bytes or packets of one port. The flight recorder writes what came in as it came: with running
/// status, and in pieces.
struct NoteReader {
    /// The beginning of a note, or with velocity 0 its end.
    struct Event: Equatable {
        /// Group and channel, 0...255.
        var channel: UInt8
        var note: UInt8
        /// 0...127.
        var velocity: UInt8
    }

    /// The status of the message that is being read; 0 for none, or for one without notes.
    private var status: UInt8 = 0
    private var first: UInt8?

    mutating func read(_ byte: UInt8) -> Event? {
        // Real-time messages may stand anywhere.
        if byte >= 0xF8 { return nil }
        if byte >= 0x80 {
            (status, first) = (byte, nil)
            return nil
        }
        let kind = status & 0xF0
        if kind != 0x80 && kind != 0x90 { return nil }
        guard let note = first else {
            first = byte
            return nil
        }
        first = nil
        return Event(channel: status & 0x0F, note: note, velocity: kind == 0x80 ? 0 : byte)
    }

    /// Words of a packet by its type (M2-104-UM, table 4).
    private static let sizes = [1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]

    /// The notes in whole packets, of MIDI 1.0 and MIDI 2.0.
    static func events(_ words: [UInt32]) -> [Event] {
        var (events, rest) = ([] as [Event], words[...])
        while let word = rest.first {
            let packet = rest.prefix(sizes[Int(word >> 28)])
            rest = rest.dropFirst(packet.count)
            let (type, status) = (word >> 28, word >> 20 & 0x0F)
            if type != 2 && type != 4 || status != 8 && status != 9 { continue }
            var velocity = word & 0x7F
            // 16 bits of velocity become 7; a Note On of MIDI 2.0 is never an end.
            if type == 4 { velocity = max(1, (packet.dropFirst().first ?? 0) >> 25) }
            let channel = UInt8(word >> 24 & 0x0F) << 4 | UInt8(word >> 16 & 0x0F)
            events.append(
                Event(
                    channel: channel, note: UInt8(word >> 8 & 0x7F),
                    velocity: status == 8 ? 0 : UInt8(truncatingIfNeeded: velocity)))
        }
        return events
    }
}
