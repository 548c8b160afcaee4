import Plan

/// Values that remaps hold back because of a `hold`, in the listed order of the remaps (R21).
struct HeldValues {
    /// A waiting value of a remap, and its path.
    struct Entry {
        /// The input that moved the remap last.
        var input = InputKey(0, 0, 0)
        /// Index into the preset's remaps.
        var remap: UInt16 = 0
        /// The value in units of the output, 0...16383.
        var value: UInt16 = 0
        var routing = RoutingIndex(0)
        /// The output channel, 0...15.
        var channel: UInt8 = 0
        /// Whether there is a 32-bit value (U4), and that value.
        private var isFine: UInt8 = 0
        private var fineValue: UInt32 = 0

        /// The 32-bit value, if the remap has one (U4).
        var fine: UInt32? { isFine != 0 ? fineValue : nil }

        mutating func setFine(_ value: UInt32?) { (isFine, fineValue) = (value == nil ? 0 : 1, value ?? 0) }

        init(
            input: InputKey = InputKey(0, 0, 0), remap: UInt16 = 0, value: UInt16 = 0,
            routing: RoutingIndex = RoutingIndex(0), channel: UInt8 = 0
        ) {
            (self.input, self.remap, self.value, self.routing, self.channel) = (input, remap, value, routing, channel)
        }
    }

    private let entries: UnsafeMutablePointer<Entry>
    private(set) var count = 0

    static let byteCount = Memory.byteCount(of: Entry.self, Limits.heldValues)

    init(_ memory: inout Memory) { entries = memory.take(Limits.heldValues, repeating: Entry()) }

    @inline(__always)
    var isEmpty: Bool { count == 0 }

    subscript(index: Int) -> Entry {
        get { entries[index] }
        nonmutating set { entries[index] = newValue }
    }

    /// Stores the newest value of a remap. A direct remap stores one for each source and channel, others store one
    /// (R12).
    ///
    /// - Returns: false if there is no room.
    mutating func keep(_ entry: Entry, of remaps: UnsafePointer<Remap>) -> Bool {
        let remap = remaps + Int(entry.remap)
        let state = remap.pointee.state
        var place = 0
        while place < count && remaps[Int(entries[place].remap)].state < state { place += 1 }
        while place < count && remaps[Int(entries[place].remap)].state == state {
            if remap.pointee.mode.kind != .direct || entries[place].input == entry.input {
                entries[place] = entry
                return true
            }
            place += 1
        }
        if count == Limits.heldValues { return false }
        var end = count
        while end > place {
            entries[end] = entries[end - 1]
            end -= 1
        }
        entries[place] = entry
        count += 1
        return true
    }

    /// Removes and returns a value; later values move up.
    mutating func remove(_ index: Int) -> Entry {
        let entry = entries[index]
        count -= 1
        for place in index..<count { entries[place] = entries[place + 1] }
        return entry
    }

    mutating func removeAll() { count = 0 }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(entries, Limits.heldValues))
        withUnsafeMutableBytes(of: &count, visit)
    }

    /// Checks restored bytes: every entry must be valid for the preset.
    func hasValidState(_ plan: UnsafePointer<Plan>, _ preset: UnsafePointer<Preset>) -> Bool {
        guard 0...Limits.heldValues ~= count else { return false }
        for index in 0..<count {
            let entry = entries[index]
            guard Int(entry.input.source) < Limits.sources, entry.input.channel < 16,
                plan.pointee.hasInput(entry.input.slot), Int(entry.remap) < Int(preset.pointee.remapCount),
                entry.value < 16384, preset.pointee.routings.contains(entry.routing), entry.channel < 16
            else { return false }
        }
        return true
    }
}
