import MIDI

extension MIDIFile {
    /// The reading position in a track.
    private struct Cursor {
        var at: Int
        let end: Int
        var tick: UInt64 = 0
        /// The running status; 0 for none.
        var status: UInt8 = 0
        /// Whether a SysEx or meta event has followed the status. By RP-001 these cancel running status, but drum
        /// programs and large collections continue it, and most players accept that.
        var isCancelled = false
        var isEnded = false
    }

    /// Reads the events of a track up to its End of Track. A track may also end between two events without End of
    /// Track. Of a track that ends inside an event, the events before that one are returned.
    ///
    /// - Parameter before: the number of events in the tracks before this one.
    mutating func track(_ body: Range<Int>, after before: Int = 0) throws(Problem) -> Track {
        var cursor = Cursor(at: body.lowerBound, end: body.upperBound)
        var track = Track()
        while cursor.at < cursor.end && !cursor.isEnded {
            let start = cursor.at
            let event: Event?
            do throws(Problem) {
                event = try next(&cursor)
            } catch {
                if !error.isCut { throw error }
                noteCut(error)
                break
            }
            guard let event else { continue }
            if before + track.events.count == MIDIFile.mostEvents {
                throw Problem(
                    offset: start, message: "over the limit `events`: at most \(MIDIFile.mostEvents) are played")
            }
            track.events.append(event)
        }
        track.end = cursor.tick
        return track
    }

    /// Reads the distance to an event, and the event; nil for events that a player ignores.
    private mutating func next(_ cursor: inout Cursor) throws(Problem) -> Event? {
        let start = cursor.at
        cursor.tick += UInt64(try variable(&cursor))
        if cursor.tick > MIDIFile.mostTicks {
            throw Problem(offset: start, message: "the track is longer than \(MIDIFile.mostTicks) ticks")
        }
        return try event(&cursor)
    }

    private mutating func event(_ cursor: inout Cursor) throws(Problem) -> Event? {
        let start = cursor.at
        let first = try byte(&cursor)
        switch first {
        case MIDIFile.metaEvent: return try meta(&cursor)
        case Status.sysEx, Status.sysExEnd:
            cursor.isCancelled = true
            let data = try block(&cursor)
            return Event(tick: cursor.tick, kind: first == Status.sysEx ? .sysEx : .escape, data: data)
        case _ where Status.isSystem(first):
            throw Problem(
                offset: start, message: "status \(first) in a track; the only system events are F0, F7 and FF")
        case _ where Status.isChannel(first):
            cursor.status = first
            cursor.isCancelled = false
        default:
            if cursor.status == 0 {
                throw Problem(offset: start, message: "a data byte without running status")
            }
            if cursor.isCancelled { warnOfRunningStatus(at: start) }
            cursor.isCancelled = false
            cursor.at = start
        }
        let data = try dataBytes(&cursor, Status.hasOneDataByte(cursor.status) ? 1 : 2)
        return Event(tick: cursor.tick, kind: .channel(cursor.status), data: data)
    }

    private mutating func warnOfRunningStatus(at offset: Int) {
        if hasCancelledStatus { return }
        hasCancelledStatus = true
        let message = "a data byte after a SysEx or meta event; running status is taken to go on here and further on"
        warnings.append(Problem(offset: offset, message: message))
    }

    private func meta(_ cursor: inout Cursor) throws(Problem) -> Event? {
        cursor.isCancelled = true
        let type = try byte(&cursor)
        let data = try block(&cursor)
        if type == MIDIFile.endOfTrack { cursor.isEnded = true }
        if type != MIDIFile.setTempo { return nil }
        guard data.count == 3 else {
            throw Problem(offset: data.lowerBound, message: "a tempo has \(data.count) bytes; it needs 3")
        }
        return Event(tick: cursor.tick, kind: .tempo(number(data.lowerBound, 3)), data: data)
    }

    private func dataBytes(_ cursor: inout Cursor, _ count: Int) throws(Problem) -> Range<Int> {
        let start = cursor.at
        for _ in 0..<count {
            let at = cursor.at
            if try Status.isStatus(byte(&cursor)) {
                throw Problem(offset: at, message: "a status byte inside a message")
            }
        }
        return start..<cursor.at
    }

    /// Reads a length and as many bytes.
    private func block(_ cursor: inout Cursor) throws(Problem) -> Range<Int> {
        let start = cursor.at
        let length = Int(try variable(&cursor))
        guard length <= cursor.end - cursor.at else {
            let message = "an event declares \(length) bytes, its track has \(cursor.end - cursor.at) left"
            throw Problem(offset: start, message: message, isCut: true)
        }
        let data = cursor.at..<cursor.at + length
        cursor.at = data.upperBound
        return data
    }

    /// Reads a variable-length quantity: seven bits a byte, at most four bytes.
    private func variable(_ cursor: inout Cursor) throws(Problem) -> UInt32 {
        let start = cursor.at
        var value: UInt32 = 0
        for _ in 0..<4 {
            let next = try byte(&cursor)
            value = value << 7 | UInt32(next & 0x7F)
            if next < 0x80 { return value }
        }
        throw Problem(offset: start, message: "a number has more than four bytes")
    }

    private func byte(_ cursor: inout Cursor) throws(Problem) -> UInt8 {
        guard cursor.at < cursor.end else {
            throw Problem(offset: cursor.at, message: "the track ends inside an event", isCut: true)
        }
        cursor.at += 1
        return bytes[cursor.at - 1]
    }
}
