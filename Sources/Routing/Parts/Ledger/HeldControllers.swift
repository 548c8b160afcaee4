import MIDI
import Plan

/// Pedals, bends and pressures that sources hold away from rest at destinations, and notes that remaps play, each with
/// its path. The release takes the same path back, whatever the settings are by then (H4, H5, H6, H7).
struct HeldControllers {
    private var paths: SlotPool<Path>
    /// All paths by age, the oldest first.
    private var all = SlotList()
    /// Paths by source and channel, in the order they began.
    private let ofInputs: SlotChains<ByInput>
    /// Notes by the routing of the running preset that plays them, in the order they began; the last chain is for
    /// actions.
    private let ofRoutings: SlotChains<ByRouting>
    /// How many paths are notes.
    private(set) var noteCount = 0
    /// Whether note messages may move a path; may stay true after that path has ended.
    private(set) var listensToNotes = false

    private enum ByInput: ChainTable {
        static var keys: Int { Limits.sources * 16 }
        static var slots: Int { Limits.heldControllers }
    }

    private enum ByRouting: ChainTable {
        static var keys: Int { Limits.routings + 1 }
        static var slots: Int { Limits.heldControllers }
    }

    static let byteCount =
        SlotPool<Path>.byteCount(Limits.heldControllers)
        + SlotChains<ByInput>.byteCount + SlotChains<ByRouting>.byteCount

    init(_ memory: inout Memory) {
        paths = SlotPool(&memory, capacity: Limits.heldControllers, repeating: Path())
        ofInputs = SlotChains(&memory)
        ofRoutings = SlotChains(&memory)
    }
}

extension RoutingIndex {
    /// Used in place of a routing for notes that actions play: no load ends them.
    @inline(__always)
    static var byAction: RoutingIndex { RoutingIndex(Limits.routings) }

    /// Used in place of a routing for notes whose routing belongs to earlier settings.
    @inline(__always)
    static var byPast: RoutingIndex { RoutingIndex(rawValue: 0xFE) }
}

// MARK: - Looking

extension HeldControllers {
    @inline(__always)
    var isEmpty: Bool { all.isEmpty }

    var isFull: Bool { paths.isFull }

    @inline(__always)
    subscript(slot: Slot) -> Path { paths[slot] }

    /// The path that began first, or `none`.
    var oldest: Slot { all.first }

    /// The path that began last, or `none`.
    var newest: Slot { all.last }

    /// The next younger path, or `none`.
    func newer(than slot: Slot) -> Slot { paths.next(after: slot) }

    /// The next older path, or `none`.
    func older(than slot: Slot) -> Slot { paths.previous(before: slot) }

    /// The first path of a source and channel, or `none`.
    func first(of source: UInt8, _ channel: UInt8) -> Slot {
        ofInputs.first(of: HeldControllers.index(source, channel))
    }

    /// The next path of the same source and channel, or `none`.
    func next(after slot: Slot) -> Slot { ofInputs.next(after: slot) }

    /// The first note that a routing plays, or `none`.
    @inline(__always)
    func firstNote(of routing: RoutingIndex) -> Slot { ofRoutings.first(of: routing.position) }

    /// The next note that the same routing plays, or `none`.
    func nextNote(after slot: Slot) -> Slot { ofRoutings.next(after: slot) }

    /// The stored path with the same ends as `path`, or `none`.
    func find(_ path: Path) -> Slot {
        var slot = first(of: path.input.source, path.input.channel)
        while !slot.isNone && !paths[slot].hasSameEnds(as: path) { slot = next(after: slot) }
        return slot
    }

    private static func index(_ source: UInt8, _ channel: UInt8) -> Int { Int(source) << 4 | Int(channel) }
}

// MARK: - Changing

extension HeldControllers {
    /// Stores a new path as the newest. There must be room.
    mutating func add(_ path: Path) {
        let slot = paths.take(toEndOf: &all)
        paths[slot] = path
        ofInputs.append(slot, of: HeldControllers.index(path.input.source, path.input.channel))
        if path.listensToNotes { listensToNotes = true }
        if !path.isNote { return }
        noteCount += 1
        ofRoutings.append(slot, of: path.routing.position)
    }

