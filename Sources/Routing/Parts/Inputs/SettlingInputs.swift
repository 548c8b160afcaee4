import Plan

/// The controllers with `settle` whose value has counted within that time: their moves back are ignored (R27).
struct SettlingInputs {
    struct Entry {
        var input = InputKey(0, 0, 0)
        /// Whether the value that counted last was above the one before: 1 or 0.
        private var direction: UInt8 = 0
        /// When the time is over, in nanoseconds.
        var endsAt: UInt64 = 0

        init() {}

        init(_ input: InputKey, rises: Bool, endsAt: UInt64) {
            (self.input, direction, self.endsAt) = (input, rises ? 1 : 0, endsAt)
        }

        var rises: Bool { direction != 0 }
    }

    private let entries: UnsafeMutablePointer<Entry>
    private(set) var count = 0

    static let byteCount = Memory.byteCount(of: Entry.self, Limits.settlingInputs)

    init(_ memory: inout Memory) { entries = memory.take(Limits.settlingInputs, repeating: Entry()) }

    @inline(__always)
    var isEmpty: Bool { count == 0 }

    subscript(place: Int) -> Entry { entries[place] }

    /// The place of the entry of an input; nil if its time is over.
    func place(of input: InputKey) -> Int? {
        for place in 0..<count where entries[place].input == input { return place }
        return nil
    }

    /// Begins the time of an input, or begins it anew.
    ///
    /// - Returns: false if there is no room.
    mutating func start(_ entry: Entry) -> Bool {
        if let place = place(of: entry.input) {
            entries[place] = entry
            return true
        }
        if count == Limits.settlingInputs { return false }
        entries[count] = entry
        count += 1
        return true
    }

    /// When the first time is over, in nanoseconds; `UInt64.max` without any.
    var nextAt: UInt64 { count == 0 ? UInt64.max : entries[first].endsAt }

    /// The place of the entry whose time is over first; 0 without any.
    private var first: Int {
        var first = 0
        for place in 0..<count where entries[place].endsAt < entries[first].endsAt { first = place }
        return first
    }

    /// Removes the entry whose time is over first, and returns its input. There must be one.
    mutating func takeFirst() -> InputKey {
        let place = first
        let input = entries[place].input
        remove(place)
        return input
    }

    /// Removes the entries of a source.
    mutating func remove(of source: UInt8) {
        for place in (0..<count).reversed() where entries[place].input.source == source { remove(place) }
    }

    /// Removes an entry; later ones move up.
    private mutating func remove(_ place: Int) {
        count -= 1
        for place in place..<count { entries[place] = entries[place + 1] }
    }

    mutating func removeAll() { count = 0 }
}

// MARK: - Recording

extension SettlingInputs {
    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(entries, Limits.settlingInputs))
        withUnsafeMutableBytes(of: &count, visit)
    }

    /// Checks restored bytes: each entry must be of an input with `settle` at a source that is followed.
    func hasValidState(_ derived: UnsafePointer<DerivedInputs>?) -> Bool {
        guard 0...Limits.settlingInputs ~= count else { return false }
        for place in 0..<count {
            let input = entries[place].input
            guard let derived, Int(input.source) < Limits.ports, input.channel < 16,
                0..<derived.pointee.count ~= Int(input.slot) - ControlInput.derived,
                derived.pointee.isFollowed(at: input.source), derived.pointee.input(Int(input.slot)).kind == .settled
            else { return false }
        }
        return true
    }
}
