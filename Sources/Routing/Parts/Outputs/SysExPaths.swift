import MIDI
import Plan

/// SysEx streams under way: one for each source, routing and destination, from the first piece to the last (S4, S8).
struct SysExPaths {
    struct Path {
        let source: UInt8
        let destination: PortIndex
        /// The routing that the stream passes, which determines its place in the order (R1).
        let routing: RoutingIndex
        fileprivate(set) var state: State
        /// Whether the source still sends the stream, so that the path is in the list of that source.
        fileprivate var isAttached: Bool
        /// Number of pieces that wait in the outbox.
        fileprivate(set) var waiting: UInt16 = 0
        /// When the last data byte arrived, in nanoseconds.
        fileprivate(set) var touched: UInt64
        /// The message that stands for the whole SysEx, once its last piece has arrived (`SysExHashes`).
        fileprivate(set) var whole = SysExHashes.unhashed
    }

    enum State: UInt8 {
        case free
        /// Pieces are still coming.
        case open
        /// The last piece has arrived; some pieces may still wait.
        case ended
        /// Pieces that still arrive are ignored.
        case dropped
    }

    private var pool: SlotPool<Path>
    /// The open paths of each source, and of `clients`, in the order of their routings.
    private let lists: UnsafeMutablePointer<SlotList>

    init(_ memory: inout Memory) {
        let free = Path(
            source: 0, destination: PortIndex(0), routing: RoutingIndex(0), state: .free, isAttached: false, touched: 0)
        pool = SlotPool(&memory, capacity: Limits.sysExPaths, repeating: free)
        lists = memory.take(SysExPaths.senders, repeating: SlotList())
    }

    static let byteCount =
        SlotPool<Path>.byteCount(Limits.sysExPaths) + senders * MemoryLayout<SlotList>.stride + 16

    /// Used in place of a source for SysEx that clients send past all routings. Distinct from `Source.clock`, because
    /// the box's own SysEx may be sent between two pieces of a client.
    static let clients = UInt8(Limits.sources)
    private static let senders = Limits.sources + 1

    @inline(__always)
    subscript(slot: Slot) -> Path { pool[slot] }

    /// The first open path of a source, or `none`.
    @inline(__always)
    func first(of source: UInt8) -> Slot { lists[Int(source)].first }

    /// The next path of the same source, or `none`.
    @inline(__always)
    func next(after slot: Slot) -> Slot { pool.next(after: slot) }

    /// Whether no source is sending a SysEx.
    var isIdle: Bool {
        for source in 0..<SysExPaths.senders where !lists[source].isEmpty { return false }
        return true
    }

    /// How many paths can still be opened.
    var freeCount: Int { pool.freeCount }
}

// MARK: - Opening and closing

extension SysExPaths {
    /// Opens a path, in the order of routings, behind other paths of the same routing. Returns false if all paths are
    /// taken.
    mutating func open(
        source: UInt8, destination: PortIndex, through routing: RoutingIndex = RoutingIndex(0), at now: UInt64
    ) -> Bool {
        let slot = pool.take()
        if slot.isNone { return false }
        pool[slot] = Path(
            source: source, destination: destination, routing: routing, state: .open, isAttached: true, touched: now)
        var previous = lists[Int(source)].last
        while !previous.isNone && pool[previous].routing > routing { previous = pool.previous(before: previous) }
        pool.insert(slot, after: previous, in: &lists[Int(source)])
        return true
    }

    /// Detaches all paths of a source after its last piece: they remain only while pieces wait.
    mutating func detachAll(of source: UInt8) {
        while case let slot = lists[Int(source)].first, !slot.isNone {
            pool.remove(slot, from: &lists[Int(source)])
            pool[slot].isAttached = false
            if pool[slot].state == .open { pool[slot].state = .ended }
            release(slot)
        }
    }

    /// Frees an ended or dropped path once it is detached and none of its pieces waits.
    mutating func release(_ slot: Slot) {
        let path = pool[slot]
        if path.waiting > 0 || path.isAttached || path.state == .open || path.state == .free { return }
        pool[slot].state = .free
        pool.giveBack(slot)
    }

    /// Drops a path: pieces that wait or still arrive are ignored.
    mutating func drop(_ slot: Slot) {
        pool[slot].state = .dropped
        pool[slot].waiting = 0
        release(slot)
    }

    /// Drops all paths to a destination.
    mutating func dropAll(to destination: PortIndex) {
        for index in 0..<Limits.sysExPaths {
            let slot = Slot(index)
            if pool[slot].state != .free && pool[slot].destination == destination { drop(slot) }
        }
    }
}

// MARK: - Pieces

extension SysExPaths {
    /// Records that a data byte arrived at `now`, in nanoseconds.
    @inline(__always)
    func touch(_ slot: Slot, at now: UInt64) { pool[slot].touched = now }

    /// Records that a data byte arrived on all paths of a source.
    func touchAll(of source: UInt8, at now: UInt64) {
        var slot = first(of: source)
        while !slot.isNone {
            touch(slot, at: now)
            slot = next(after: slot)
        }
    }

    /// Marks a path as ended after its last piece arrived. `whole` stands for the whole SysEx.
    func end(_ slot: Slot, as whole: Message) {
        pool[slot].state = .ended
        pool[slot].whole = whole
    }

    /// Increments the number of a path's waiting pieces.
    func addWaiting(_ slot: Slot) { pool[slot].waiting &+= 1 }

    /// Decrements the number of a path's waiting pieces.
    func removeWaiting(_ slot: Slot) { pool[slot].waiting &-= 1 }

    /// The path with the most waiting pieces, or `none`.
    var longestWaiting: Slot {
        var (longest, most) = (Slot.none, UInt16(0))
        for index in 0..<Limits.sysExPaths where pool[Slot(index)].waiting > most {
            (longest, most) = (Slot(index), pool[Slot(index)].waiting)
        }
        return longest
    }
}
