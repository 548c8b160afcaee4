extension MIDIFile {
    /// What is read of a track.
    private struct Cursor {
        var at: Int
        let end: Int
        var tick: UInt64 = 0
        /// Running status; SysEx and meta events cancel it.
        var status: UInt8 = 0
        var isEnded = false
    }

    /// The events of a track, up to its End of Track. One that breaks off without it, but between two events, ends
    /// there: nothing is lost by that.
    ///
    /// - Parameter before: events of the tracks before it.
    func track(_ body: Range<Int>, after before: Int = 0) throws(Problem) -> Track {
        var cursor = Cursor(at: body.lowerBound, end: body.upperBound)
        var track = Track()
        while cursor.at < cursor.end && !cursor.isEnded {
            let start = cursor.at
            cursor.tick += UInt64(try variable(&cursor))
            if cursor.tick > MIDIFile.mostTicks {
                throw Problem(offset: start, message: "the track is longer than \(MIDIFile.mostTicks) ticks")
            }
            guard let event = try event(&cursor) else { continue }
            if before + track.events.count == MIDIFile.mostEvents {
                throw Problem(
                    offset: start, message: "over the limit `events`: at most \(MIDIFile.mostEvents) are played")
            }
            track.events.append(event)
        }
        track.end = cursor.tick
        return track
    }

    /// The event at the cursor; nil for what means nothing to a player.
    private func event(_ cursor: inout Cursor) throws(Problem) -> Event? {
        let start = cursor.at
        let first = try byte(&cursor)
        switch first {
        case 0xFF: return try meta(&cursor)
        case 0xF0, 0xF7:
            cursor.status = 0
            let data = try block(&cursor)
            return Event(tick: cursor.tick, kind: first == 0xF0 ? .sysEx : .escape, data: data)
        case 0xF1...:
            throw Problem(
                offset: start, message: "status \(first) in a track; of system messages only F0, F7 and FF may be")
        case 0x80...: cursor.status = first
        default:
            if cursor.status == 0 {
                throw Problem(offset: start, message: "a data byte where no running status is in force")
            }
            cursor.at = start
        }
        let data = try dataBytes(&cursor, cursor.status & 0xE0 == 0xC0 ? 1 : 2)
        return Event(tick: cursor.tick, kind: .channel(cursor.status), data: data)
    }

    private func meta(_ cursor: inout Cursor) throws(Problem) -> Event? {
        cursor.status = 0
        let type = try byte(&cursor)
        let data = try block(&cursor)
        if type == 0x2F { cursor.isEnded = true }
        if type != 0x51 { return nil }
        guard data.count == 3 else {
            throw Problem(offset: data.lowerBound, message: "a tempo of \(data.count) bytes; it needs 3")
        }
        return Event(tick: cursor.tick, kind: .tempo(number(data.lowerBound, 3)), data: data)
    }

    private func dataBytes(_ cursor: inout Cursor, _ count: Int) throws(Problem) -> Range<Int> {
        let start = cursor.at
        for _ in 0..<count {
            let at = cursor.at
            if try byte(&cursor) > 0x7F { throw Problem(offset: at, message: "a status byte inside a message") }
        }
        return start..<cursor.at
    }

    /// A length and so many bytes.
    private func block(_ cursor: inout Cursor) throws(Problem) -> Range<Int> {
        let start = cursor.at
        let length = Int(try variable(&cursor))
        guard length <= cursor.end - cursor.at else {
            let message = "an event says it has \(length) bytes, \(cursor.end - cursor.at) are left of its track"
            throw Problem(offset: start, message: message)
        }
        let data = cursor.at..<cursor.at + length
        cursor.at = data.upperBound
        return data
    }

    /// A variable-length quantity: seven bits a byte, at most four.
    private func variable(_ cursor: inout Cursor) throws(Problem) -> UInt32 {
        let start = cursor.at
        var value: UInt32 = 0
        for _ in 0..<4 {
            let next = try byte(&cursor)
            value = value << 7 | UInt32(next & 0x7F)
            if next < 0x80 { return value }
        }
        throw Problem(offset: start, message: "a number of more than four bytes")
    }

    private func byte(_ cursor: inout Cursor) throws(Problem) -> UInt8 {
        guard cursor.at < cursor.end else {
            throw Problem(offset: cursor.at, message: "the track breaks off inside an event")
        }
        cursor.at += 1
        return bytes[cursor.at - 1]
    }
}
