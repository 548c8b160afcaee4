import CPlatform
import Synchronization

/// The last things of one kind that happened, written by one thread that never waits: the oldest are overwritten.
///
/// Any thread may copy them out meanwhile; what is overwritten while it copies is recognised and left out. An entry is 16
/// bytes with its own time, so that it can be read without those before it. Places count from the first that was ever
/// written.
struct RecordRing: @unchecked Sendable {
    // @unchecked: a torn entry is read at worst, and the count of those written then says so.

    /// Nanoseconds and kind; six bytes, a detail of the kind, and a port or switch.
    struct Entry: BitwiseCopyable {
        private let head: UInt64
        private let body: UInt64

        @inline(__always)
        init(_ kind: UInt8, port: UInt8, detail: UInt8, _ payload: UInt64, at time: UInt64) {
            head = time << 8 | UInt64(kind)
            body = payload << 16 | UInt64(detail) << 8 | UInt64(port)
        }

        var time: UInt64 { head >> 8 }
        var kind: UInt8 { UInt8(truncatingIfNeeded: head) }
        var port: UInt8 { UInt8(truncatingIfNeeded: body) }
        var detail: UInt8 { UInt8(truncatingIfNeeded: body >> 8) }
        /// 48 bits.
        var payload: UInt64 { body >> 16 }
    }

    let capacity: Int
    private let entries: UnsafeMutablePointer<Entry>
    private let mask: Int
    private let count: UnsafeMutablePointer<Atomic<Int>>

    /// Entries that the writer may be ahead of its count, as others see it: far more than a processor reorders.
    private static let margin = 256

    /// - Parameter capacity: entries, a power of two above 512. Nil when there is no memory.
    init?(capacity: Int) {
        precondition(capacity > 2 * RecordRing.margin && capacity & (capacity - 1) == 0)
        guard let memory = treadle_map_present(capacity * MemoryLayout<Entry>.stride) else { return nil }
        // Zeroed, and there: the loop never faults in it.
        entries = memory.bindMemory(to: Entry.self, capacity: capacity)
        count = .allocate(capacity: 1)
        count.initialize(to: Atomic(0))
        self.capacity = capacity
        mask = capacity - 1
    }

    /// For the one writing thread.
    @inline(__always)
    func put(_ entry: Entry) {
        let at = count.pointee.load(ordering: .relaxed)
        entries[at & mask] = entry
        count.pointee.store(at &+ 1, ordering: .releasing)
    }

    /// How many were ever written.
    var written: Int { count.pointee.load(ordering: .acquiring) }

    /// The newest; nil: there is none.
    var last: Entry? { written == 0 ? nil : entries[(written - 1) & mask] }

    /// The place of the oldest that can be relied on now.
    var oldest: Int { RecordRing.oldest(of: written, capacity) }

    private static func oldest(of written: Int, _ capacity: Int) -> Int {
        written <= capacity - margin ? 0 : written - capacity + margin
    }

    /// Those from a place on that are still there, and the place of the first of them.
    func copy(from place: Int) -> (first: Int, entries: [Entry]) {
        let end = written
        let first = max(place, RecordRing.oldest(of: end, capacity))
        var copied: [Entry] = []
        copied.reserveCapacity(max(end - first, 0))
        for at in first..<max(end, first) { copied.append(entries[at & mask]) }
        atomicMemoryFence(ordering: .acquiring)
        let lost = RecordRing.oldest(of: count.pointee.load(ordering: .relaxed), capacity) - first
        if lost <= 0 { return (first, copied) }
        return (first + lost, Array(copied.dropFirst(lost)))
    }
}
