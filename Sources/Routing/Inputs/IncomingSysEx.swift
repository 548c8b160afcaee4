import MIDI
import Program

/// The SysEx each source is sending, kept from its F0 on for as long as some free message could still be it (R17).
///
/// Of a SysEx that none begins like nothing is kept but the piece in which that shows.
struct IncomingSysEx {
    struct Stream {
        /// Something could still be it.
        var isAlive = false
        /// Bytes kept, F0 counted, and how many of them have come in pieces: what is not yet a piece may be looked at too.
        var count: UInt16 = 0
        var arrived: UInt16 = 0
        /// Routings of `preset` that hold it back, a bit each.
        var holding: UInt64 = 0
        /// The preset that ran at its first piece, whose routings carry it (P3).
        var preset: UnsafePointer<Preset>?
        /// When its last byte came, in nanoseconds.
        var touched: UInt64 = 0
    }

    let streams: UnsafeMutablePointer<Stream>
    private let kept: UnsafeMutablePointer<UInt8>
    /// Room for a message that comes at once.
    let short: UnsafeMutablePointer<UInt8>

    init(_ memory: inout Memory) {
        streams = memory.take(Limits.sources, repeating: Stream())
        kept = memory.take(Limits.sources * Limits.patternBytes, repeating: 0)
        short = memory.take(8, repeating: 0)
    }

    static let byteCount = Limits.sources * (MemoryLayout<Stream>.stride + Limits.patternBytes) + 8 + 3 * 16

    /// The bytes of a source that are kept.
    func bytes(_ source: UInt8) -> UnsafeMutablePointer<UInt8> { kept + Int(source) * Limits.patternBytes }

    func begin(_ source: UInt8, under preset: UnsafePointer<Preset>?, at now: UInt64) {
        streams[Int(source)] = Stream(isAlive: true, count: 1, arrived: 1, preset: preset, touched: now)
        bytes(source)[0] = 0xF0
    }

    /// Nothing more of a source's SysEx is compared, and what is held back of it is dropped.
    func forget(_ source: UInt8) { streams[Int(source)] = Stream() }

    /// A byte of it comes; false where nothing is compared, or no longer, since it was silent for too long (S8).
    func touch(_ source: UInt8, at now: UInt64) -> Bool {
        let stream = streams + Int(source)
        if !stream.pointee.isAlive { return false }
        if now >= stream.pointee.touched + SysExPaths.silence {
            forget(source)
            return false
        }
        stream.pointee.touched = now
        return true
    }

    /// Keeps a byte. What is longer than any pattern is none.
    func keep(_ byte: UInt8, of source: UInt8) {
        let stream = streams + Int(source)
        let count = Int(stream.pointee.count)
        if count < Limits.patternBytes {
            bytes(source)[count] = byte
            stream.pointee.count += 1
        } else {
            stream.pointee.isAlive = false
        }
    }

    /// The n-th piece, six data bytes each, of what has come in pieces; nil after the last.
    func piece(_ index: Int, of source: UInt8) -> Message? {
        let start = 1 + index * Message.sysExCapacity
        let count = min(Message.sysExCapacity, Int(streams[Int(source)].arrived) - start)
        if count <= 0 { return nil }
        var data = InlineArray<6, UInt8>(repeating: 0)
        for place in 0..<count { data[place] = bytes(source)[start + place] }
        return Message(sysEx: index == 0 ? .start : .continue, data, count: count)
    }
}
