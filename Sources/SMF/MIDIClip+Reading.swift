import MIDI

extension MIDIClip {
    /// The part of the file that is being read.
    private enum Part {
        /// Before the configuration header: only clockstamps so far.
        case nothing
        case configuration, music
        case ended
    }

    /// Reads a clip; throws its first error. UMPs of reserved types are skipped, and so is what follows End of Clip.
    package init(_ bytes: [UInt8]) throws(MIDIFile.Problem) {
        if bytes.count > MIDIFile.mostBytes {
            throw MIDIFile.Problem(
                offset: MIDIFile.mostBytes, message: "over the limit `fileBytes`: at most 16 MiB are played")
        }
        if !MIDIClip.isClip(bytes) {
            throw MIDIFile.Problem(offset: 0, message: "not a MIDI Clip File: it does not begin with SMF2CLIP")
        }
        var part = Part.nothing
        var tick: UInt64 = 0
        var at = MIDIClip.header.count
        while part != .ended {
            let ump = try MIDIClip.ump(bytes, at)
            try read(ump, at: at, &part, &tick)
            at += 4 * ump.wordCount
        }
    }

    /// Reads the UMP that begins at byte `at`.
    private static func ump(_ bytes: [UInt8], _ at: Int) throws(MIDIFile.Problem) -> Message {
        func word(_ index: Int) -> UInt32 {
            bytes[at + 4 * index..<at + 4 * index + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        if at == bytes.count { throw MIDIFile.Problem(offset: at, message: "the clip has no End of Clip") }
        if bytes.count - at < 4 { throw MIDIFile.Problem(offset: at, message: "the file ends inside a word") }
        var ump = Message(word(0))
        let count = ump.wordCount
        if bytes.count - at < 4 * count {
            let message = "the file ends inside a packet of \(count) words"
            throw MIDIFile.Problem(offset: at, message: message)
        }
        for index in 1..<count { ump.set(word(index), inWord: index) }
        return ump
    }

    private mutating func read(
        _ ump: Message, at offset: Int, _ part: inout Part, _ tick: inout UInt64
    ) throws(MIDIFile.Problem) {
        if ump.type == MessageType.utility { return try readUtility(ump, at: offset, &part, &tick) }
        if part == .nothing {
            throw MIDIFile.Problem(offset: offset, message: "the clip does not begin with its ticks a quarter note")
        }
        if ump.isStartOfClip {
            if part == .music { throw MIDIFile.Problem(offset: offset, message: "a second Start of Clip") }
            part = .music
            tick = 0
        } else if ump.isEndOfClip {
            if part != .music {
                throw MIDIFile.Problem(offset: offset, message: "End of Clip without Start of Clip")
            }
            part = .ended
            end = tick
        } else if !ump.hasReservedType {
            if events.count == MIDIFile.mostEvents {
                let message = "over the limit `events`: at most \(MIDIFile.mostEvents) are played"
                throw MIDIFile.Problem(offset: offset, message: message)
            }
            events.append(Event(tick: part == .music ? tick : 0, ump: ump))
        }
    }

    /// Delta Clockstamps add up. Other utility messages have no meaning in a file.
    private mutating func readUtility(
        _ ump: Message, at offset: Int, _ part: inout Part, _ tick: inout UInt64
    ) throws(MIDIFile.Problem) {
        switch ump.word0 >> 20 & 0xF {
        case 3:
            if part != .nothing {
                throw MIDIFile.Problem(offset: offset, message: "the ticks a quarter note are declared twice")
            }
            ticksOfQuarter = UInt16(ump.word0 & 0xFFFF)
            if ticksOfQuarter == 0 {
                throw MIDIFile.Problem(offset: offset, message: "a quarter note has 0 ticks")
            }
            part = .configuration
        case 4:
            tick += UInt64(ump.word0 & 0xF_FFFF)
            if tick > MIDIFile.mostTicks {
                let message = "the clip is longer than \(MIDIFile.mostTicks) ticks"
                throw MIDIFile.Problem(offset: offset, message: message)
            }
        default: break
        }
    }
}
