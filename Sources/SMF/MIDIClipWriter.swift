import MIDI

/// Writes a MIDI Clip File (M2-116-U).
package struct MIDIClipWriter {
    /// The longest distance that a Delta Clockstamp holds, in ticks.
    private static let longestDelta: UInt64 = 0xF_FFFF

    private var words: [UInt32] = []
    private var last: UInt64 = 0
    private var isInMusic = false

    /// - Parameters:
    ///   - ticksOfQuarter: 1...65535.
    ///   - tempo: ten nanoseconds a quarter note, for the configuration header; nil to write none.
    package init(ticksOfQuarter: UInt16, tempo: UInt32? = nil) {
        add(Message(0x0030_0000 | UInt32(ticksOfQuarter)), at: 0)
        if let tempo { add(Message(0xD010_0000, tempo), at: 0) }
    }

    /// Ends the configuration header. The ticks of later UMPs count from here.
    package mutating func start() {
        add(Message(0xF020_0000), at: last)
        (last, isInMusic) = (0, true)
    }

    /// Adds a UMP, in the order of ticks.
    package mutating func add(_ ump: Message, at tick: UInt64) {
        var delta = max(tick, last) - last
        last = max(tick, last)
        // A distance that does not fit is divided by messages that do nothing (NOOP).
        while delta > MIDIClipWriter.longestDelta {
            words += [0x0040_0000 | UInt32(MIDIClipWriter.longestDelta), 0]
            delta -= MIDIClipWriter.longestDelta
        }
        words.append(0x0040_0000 | UInt32(delta))
        for index in 0..<ump.wordCount { words.append(ump.word(index)) }
    }

    /// Ends the clip and returns the bytes of the file.
    package mutating func finish(at tick: UInt64) -> [UInt8] {
        if !isInMusic { start() }
        add(Message(0xF021_0000), at: tick)
        var bytes = MIDIClip.header
        bytes.reserveCapacity(bytes.count + 4 * words.count)
        for word in words {
            for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        return bytes
    }
}

extension MIDIClip {
    /// The bytes of the file.
    package var bytes: [UInt8] {
        var writer = MIDIClipWriter(ticksOfQuarter: ticksOfQuarter)
        writer.start()
        for event in events { writer.add(event.ump, at: event.tick) }
        return writer.finish(at: end)
    }
}
