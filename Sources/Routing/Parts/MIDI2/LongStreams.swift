import MIDI
import Plan

/// 8-bit SysEx and mixed data sets in progress: the routings in force at the first UMP of a stream carry it to its
/// last (S4, U7).
struct LongStreams {
    private struct Stream {
        /// The source and its stream or data set (`Message.longStream`); `free` in a free entry.
        var key = LongStreams.free
        /// The destinations, one bit each.
        var destinations: UInt32 = 0
        /// When the last UMP arrived, in nanoseconds.
        var touched: UInt64 = 0
    }

    private let streams: UnsafeMutablePointer<Stream>

    private static var free: UInt32 { UInt32.max }

    static let byteCount = Memory.byteCount(of: Stream.self, Limits.longStreams)

    init(_ memory: inout Memory) { streams = memory.take(Limits.longStreams, repeating: Stream()) }

    /// Begins a stream. Replaces the same stream if it is open, or one that has been silent for a second. Returns false
    /// if there is no room.
    func begin(_ stream: UInt16, from source: UInt8, to destinations: UInt32, at now: UInt64) -> Bool {
        let key = LongStreams.key(stream, source)
        var place = find(key)
        for index in 0..<Limits.longStreams where place == nil {
            if streams[index].key == LongStreams.free || now >= streams[index].touched + IncomingSysEx.silence {
                place = index
            }
        }
        guard let place else { return false }
        streams[place] = Stream(key: key, destinations: destinations, touched: now)
        return true
    }

    /// Returns those of `destinations`, one bit each, at which no other source has the same stream in progress: a
    /// receiver would take the UMPs of two sources for one SysEx (S8). The destinations are removed from such a stream
    /// if its source has been silent for a second.
    func apart(_ stream: UInt16, from source: UInt8, to destinations: UInt32, at now: UInt64) -> UInt32 {
        var left = destinations
        for index in 0..<Limits.longStreams {
            let key = streams[index].key
            if key & 0xFFFF != UInt32(stream) || key >> 16 == UInt32(source) || key == LongStreams.free { continue }
            if now >= streams[index].touched + IncomingSysEx.silence {
                streams[index].destinations &= ~destinations
            } else {
                left &= ~streams[index].destinations
            }
        }
        return left
    }

    /// The destinations of a stream's next UMP, one bit each; 0 if the stream is not open.
    func destinations(of stream: UInt16, from source: UInt8, at now: UInt64) -> UInt32 {
        guard let place = find(LongStreams.key(stream, source)) else { return 0 }
        streams[place].touched = now
        return streams[place].destinations
    }

    /// Removes a destination from a stream, because one of its UMPs was lost there.
    func leave(_ destination: PortIndex, _ stream: UInt16, from source: UInt8) {
        if let place = find(LongStreams.key(stream, source)) { streams[place].destinations &= ~destination.bit }
    }

    /// Ends a stream.
    func end(_ stream: UInt16, from source: UInt8) {
        if let place = find(LongStreams.key(stream, source)) { streams[place] = Stream() }
    }

    /// Ends all streams to some destinations, so that a device plugged in next does not receive their remainder.
    ///
    /// - Parameter destinations: one bit for each destination.
    func end(to destinations: UInt32) {
        for index in 0..<Limits.longStreams { streams[index].destinations &= ~destinations }
    }

    /// Ends all streams of a source that is gone.
    func end(from source: UInt8) {
        for index in 0..<Limits.longStreams where streams[index].key >> 16 == UInt32(source) {
            streams[index] = Stream()
        }
    }

    /// Whether no stream is in progress.
    func isIdle(at now: UInt64) -> Bool {
        for index in 0..<Limits.longStreams
        where streams[index].key != LongStreams.free && now < streams[index].touched + IncomingSysEx.silence {
            return false
        }
        return true
    }

    private func find(_ key: UInt32) -> Int? {
        for index in 0..<Limits.longStreams where streams[index].key == key { return index }
        return nil
    }

    private static func key(_ stream: UInt16, _ source: UInt8) -> UInt32 { UInt32(source) << 16 | UInt32(stream) }
}
