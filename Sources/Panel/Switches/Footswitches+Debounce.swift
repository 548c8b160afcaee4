// F1: the first edge acts at its own time. Then the contact is ignored for `debounce` (the lock-out), and its level at
// the end of the lock-out acts.
extension Footswitches {
    /// Sets the level of a contact at power-up. A contact that is closed then is not a press: its first edge is a
    /// release.
    package mutating func begin(_ index: Int, closed: Bool) {
        precondition(index < count, "no such switch")
        switches[index].level = closed
        switches[index].isDown = closed
    }

    /// The value of `settlesAt` for a footswitch whose level differs without a lock-out: the level acts at the next
    /// `advance(to:_:)`.
    static let atNextAdvance: UInt64 = 0

    /// Handles an edge. Gestures that are due by then are emitted first.
    ///
    /// - Parameters:
    ///   - closed: the level after the edge; true means pressed.
    ///   - at: the kernel's time stamp, in ns.
    package mutating func edge(_ index: Int, closed: Bool, at: UInt64, _ emit: Emit) {
        precondition(index < count, "no such switch")
        advance(to: at, emit)
        switches[index].level = closed
        guard switches[index].settlesAt == never else { return }
        act(index, at, emit)
        findDeadline()
    }

    /// Sets the level of a contact as read from the line. During a lock-out this replaces the remembered level.
    /// Without a lock-out, a different level means that an edge was lost; it acts at the next `advance(to:_:)`, which
    /// is then due at once.
    ///
    /// Call this after all queued edges were handled and before `advance(to:_:)`.
    package mutating func level(_ index: Int, closed: Bool) {
        precondition(index < count, "no such switch")
        switches[index].level = closed
        guard switches[index].settlesAt == never, isWanted(index) != switches[index].isDown else { return }
        switches[index].settlesAt = Self.atNextAdvance
        findDeadline()
    }

    /// Handles long and single presses, the opening of the menu and ends of lock-outs up to and including the time
    /// `to`, in chronological order.
    package mutating func advance(to: UInt64, _ emit: Emit) {
        while let due = earliest(by: to) {
            switch due.event {
            case .long: goLong(due.index, due.at, emit)
            case .single: goSingle(due.index, due.at, emit)
            case .menu: openMenu(due.at, emit)
            case .settling:
                switches[due.index].settlesAt = never
                act(due.index, due.at, emit)
            }
        }
        findDeadline()
    }

    mutating func findDeadline() {
        nextDeadline = menuAt
        for index in 0..<count {
            nextDeadline = min(nextDeadline, min(switches[index].settlesAt, switches[index].longAt))
            nextDeadline = min(nextDeadline, switches[index].singleAt)
        }
    }

    /// Acts on the contact's level and begins a lock-out, unless this level has acted already.
    private mutating func act(_ index: Int, _ at: UInt64, _ emit: Emit) {
        if isWanted(index) == switches[index].isDown { return }
        switches[index].settlesAt = at + switches[index].debounce
        follow(index, at, emit)
    }

    private struct Due {
        enum Event { case long, single, menu, settling }

        var index: Int
        var at: UInt64
        var event: Event
    }

    /// Returns the first event that is due. At equal times, a long press comes before a single one, that before the
    /// menu, the menu before the end of a lock-out, and a lower index before a higher one.
    // Mutating, because the compiler copies the whole value for a call that only reads it.
    private mutating func earliest(by time: UInt64) -> Due? {
        var first: Due?
        for index in 0..<count where switches[index].longAt <= time && switches[index].longAt < first?.at ?? never {
            first = Due(index: index, at: switches[index].longAt, event: .long)
        }
        for index in 0..<count where switches[index].singleAt <= time && switches[index].singleAt < first?.at ?? never {
            first = Due(index: index, at: switches[index].singleAt, event: .single)
        }
        if menuAt <= time && menuAt < first?.at ?? never { first = Due(index: 0, at: menuAt, event: .menu) }
        for index in 0..<count where switches[index].settlesAt <= time {
            let settles = switches[index].settlesAt
            let at = settles == Self.atNextAdvance ? time : settles
            if at < first?.at ?? never { first = Due(index: index, at: at, event: .settling) }
        }
        return first
    }
}
