import MIDI

/// The bits of the table of contents of a channel journal (RFC 6295, 5, figure 9).
enum ChannelContents {
    static let program: UInt8 = 0x80
    static let controllers: UInt8 = 0x40
    static let parameters: UInt8 = 0x20
    static let wheel: UInt8 = 0x10
    static let notes: UInt8 = 0x08
    static let extras: UInt8 = 0x04
    static let pressure: UInt8 = 0x02
    static let keyPressures: UInt8 = 0x01
}

extension SentChannel {
    /// Writes the channel journal. Returns false, and writes nothing, if there is nothing to list.
    mutating func write(channel: UInt8, into writer: inout JournalWriter) -> Bool {
        if !last.isActive || !writer.window.coversEnd(last.packet) { return false }
        let mark = writer.begin(header: 3)
        var contents: UInt8 = 0
        if writeProgram(into: &writer) { contents |= ChannelContents.program }
        if writeControllers(into: &writer) { contents |= ChannelContents.controllers }
        if writeParameters(into: &writer) { contents |= ChannelContents.parameters }
        if writeWheel(into: &writer) { contents |= ChannelContents.wheel }
        if writeNotes(into: &writer) { contents |= ChannelContents.notes }
        if writeExtras(into: &writer) { contents |= ChannelContents.extras }
        if writePressure(into: &writer) { contents |= ChannelContents.pressure }
        if writeKeyPressures(into: &writer) { contents |= ChannelContents.keyPressures }
        if contents == 0 {
            writer.drop(mark)
            return false
        }
        writer.patch(mark, 2, contents)
        writer.end(mark, channel << 3, lengthFrom: mark.start)
        return true
    }

    // Writes the program and its bank: chapter P (RFC 6295, A.2).
    private mutating func writeProgram(into writer: inout JournalWriter) -> Bool {
        guard programChange.isActive, writer.window.covers(programChange.packet) else { return false }
        writer.put(program.program, of: programChange.packet)
        writer.put((program.hasBank ? 0x80 : 0) | program.msb)
        writer.put(UInt8(programChange.value) | program.lsb)
        return true
    }

    // Writes the pitch bend: chapter W (RFC 6295, A.5).
    private mutating func writeWheel(into writer: inout JournalWriter) -> Bool {
        let isCentred = bend.value == 0x2000
        guard bend.isActive, isCentred ? writer.window.coversEnd(bend.packet) : writer.window.covers(bend.packet) else {
            return false
        }
        writer.put(UInt8(bend.value & 0x7F), of: bend.packet)
        writer.put(UInt8(bend.value >> 7))
        return true
    }

    // Writes the channel pressure: chapter T (RFC 6295, A.8).
    private mutating func writePressure(into writer: inout JournalWriter) -> Bool {
        let isEnd = pressure.value == 0
        guard pressure.isActive,
            isEnd ? writer.window.coversEnd(pressure.packet) : writer.window.covers(pressure.packet)
        else { return false }
        writer.put(UInt8(pressure.value), of: pressure.packet)
        return true
    }

    // Writes poly pressure: chapter A (RFC 6295, A.9).
    private mutating func writeKeyPressures(into writer: inout JournalWriter) -> Bool {
        var key = keyPressures.first(in: writer.window, age: writer.window.depth)
        if key == RecentNumbers.none { return false }
        let mark = writer.begin(header: 1)
        var logs = 0
        while key != RecentNumbers.none {
            let entry = keyPressures[key]
            writer.put(key, of: entry.packet)
            writer.put(entry.extra | entry.value)
            logs += 1
            key = entry.newer
        }
        writer.end(mark, UInt8(logs - 1))
        return true
    }
}
