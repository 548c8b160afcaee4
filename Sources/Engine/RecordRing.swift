import Synchronization

/// The last things of one kind that happened, written by one thread that never waits: the oldest are overwritten.
///
/// Any thread may copy them out meanwhile; what is overwritten while it copies is recognised and left out. An entry is 16
/// bytes with its own time, so that it can be read without those before it. Places count from the first that was ever
/// written.
package struct RecordRing: @unchecked Sendable {
    // @unchecked: a torn entry is read at worst, and the count of those written then says so.

    package let capacity: Int
    private let entries: UnsafeMutablePointer<Entry>
    private let mask: Int
    private let count: UnsafeMutablePointer<Atomic<Int>>

    /// Entries that the writer may be ahead of its count, as others see it: far more than a processor reorders.
    private static let margin = 256

    /// - Parameters:
    ///   - memory: `byteCount(capacity:)` zero bytes, resident, so that the loop never faults in them. Never freed.
    ///   - capacity: entries, a power of two above 512.
    package init(in memory: UnsafeMutableRawPointer, capacity: Int) {
        precondition(capacity > 2 * RecordRing.margin && capacity & (capacity - 1) == 0)
        count = memory.bindMemory(to: Atomic<Int>.self, capacity: 1)
        count.initialize(to: Atomic(0))
        entries = (memory + RecordRing.headerBytes).bindMemory(to: Entry.self, capacity: capacity)
        self.capacity = capacity
        mask = capacity - 1
    }

    /// The count has a cache line of its own.
    private static let headerBytes = 64

    package static func byteCount(capacity: Int) -> Int { headerBytes + capacity * MemoryLayout<Entry>.stride }

    /// For the one writing thread.
    @inline(__always)
    package func put(_ entry: Entry) {
        let at = count.pointee.load(ordering: .relaxed)
        entries[at & mask] = entry
        count.pointee.store(at &+ 1, ordering: .releasing)
    }

    /// How many were ever written.
    package var written: Int { count.pointee.load(ordering: .acquiring) }

    /// The newest; nil: there is none.
    package var last: Entry? { written == 0 ? nil : entries[(written - 1) & mask] }

    /// The place of the oldest that can be relied on now.
    package var oldest: Int { RecordRing.oldest(of: written, capacity) }

    private static func oldest(of written: Int, _ capacity: Int) -> Int {
        written <= capacity - margin ? 0 : written - capacity + margin
    }

    /// The entry of a place, which the writer may be overwriting.
    package func entry(at place: Int) -> Entry { entries[place & mask] }

    /// The first place that was not overwritten before any of the entries that were read up to now.
    package var oldestAfterReading: Int {
        atomicMemoryFence(ordering: .acquiring)
        return RecordRing.oldest(of: count.pointee.load(ordering: .relaxed), capacity)
    }
}
