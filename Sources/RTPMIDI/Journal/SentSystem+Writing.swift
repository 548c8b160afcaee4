import MIDI

/// The bits of the system journal's table of contents (RFC 6295, 5, figure 10), and of chapters D, Q and F.
enum SystemContents {
    static let simple: UInt8 = 0x40
    static let sensing: UInt8 = 0x20
    static let sequencer: UInt8 = 0x10
    static let timeCode: UInt8 = 0x08
    static let sysEx: UInt8 = 0x04
}

enum SimpleBits {
    static let reset: UInt8 = 0x40
    static let tuneRequest: UInt8 = 0x20
    static let songSelect: UInt8 = 0x10
}

extension SentSystem {
    /// Writes the system journal. Returns false, and writes nothing, if there is nothing to list.
    mutating func write(into writer: inout JournalWriter) -> Bool {
        let mark = writer.begin(header: 2)
        var contents: UInt8 = 0
        if writeSimple(into: &writer) { contents |= SystemContents.simple }
        if SentSystem.covers(sensing, writer) {
            writer.put(sensing.value, of: sensing.packet)
            contents |= SystemContents.sensing
        }
        if SentSystem.covers(sequencing, writer) {
            sequencer.write(of: sequencing.packet, into: &writer)
            contents |= SystemContents.sequencer
        }
        if SentSystem.covers(timing, writer) {
            timeCode.write(of: timing.packet, hasFrame: SentSystem.covers(frame, writer), into: &writer)
            contents |= SystemContents.timeCode
        }
        if sysEx.write(into: &writer) { contents |= SystemContents.sysEx }
        if contents == 0 {
            writer.drop(mark)
            return false
        }
        writer.end(mark, contents, lengthFrom: mark.start)
        return true
    }

    private static func covers(_ command: Simple, _ writer: JournalWriter) -> Bool {
        command.isActive && writer.window.covers(command.packet)
    }

    // Writes the simple system commands: chapter D (RFC 6295, B.1).
    private mutating func writeSimple(into writer: inout JournalWriter) -> Bool {
        let mark = writer.begin(header: 1)
        var contents: UInt8 = 0
        if SentSystem.covers(resets, writer) {
            writer.put(resets.value, of: resets.packet)
            contents |= SimpleBits.reset
        }
        if SentSystem.covers(tuneRequests, writer) {
            writer.put(tuneRequests.value, of: tuneRequests.packet)
            contents |= SimpleBits.tuneRequest
        }
        if SentSystem.covers(song, writer) {
            writer.put(song.value, of: song.packet)
            contents |= SimpleBits.songSelect
        }
        if contents == 0 { writer.drop(mark) } else { writer.end(mark, contents) }
        return contents != 0
    }
}
