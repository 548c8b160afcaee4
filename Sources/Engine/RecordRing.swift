import Synchronization

/// A ring of the newest entries, written by one thread that never waits. The oldest entries are overwritten.
///
/// Any thread may copy entries meanwhile; entries that are overwritten during the copy are recognised and left out.
/// Each entry has its own time, so that it can be read without earlier entries. The place of an entry is the number of
/// entries written before it since the start.
package struct RecordRing: @unchecked Sendable {
    // @unchecked: a reader may copy a torn entry, and the count of written entries shows which.

    package let capacity: Int
    private let entries: UnsafeMutablePointer<Entry>
    private let mask: Int
    private let count: UnsafeMutablePointer<Atomic<Int>>

    /// Entries that other threads may see before the count that includes them: far more than a processor reorders.
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

    /// Appends an entry. For the one writing thread.
    @inline(__always)
    package func put(_ entry: Entry) {
        let at = count.pointee.load(ordering: .relaxed)
        entries[at & mask] = entry
        count.pointee.store(at &+ 1, ordering: .releasing)
    }

    /// Number of entries ever written.
    package var written: Int { count.pointee.load(ordering: .acquiring) }

    /// The newest entry; nil if there is none.
    package var last: Entry? { written == 0 ? nil : entries[(written - 1) & mask] }

    /// The place of the oldest entry that is certainly not overwritten now.
    package var oldest: Int { RecordRing.oldest(of: written, capacity) }

    private static func oldest(of written: Int, _ capacity: Int) -> Int {
        written <= capacity - margin ? 0 : written - capacity + margin
    }

    /// The entry at a place, which the writer may be overwriting.
    package func entry(at place: Int) -> Entry { entries[place & mask] }

    /// The first place whose entry was certainly not overwritten before it was read.
    package var oldestAfterReading: Int {
        atomicMemoryFence(ordering: .acquiring)
        return RecordRing.oldest(of: count.pointee.load(ordering: .relaxed), capacity)
    }
}