    /// Updates a stored path with the settings of the newest message.
    mutating func update(_ slot: Slot, _ path: Path) {
        if path.listensToNotes { listensToNotes = true }
        paths[slot].follow(path)
    }

    /// Sets the internal value of the remap of a path (H7).
    func setValue(_ value: Int32, of slot: Slot) { paths[slot].value = value }

    /// Replaces the inputs of a path by those with the same names in another plan.
    func setInputs(_ slot: UInt16, forward: UInt16, back: UInt16, of path: Slot) {
        paths[path].input.slot = slot
        paths[path].remap.forwardSlot = forward
        paths[path].remap.backSlot = back
    }

    /// Replaces the tables of a path's remap by those of an equal remap in another plan.
    func setTables(of remap: Remap, of path: Slot) {
        paths[path].remap.values = remap.values
        paths[path].remap.output = remap.output
        if paths[path].remap.mode.edge == .rearmed { paths[path].remap.mode = remap.mode }
    }

    mutating func remove(_ slot: Slot) {
        let path = paths[slot]
        ofInputs.remove(slot, of: HeldControllers.index(path.input.source, path.input.channel))
        paths.remove(slot, from: &all)
        paths.giveBack(slot)
        if isEmpty { listensToNotes = false }
        if !path.isNote { return }
        noteCount -= 1
        if path.routing != .byPast { ofRoutings.remove(slot, of: path.routing.position) }
    }

    /// Marks the notes of a routing as notes of earlier settings, so that they continue without it.
    func detachNotes(of routing: RoutingIndex) {
        var slot = ofRoutings.first(of: routing.position)
        while !slot.isNone {
            paths[slot].routing = .byPast
            slot = ofRoutings.next(after: slot)
        }
        ofRoutings.removeAll(of: routing.position)
    }
}

// MARK: - Recording

extension HeldControllers {
    /// Whether any path uses a table of its plan. May be called from another thread: the list may then be
    /// inconsistent, which that thread detects afterwards.
    var goByTables: Bool {
        var slot = all.first
        for _ in 0..<Limits.heldControllers where !slot.isNone && slot.index < Limits.heldControllers {
            if paths[slot].remap.hasTable || paths[slot].remap.output.refersToPlan { return true }
            slot = paths.next(after: slot)
        }
        return false
    }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        paths.forEachTable(visit)
        withUnsafeMutableBytes(of: &all, visit)
        ofInputs.forEachTable(visit)
        ofRoutings.forEachTable(visit)
        withUnsafeMutableBytes(of: &noteCount, visit)
        withUnsafeMutableBytes(of: &listensToNotes, visit)
    }

    /// Checks restored bytes: the lists must be consistent and each path valid for a plan, as in
    /// `HeldNotes.hasValidState`.
    mutating func hasValidState(_ plan: UnsafePointer<Plan>) -> Bool {
        let count = Limits.heldControllers - paths.freeCount
        guard RawBytes.isBool(&listensToNotes), paths.hasValidState(), paths.isWhole(all, count: count) else {
            return false
        }
        var (slot, notes, played) = (all.first, 0, 0)
        while !slot.isNone {
            if !paths[slot].hasValidState(plan) { return false }
            if paths[slot].isNote { notes += 1 }
            if paths[slot].isNote && paths[slot].routing != .byPast { played += 1 }
            slot = paths.next(after: slot)
        }
        let areInputsWhole = ofInputs.isWhole(count: count) { slot, key in
            paths.isTaken(slot) && HeldControllers.index(paths[slot].input.source, paths[slot].input.channel) == key
        }
        let areRoutingsWhole = ofRoutings.isWhole(count: played) { slot, key in
            paths.isTaken(slot) && paths[slot].isNote && paths[slot].routing.position == key
        }
        return areInputsWhole && areRoutingsWhole && notes == noteCount
    }
}
