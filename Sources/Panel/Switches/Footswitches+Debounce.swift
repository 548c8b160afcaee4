// F1: the first edge acts at its own time; the contact is then left to bounce for `debounce`, and where it has come to
// rest acts at the end of that.
extension Footswitches {
    /// The contact as it is found when the box starts. One that is closed then was not pressed: its first edge is its
    /// release.
    public mutating func begin(_ index: Int, closed: Bool) {
        precondition(index < count, "no such switch")
        switches[index].level = closed
        switches[index].isDown = closed
    }

    /// Marks a switch whose level was found to differ while no lock-out ran: it settles at the next `advance(to:_:)`.
    static let atNextAdvance: UInt64 = 0

    /// An edge as the kernel stamped it. What is due by then comes out first.
    ///
    /// - Parameters:
    ///   - closed: the level after the edge; true is pressed.
    ///   - at: ns.
    public mutating func edge(_ index: Int, closed: Bool, at: UInt64, _ emit: Emit) {
        precondition(index < count, "no such switch")
        advance(to: at, emit)
        switches[index].level = closed
        guard switches[index].settlesAt == never else { return }
        act(index, at, emit)
        findDeadline()
    }

    /// The contact as it was read back. During a lock-out it replaces the remembered level; a level that differs while
    /// none runs (an edge was lost) acts at the next `advance(to:_:)`, for which `nextDeadline` then asks at once.
    ///
    /// Read back after the queued edges are taken and before `advance(to:_:)`.
    public mutating func level(_ index: Int, closed: Bool) {
        precondition(index < count, "no such switch")
        switches[index].level = closed
        guard switches[index].settlesAt == never, closed != switches[index].isDown else { return }
        switches[index].settlesAt = Self.atNextAdvance
        findDeadline()
    }

    /// Lets time pass: long presses, the opening of the menu and ends of lock-outs up to and including `to` come out in
    /// order of time, each at its own.
    public mutating func advance(to: UInt64, _ emit: Emit) {
        while let due = earliest(by: to) {
            switch due.what {
            case .long: goLong(due.index, due.at, emit)
            case .menu: openMenu(due.at, emit)
            case .settling:
                switches[due.index].settlesAt = never
                act(due.index, due.at, emit)
            }
        }
        findDeadline()
    }

    private mutating func findDeadline() {
        nextDeadline = menuAt
        for index in 0..<count {
            nextDeadline = min(nextDeadline, min(switches[index].settlesAt, switches[index].longAt))
        }
    }

    /// Brings the gestures to the level of the contact and locks the switch out, unless it is there already.
    private mutating func act(_ index: Int, _ at: UInt64, _ emit: Emit) {
        let level = switches[index].level
        guard level != switches[index].isDown else { return }
        switches[index].isDown = level
        switches[index].settlesAt = at + switches[index].debounce
        if level { press(index, at, emit) } else { release(index, at, emit) }
    }

    private struct Due {
        enum What { case long, menu, settling }

        var index: Int
        var at: UInt64
        var what: What
    }

    /// The first thing due, at one instant a long press before the menu, that before the end of a lock-out, then by index.
    private func earliest(by time: UInt64) -> Due? {
        var first: Due?
        for index in 0..<count where switches[index].longAt <= time && switches[index].longAt < first?.at ?? never {
            first = Due(index: index, at: switches[index].longAt, what: .long)
        }
        if menuAt <= time && menuAt < first?.at ?? never { first = Due(index: 0, at: menuAt, what: .menu) }
        for index in 0..<count where switches[index].settlesAt <= time {
            let settles = switches[index].settlesAt
            let at = settles == Self.atNextAdvance ? time : settles
            if at < first?.at ?? never { first = Due(index: index, at: at, what: .settling) }
        }
        return first
    }
}
