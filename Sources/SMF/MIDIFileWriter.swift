import MIDI

/// Writes a Standard MIDI File (RP-001) of format 1, either in absolute time with ticks of 50 microseconds, which is
/// 10,000 ticks a quarter note at 120 BPM, or in ticks of the music.
package struct MIDIFileWriter {
    /// The length of a tick in nanoseconds, in absolute time.
    package static let tick: UInt64 = 50_000
    static let ticksOfQuarter: UInt16 = 10_000
    private static let microsecondsOfQuarter: UInt32 = 500_000
    /// The longest time between two events in a file, in ticks.
    private static let longestDelta: UInt64 = 0x0FFF_FFFF

    private let name: String
    private let ticksOfQuarter: UInt16
    private var tempos: [(tick: UInt64, microseconds: UInt32)] = [(0, MIDIFileWriter.microsecondsOfQuarter)]
    private var chunks: [UInt8] = []
    private var count: UInt16 = 1

    /// - Parameters:
    ///   - name: the name of the whole file.
    ///   - ticksOfQuarter: ticks a quarter note, 1...32767; nil for absolute time.
    package init(_ name: String, ticksOfQuarter: UInt16? = nil) {
        self.name = name
        self.ticksOfQuarter = ticksOfQuarter ?? MIDIFileWriter.ticksOfQuarter
    }

    /// Sets the tempos, in the order of their ticks. Without tempos, the file has 120 BPM.
    package mutating func addTempos(_ tempos: [(tick: UInt64, microseconds: UInt32)]) {
        if !tempos.isEmpty { self.tempos = tempos }
    }

    /// Adds a track in absolute time.
    ///
    /// - Parameter events: for each event nanoseconds since the beginning and a whole message, the earliest first: a
    ///   channel message, a SysEx from F0 to F7, or another message, which is written as an F7 event.
    package mutating func addTrack(_ name: String, _ events: [(time: UInt64, bytes: [UInt8])]) {
        addTrack(name, ticks: events.map { (MIDIFileWriter.ticks($0.time), $0.bytes) })
    }

    /// Adds a track in ticks, with the tick of its end.
    package mutating func addTrack(_ name: String, ticks events: [(tick: UInt64, bytes: [UInt8])], end: UInt64 = 0) {
        var track = MIDIFileWriter.named(name)
        var last: UInt64 = 0
        for event in events {
            guard let status = event.bytes.first else { continue }
            MIDIFileWriter.advance(to: event.tick, &last, &track)
            switch status {
            case _ where Status.isChannel(status): track += event.bytes
            case Status.sysEx:
                let length = MIDIFileWriter.variable(UInt32(event.bytes.count - 1))
                track += [Status.sysEx] + length + event.bytes.dropFirst()
            default:
                track += [Status.sysExEnd] + MIDIFileWriter.variable(UInt32(event.bytes.count)) + event.bytes
            }
        }
        MIDIFileWriter.advance(to: end, &last, &track)
        chunks += MIDIFileWriter.chunk(track)
        count += 1
    }

    package var bytes: [UInt8] {
        let head = Array("MThd".utf8) + MIDIFileWriter.big(6, 4) + MIDIFileWriter.big(1, 2)
        var first = MIDIFileWriter.named(name)
        var last: UInt64 = 0
        for tempo in tempos {
            MIDIFileWriter.advance(to: tempo.tick, &last, &first)
            first += [MIDIFile.metaEvent, MIDIFile.setTempo, 3] + MIDIFileWriter.big(tempo.microseconds, 3)
        }
        first.append(0)
        return head + MIDIFileWriter.big(UInt32(count), 2) + MIDIFileWriter.big(UInt32(ticksOfQuarter), 2)
            + MIDIFileWriter.chunk(first) + chunks
    }

    /// The ticks of a time in nanoseconds, in absolute time, rounded to the nearest.
    static func ticks(_ time: UInt64) -> UInt64 { (time + tick / 2) / tick }

    /// Writes the distance from the last tick to `tick`; 0 if `tick` is earlier. A distance above `longestDelta` is
    /// divided by empty texts.
    private static func advance(to tick: UInt64, _ last: inout UInt64, _ track: inout [UInt8]) {
        let at = max(tick, last)
        while at - last > longestDelta {
            track += variable(UInt32(longestDelta)) + [metaEvent, MIDIFile.text, 0]
            last += longestDelta
        }
        track += variable(UInt32(at - last))
        last = at
    }

    /// Returns the chunk of a track, with End of Track. The distance to the end is already in the track.
    private static func chunk(_ track: [UInt8]) -> [UInt8] {
        let whole = track + [metaEvent, MIDIFile.endOfTrack, 0]
        return Array("MTrk".utf8) + big(UInt32(whole.count), 4) + whole
    }

    private static let metaEvent = MIDIFile.metaEvent

    /// Returns the beginning of a track: its name.
    private static func named(_ name: String) -> [UInt8] {
        let name = Array(name.utf8)
        return [0, metaEvent, MIDIFile.trackName] + variable(UInt32(name.count)) + name
    }

    private static func big(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }

    /// Returns a variable-length quantity: seven bits a byte, the highest first.
    private static func variable(_ value: UInt32) -> [UInt8] {
        var bytes = [UInt8(value & 0x7F)]
        var rest = value >> 7
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }
}
