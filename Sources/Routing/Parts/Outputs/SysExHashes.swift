import MIDI
import Plan

/// Hashes of the SysEx that sources are sending, by which a SysEx of several UMPs is recognized when it returns
/// (R19).
///
/// Only a SysEx that begins like a recent one is hashed, so that a dump costs nothing. A wrong match starts a test, but
/// proves nothing.
struct SysExHashes {
    private struct Hash {
        var word0: UInt32 = 0
        var word1: UInt32 = 0
        var umps: UInt32 = 0
    }

    private struct Start {
        var ump = Message(0)
        /// The sources whose SysEx began with this UMP, one bit each.
        var sources: UInt64 = 0
    }

    /// The hashes of the SysEx under way, indexed by source.
    private let hashes: UnsafeMutablePointer<Hash>
    /// The first UMPs of recent SysEx. When full, a newer one replaces the oldest.
    private let starts: UnsafeMutablePointer<Start>
    /// The index in `starts` that is replaced next.
    private let oldest: UnsafeMutablePointer<Int>
    /// Sources whose SysEx under way is hashed, one bit each.
    private var hashed: UInt64 = 0
    /// The SysEx that ended last, and its source.
    private var ended = unhashed
    private var endedSource: UInt8 = 0

    private static let startCount = 8
    /// Stands for a SysEx that is not hashed. Never a return, because it is no whole SysEx.
    static let unhashed = Message(0x3020_0000)

    init(_ memory: inout Memory) {
        hashes = memory.take(Limits.sources, repeating: Hash())
        starts = memory.take(SysExHashes.startCount, repeating: Start())
        oldest = memory.take(1, repeating: 0)
    }

    static let byteCount =
        Memory.byteCount(of: Hash.self, Limits.sources) + Memory.byteCount(of: Start.self, startCount)
        + Memory.byteCount(of: Int.self, 1)

    /// Begins the SysEx of a source with its first UMP.
    mutating func begin(_ message: Message, from source: UInt8) {
        ended = SysExHashes.unhashed
        hashed &= ~(1 &<< UInt64(source))
        if !isKnown(message, from: source) { return }
        hashed |= 1 &<< UInt64(source)
        hashes[Int(source)] = Hash()
        add(message, to: source)
    }

    /// Whether a recent SysEx began with the same UMP. Stores the UMP and its source.
    private func isKnown(_ message: Message, from source: UInt8) -> Bool {
        for index in 0..<SysExHashes.startCount where starts[index].ump == message {
            starts[index].sources |= 1 &<< UInt64(source)
            return true
        }
        starts[oldest.pointee] = Start(ump: message, sources: 1 &<< UInt64(source))
        oldest.pointee = (oldest.pointee + 1) % SysExHashes.startCount
        return false
    }

    /// Whether a recent SysEx of a source began with a UMP.
    func isStart(_ message: Message, of source: UInt8) -> Bool {
        for index in 0..<SysExHashes.startCount where starts[index].ump == message {
            return starts[index].sources & 1 &<< UInt64(source) != 0
        }
        return false
    }

    /// Adds a middle UMP to the SysEx of a source.
    @inline(__always)
    func mix(_ message: Message, from source: UInt8) {
        if hashed & 1 &<< UInt64(source) != 0 { add(message, to: source) }
    }

    @inline(never)
    private func add(_ message: Message, to source: UInt8) {
        var hash = hashes[Int(source)]
        hash.word0 = (hash.word0 ^ message.word0) &* 0x9E37_79B1
        hash.word0 = (hash.word0 ^ hash.word0 >> 15 ^ message.word1) &* 0x85EB_CA77
        hash.word0 ^= hash.word0 >> 13
        hash.word1 = (hash.word1 ^ message.word1) &* 0xC2B2_AE3D
        hash.word1 = hash.word1 ^ hash.word1 >> 16 &+ message.word0
        hash.umps &+= 1
        hashes[Int(source)] = hash
    }

    /// Ends the SysEx of a source with its last UMP. Returns the message that stands for the whole SysEx: the hash,
    /// as a SysEx of an impossible length.
    mutating func end(_ message: Message, from source: UInt8) -> Message {
        (ended, endedSource) = (SysExHashes.unhashed, source)
        if hashed & 1 &<< UInt64(source) == 0 { return ended }
        add(message, to: source)
        hashed &= ~(1 &<< UInt64(source))
        let hash = hashes[Int(source)]
        ended = Message(0x300F_0000, hash.word0, hash.word1, hash.umps)
        return ended
    }

    /// The message that stands for the SysEx that a source has just ended.
    func whole(of source: UInt8) -> Message { source == endedSource ? ended : SysExHashes.unhashed }
}

// MARK: - Recording

extension SysExHashes {
    /// Visits all state that exists when no SysEx is under way.
    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(starts, SysExHashes.startCount))
        visit(.of(oldest, 1))
    }

    func hasValidState() -> Bool { 0..<SysExHashes.startCount ~= oldest.pointee }
}
