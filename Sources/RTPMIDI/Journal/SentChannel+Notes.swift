import MIDI

// Writes the notes: chapters N and E (RFC 6295, A.6, A.7).
extension SentChannel {
    mutating func writeNotes(into writer: inout JournalWriter) -> Bool {
        var key = notes.first(in: writer.window, age: writer.window.endsDepth)
        if key == RecentNumbers.none { return false }
        let mark = writer.begin(header: 2)
        var (ons, offs) = (0, NoteBits())
        while key != RecentNumbers.none {
            let entry = notes[key]
            if entry.value == 0 {
                offs.insert(key)
            } else if writer.window.covers(entry.packet) {
                writer.put(key, of: entry.packet)
                // The Y bit: the peer should play a note that sounds here.
                writer.put(0x80 | entry.value)
                ons += 1
            }
            key = entry.newer
        }
        if ons == 0 && offs.isEmpty {
            writer.drop(mark)
            return false
        }
        if !offs.isEmpty {
            for index in offs.low...offs.high { writer.put(offs[index]) }
        }
        // An empty bit field has LOW 15 and HIGH 1, with 128 notes HIGH 0 (A.6.1).
        let range = offs.isEmpty ? (ons == 128 ? 0xF0 : 0xF1) : UInt8(offs.low << 4 | offs.high)
        writer.patch(mark, 1, range)
        if lastNoteOff.isActive { writer.note(lastNoteOff.packet) }
        writer.end(mark, UInt8(min(127, ons)))
        if lastNoteOff.isActive, writer.window.age(of: lastNoteOff.packet) == 1 { return true }
        // The first bit of the header is the S bit of Note Offs alone.
        writer.patch(mark, 0, 0x80 | UInt8(min(127, ons)))
        return true
    }

    mutating func writeExtras(into writer: inout JournalWriter) -> Bool {
        let first = notes.first(in: writer.window, age: writer.window.depth)
        if first == RecentNumbers.none { return false }
        let (counts, velocities) = countExtras(from: first)
        if counts + velocities == 0 { return false }
        // Beyond 128 logs, release velocities are dropped (A.7.2).
        let hasVelocities = counts + velocities <= 128
        let mark = writer.begin(header: 1)
        var key = first
        while key != RecentNumbers.none {
            let entry = notes[key]
            if hasCount(key, entry) {
                writer.put(key, of: entry.packet)
                writer.put(noteCounts[Int(key)])
            }
            if hasVelocities, SentChannel.hasVelocity(entry) {
                writer.put(key, of: entry.packet)
                writer.put(0x80 | entry.extra)
            }
            key = entry.newer
        }
        let logs = hasVelocities ? counts + velocities : counts
        if logs == 0 { writer.drop(mark) } else { writer.end(mark, UInt8(logs - 1)) }
        return logs > 0
    }

    private mutating func countExtras(from first: UInt8) -> (counts: Int, velocities: Int) {
        var (key, counts, velocities) = (first, 0, 0)
        while key != RecentNumbers.none {
            let entry = notes[key]
            counts += hasCount(key, entry) ? 1 : 0
            velocities += SentChannel.hasVelocity(entry) ? 1 : 0
            key = entry.newer
        }
        return (counts, velocities)
    }

    // A count of 1 for a sounding key, and of 0 for any other key, is implied and not written.
    private mutating func hasCount(_ key: UInt8, _ entry: RecentNumbers.Entry) -> Bool {
        noteCounts[Int(key)] > (entry.value > 0 ? 1 : 0)
    }

    private static func hasVelocity(_ entry: RecentNumbers.Entry) -> Bool { entry.value == 0 && entry.extra != 64 }
}

/// A set of keys as the OFFBITS of chapter N: the most significant bit of an octet is its lowest key.
struct NoteBits {
    private var bits = InlineArray<16, UInt8>(repeating: 0)
    /// The first and last octet with a key, 0...15.
    private(set) var low = 15
    private(set) var high = 0
    private(set) var isEmpty = true

    mutating func insert(_ key: UInt8) {
        let index = Int(key >> 3)
        bits[index] |= 0x80 >> (key & 7)
        (low, high, isEmpty) = (min(low, index), max(high, index), false)
    }

    subscript(index: Int) -> UInt8 { bits[index] }
}
