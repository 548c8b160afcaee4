import MIDI
import Program

/// SysEx of 8 bits and mixed data sets under way: the routings in force at the first packet of a stream carry it to its last
/// (S4, U7).
struct LongStreams {
    private struct Stream {
        /// The source, and the stream or data set of it (`Message.longStream`); `free` in a free place.
        var key = LongStreams.free
        /// Where it goes, a bit each.
        var destinations: UInt32 = 0
        /// When its last packet came, in nanoseconds.
        var touched: UInt64 = 0
    }

    private let streams: UnsafeMutablePointer<Stream>

    private static var free: UInt32 { UInt32.max }

    static let byteCount = Memory.byteCount(of: Stream.self, Limits.longStreams)

    init(_ memory: inout Memory) { streams = memory.take(Limits.longStreams, repeating: Stream()) }

    /// Begins a stream in the place of the same one that is open, or of one that has been silent for a second. False: there is
    /// no room.
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

    /// Returns those of some destinations, a bit each, at which no other source has the same stream under way: there, the
    /// packets of two sources would be taken for one SysEx (S8). A source that has been silent for a second gives way.
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

    /// The destinations of the next packet of a stream, a bit each; 0 if it is not open.
    func destinations(of stream: UInt16, from source: UInt8, at now: UInt64) -> UInt32 {
        guard let place = find(LongStreams.key(stream, source)) else { return 0 }
        streams[place].touched = now
        return streams[place].destinations
    }

    /// Leaves out a destination from a stream: one of its packets was lost there.
    func leave(_ destination: PortIndex, _ stream: UInt16, from source: UInt8) {
        if let place = find(LongStreams.key(stream, source)) { streams[place].destinations &= ~destination.bit }
    }

    /// Ends a stream.
    func end(_ stream: UInt16, from source: UInt8) {
        if let place = find(LongStreams.key(stream, source)) { streams[place] = Stream() }
    }

    /// Ends all streams to some destinations, so that a device that is plugged in there next does not get their rest.
    ///
    /// - Parameter destinations: a bit for each destination.
    func end(to destinations: UInt32) {
        for index in 0..<Limits.longStreams { streams[index].destinations &= ~destinations }
    }

    /// Ends what a source has open, which is gone.
    func end(from source: UInt8) {
        for index in 0..<Limits.longStreams where streams[index].key >> 16 == UInt32(source) {
            streams[index] = Stream()
        }
    }

    /// Whether no stream is under way.
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
