import MIDI

/// Writes a Standard MIDI File (RP-001) of format 1 in absolute time: a tick is always 50 microseconds, which is 10,000
/// ticks a quarter note at 120 BPM.
public struct MIDIFileWriter {
    /// The length of a tick in nanoseconds.
    public static let tick: UInt64 = 50_000
    private static let ticksOfQuarter: UInt16 = 10_000
    private static let microsecondsOfQuarter: UInt32 = 500_000
    /// The longest time between two events in a file, in ticks.
    private static let longestDelta: UInt64 = 0x0FFF_FFFF

    private var chunks: [UInt8] = []
    private var count: UInt16 = 1

    /// - Parameter name: the name of the whole file.
    public init(_ name: String) {
        var track = MIDIFileWriter.named(name)
        let tempo = MIDIFileWriter.microsecondsOfQuarter
        track += [0, MIDIFile.metaEvent, MIDIFile.setTempo, 3] + MIDIFileWriter.big(tempo, 3)
        add(track)
    }

    /// Adds a track.
    ///
    /// - Parameter events: for each event nanoseconds since the beginning and a whole message, the earliest first: a
    ///   channel message, a SysEx from F0 to F7, or another message, which is written as an F7 event.
    public mutating func addTrack(_ name: String, _ events: [(time: UInt64, bytes: [UInt8])]) {
        var track = MIDIFileWriter.named(name)
        var last: UInt64 = 0
        for event in events {
            let at = max((event.time + MIDIFileWriter.tick / 2) / MIDIFileWriter.tick, last)
            guard let status = event.bytes.first else { continue }
            track += MIDIFileWriter.variable(UInt32(min(at - last, MIDIFileWriter.longestDelta)))
            last = at
            switch status {
            case _ where Status.isChannel(status): track += event.bytes
            case Status.sysEx:
                let length = MIDIFileWriter.variable(UInt32(event.bytes.count - 1))
                track += [Status.sysEx] + length + event.bytes.dropFirst()
            default:
                track += [Status.sysExEnd] + MIDIFileWriter.variable(UInt32(event.bytes.count)) + event.bytes
            }
        }
        add(track)
        count += 1
    }

    public var bytes: [UInt8] {
        let head = Array("MThd".utf8) + MIDIFileWriter.big(6, 4) + MIDIFileWriter.big(1, 2)
        return head + MIDIFileWriter.big(UInt32(count), 2)
            + MIDIFileWriter.big(UInt32(MIDIFileWriter.ticksOfQuarter), 2) + chunks
    }

    private mutating func add(_ track: [UInt8]) {
        let whole = track + [0, MIDIFile.metaEvent, MIDIFile.endOfTrack, 0]
        chunks += Array("MTrk".utf8) + MIDIFileWriter.big(UInt32(whole.count), 4) + whole
    }

    /// Returns the beginning of a track: its name.
    private static func named(_ name: String) -> [UInt8] {
        let name = Array(name.utf8)
        return [0, MIDIFile.metaEvent, MIDIFile.trackName] + variable(UInt32(name.count)) + name
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
