extension MIDIFile {
    /// The greatest length of a track in ticks: more than a century at the slowest tempo with one tick a quarter note.
    static let mostTicks: UInt64 = 1 << 32

    /// Reads the header and the tracks. Skips chunks of other kinds, as the standard asks, and any bytes after the last
    /// track.
    mutating func readChunks() throws(Problem) {
        var at = 0
        guard bytes.starts(with: "MThd".utf8), let header = chunk(&at) else {
            throw cut ?? Problem(offset: 0, message: "not a Standard MIDI File: it does not begin with MThd")
        }
        if let cut { throw cut }
        let count = try readHeader(header.body)
        var events = 0
        while tracks.count < count, let chunk = chunk(&at) {
            if chunk.kind != "MTrk" { continue }
            let track = try track(chunk.body, after: events)
            events += track.events.count
            tracks.append(track)
        }
        if tracks.count < count {
            let message = "the header declares \(count) tracks, the file has \(tracks.count)"
            noteCut(Problem(offset: bytes.count, message: message))
        }
        guard let cut else { return }
        if events == 0 { throw cut }
        warnings.append(Problem(offset: cut.offset, message: "\(cut.message); the file is played up to there"))
    }

    /// Records the first place where bytes are missing; later places are ignored.
    mutating func noteCut(_ problem: Problem) {
        if cut == nil { cut = problem }
    }

    /// Reads a chunk: four letters, a length, and as many bytes, or those that are left. Returns nil at the end of the
    /// file.
    private mutating func chunk(_ at: inout Int) -> (kind: String, body: Range<Int>)? {
        if at == bytes.count { return nil }
        guard bytes.count - at >= 8 else {
            noteCut(Problem(offset: at, message: "the file ends in the head of a chunk"))
            at = bytes.count
            return nil
        }
        let kind = String(decoding: bytes[at..<at + 4], as: UTF8.self)
        let length = Int(number(at + 4, 4))
        let start = at + 8
        let left = bytes.count - start
        if length > left {
            noteCut(Problem(offset: at + 4, message: "a chunk declares \(length) bytes, \(left) are left"))
        }
        at = start + min(length, left)
        return (kind, start..<at)
    }

    /// Reads the header and returns the number of tracks.
    private mutating func readHeader(_ body: Range<Int>) throws(Problem) -> Int {
        let at = body.lowerBound
        guard body.count >= 6 else {
            throw Problem(offset: 4, message: "the header has \(body.count) bytes; it needs 6")
        }
        guard let format = Format(rawValue: UInt16(number(at, 2))) else {
            throw Problem(offset: at, message: "format \(number(at, 2)) is unknown; there are 0, 1 and 2")
        }
        self.format = format
        let count = Int(number(at + 2, 2))
        if count == 0 { throw Problem(offset: at + 2, message: "there are no tracks") }
        if format == .single && count > 1 {
            let message = "format 0 has one track, the header says \(count); all of them are played together"
            warnings.append(Problem(offset: at + 2, message: message))
        }
        division = try division(at + 4)
        return count
    }

    private func division(_ at: Int) throws(Problem) -> Division {
        let value = UInt16(number(at, 2))
        if value & 0x8000 == 0 {
            if value == 0 { throw Problem(offset: at, message: "a quarter note has 0 ticks") }
            return .ticksOfQuarter(value)
        }
        let (frames, ticks) = (0 &- UInt8(value >> 8), UInt8(value & 0xFF))
        guard [24, 25, 29, 30].contains(frames) else {
            throw Problem(offset: at, message: "\(frames) frames a second are unknown; there are 24, 25, 29 and 30")
        }
        if ticks == 0 { throw Problem(offset: at + 1, message: "a frame has 0 ticks") }
        return .ticksOfFrame(frames: frames, ticks: ticks)
    }

    /// Reads a number of `count` bytes, most significant first. The bytes must exist.
    func number(_ at: Int, _ count: Int) -> UInt32 {
        bytes[at..<at + count].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
