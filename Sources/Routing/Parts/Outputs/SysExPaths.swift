import Program

/// SysEx streams under way: one for each source, routing and destination, from the first piece to the last (S4, S8).
struct SysExPaths {
    struct Path {
        let source: UInt8
        let destination: PortIndex
        /// The routing it goes through, which says its place in the order (R1).
        let routing: RoutingIndex
        fileprivate(set) var state: State
        /// Whether its source still sends it, so that it is in the list of that source.
        fileprivate var isAttached: Bool
        /// Pieces that wait in the outbox.
        fileprivate(set) var waiting: UInt16 = 0
        /// When its last data byte arrived, in nanoseconds.
        fileprivate(set) var touched: UInt64
    }

    enum State: UInt8 {
        case free
        /// Pieces are still coming.
        case open
        /// The last piece has come; some may still wait.
        case ended
        /// What still comes is ignored.
        case dropped
    }

    private var pool: SlotPool<Path>
    /// By source, and for `programs`, the paths of what it is sending, in the order of their routings.
    private let lists: UnsafeMutablePointer<SlotList>

    init(_ memory: inout Memory) {
        let free = Path(
            source: 0, destination: PortIndex(0), routing: RoutingIndex(0), state: .free, isAttached: false, touched: 0)
        pool = SlotPool(&memory, capacity: Limits.sysExPaths, repeating: free)
        lists = memory.take(SysExPaths.senders, repeating: SlotList())
    }

    static let byteCount =
        SlotPool<Path>.byteCount(Limits.sysExPaths) + senders * MemoryLayout<SlotList>.stride + 16

    /// Stands in the place of a source for what programs send past all routings. Not `Source.clock`: the box's own SysEx
    /// may go out between two of its pieces.
    static let programs = UInt8(Limits.sources)
    private static let senders = Limits.sources + 1

    @inline(__always)
    subscript(slot: Slot) -> Path { pool[slot] }

    /// The first path of what a source is sending, or `none`.
    @inline(__always)
    func first(of source: UInt8) -> Slot { lists[Int(source)].first }

    /// The path behind another one of the same source, or `none`.
    @inline(__always)
    func next(after slot: Slot) -> Slot { pool.next(after: slot) }

    /// No source is sending a SysEx.
    var isIdle: Bool {
        for source in 0..<SysExPaths.senders where !lists[source].isEmpty { return false }
        return true
    }

    /// How many paths can still be opened.
    var freeCount: Int { pool.freeCount }
}

// MARK: - Opening and closing

extension SysExPaths {
    /// A new path, in the order of the routings, behind those of the same routing. False when all are taken.
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

    /// The source has sent the last piece: its paths live on only as long as their pieces wait.
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

    /// Ignores what still comes and waits.
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
    /// A data byte arrived.
    @inline(__always)
    func touch(_ slot: Slot, at now: UInt64) { pool[slot].touched = now }

    /// A data byte arrived on all paths of a source.
    func touchAll(of source: UInt8, at now: UInt64) {
        var slot = first(of: source)
        while !slot.isNone {
            touch(slot, at: now)
            slot = next(after: slot)
        }
    }

    /// The last piece has come.
    func end(_ slot: Slot) { pool[slot].state = .ended }

    /// One more piece waits.
    func addWaiting(_ slot: Slot) { pool[slot].waiting &+= 1 }

    /// One piece fewer waits.
    func removeWaiting(_ slot: Slot) { pool[slot].waiting &-= 1 }

    /// The path of which most pieces wait, or `none`.
    var longestWaiting: Slot {
        var (longest, most) = (Slot.none, UInt16(0))
        for index in 0..<Limits.sysExPaths where pool[Slot(index)].waiting > most {
            (longest, most) = (Slot(index), pool[Slot(index)].waiting)
        }
        return longest
    }
}
