import MIDI
import Plan

/// The SysEx that each source is sending, stored from its F0 on while a free message could still match it (R17).
///
/// Once no free message can match, no further pieces are stored.
struct IncomingSysEx {
    /// How long a SysEx may pause before it counts as cut, in nanoseconds: its port is free for another one (S8).
    static let silence: UInt64 = 1_000_000_000

    struct Stream {
        /// Whether a free message could still match the SysEx.
        var isAlive = false
        /// Number of stored bytes, including F0.
        private(set) var count: UInt16 = 0
        /// Number of bytes that arrived in pieces. Bytes are compared before their piece is complete, so `count` may be
        /// larger.
        private(set) var arrived: UInt16 = 0
        /// Routings of `preset` that hold the SysEx back, one bit each.
        var holding: UInt64 = 0
        /// The preset that ran when the first piece arrived; its routings carry the SysEx (P3).
        var preset: UnsafePointer<Preset>?
        /// When the last byte arrived, in nanoseconds.
        fileprivate var touched: UInt64 = 0

        /// Number of bytes compared before their piece was complete.
        var ahead: Int { Int(count - arrived) }

        /// Counts the bytes of a piece that has arrived.
        mutating func arrive(_ bytes: Int) { arrived &+= UInt16(bytes) }

        fileprivate mutating func append() { count += 1 }

        fileprivate init() {}

        fileprivate init(under preset: UnsafePointer<Preset>?, at now: UInt64) {
            (isAlive, count, arrived, self.preset, touched) = (true, 1, 1, preset, now)
        }
    }

    private let streams: UnsafeMutablePointer<Stream>
    private let kept: UnsafeMutablePointer<UInt8>
    /// Room for the bytes of a message that arrives whole.
    private let short: UnsafeMutablePointer<UInt8>

    static let byteCount = Limits.sources * (MemoryLayout<Stream>.stride + Limits.patternBytes) + 8 + 3 * 16

    init(_ memory: inout Memory) {
        streams = memory.take(Limits.sources, repeating: Stream())
        kept = memory.take(Limits.sources * Limits.patternBytes, repeating: 0)
        short = memory.take(8, repeating: 0)
    }

    subscript(source: UInt8) -> Stream {
        @inline(__always) unsafeAddress { UnsafePointer(streams + Int(source)) }
        @inline(__always) nonmutating unsafeMutableAddress { streams + Int(source) }
    }

    /// Whether any source's SysEx could still match a free message.
    var isAnyAlive: Bool {
        for source in 0..<Limits.sources where streams[source].isAlive { return true }
        return false
    }

    /// The stored bytes of a source; `count` of its stream are valid.
    func bytes(_ source: UInt8) -> UnsafePointer<UInt8> { UnsafePointer(kept + Int(source) * Limits.patternBytes) }

    /// The bytes of a message that arrived whole. Valid until the next call.
    func bytes(of message: InlineArray<8, UInt8>) -> UnsafePointer<UInt8> {
        for index in 0..<8 { short[index] = message[index] }
        return UnsafePointer(short)
    }

    func begin(_ source: UInt8, under preset: UnsafePointer<Preset>?, at now: UInt64) {
        self[source] = Stream(under: preset, at: now)
        kept[Int(source) * Limits.patternBytes] = Status.sysEx
    }

    /// Stops comparing a source's SysEx and drops the pieces held back.
    func forget(_ source: UInt8) { self[source] = Stream() }

    /// Records that a byte arrived. Returns false if nothing is compared, or if the silence before was too long (S8).
    func touch(_ source: UInt8, at now: UInt64) -> Bool {
        if !self[source].isAlive { return false }
        if now >= self[source].touched + IncomingSysEx.silence {
            forget(source)
            return false
        }
        self[source].touched = now
        return true
    }

    /// Stores a byte. If the SysEx becomes longer than the longest free message, it matches none.
    func keep(_ byte: UInt8, of source: UInt8) {
        let count = Int(self[source].count)
        if count < Limits.patternBytes {
            kept[Int(source) * Limits.patternBytes + count] = byte
            self[source].append()
        } else {
            self[source].isAlive = false
        }
    }

    /// The piece `index` of the bytes that have arrived, six data bytes per piece; nil after the last piece.
    func piece(_ index: Int, of source: UInt8) -> Message? {
        let start = 1 + index * Message.sysExCapacity
        let count = min(Message.sysExCapacity, Int(self[source].arrived) - start)
        if count <= 0 { return nil }
        var data = InlineArray<6, UInt8>(repeating: 0)
        for place in 0..<count { data[place] = bytes(source)[start + place] }
        return Message(sysEx: index == 0 ? .start : .continue, data, count: count)
    }

    /// Replaces `old` by the preset that takes its place, in all SysEx held back under `old`.
    func carry(on new: UnsafePointer<Preset>, from old: UnsafePointer<Preset>) {
        for source in 0..<Limits.sources where streams[source].preset == old { streams[source].preset = new }
    }
}
