import MIDI

/// Groups the lines of a monitor: holds notes until their chord is complete, joins the pieces of a SysEx, and drops
/// lines that the user did not ask for. Groups are returned in the order in which they began.
struct MonitorQueue {
    /// The ports to show; empty for all.
    var aliases: [String] = []
    /// Shows only notes, controllers, pressure, pitch bend and program changes.
    var notesAndControllers = false
    /// Also shows timing clock and Active Sensing.
    var clock = false
    /// Notes that begin within this many nanoseconds are one chord; 0 for no chords.
    var window: UInt64 = 30_000_000

    private var waiting: [MonitorLine] = []

    /// One output of the queue.
    enum Group: Equatable {
        case line(MonitorLine)
        case chord([MonitorLine])
    }

    mutating func add(_ line: MonitorLine) {
        if !aliases.isEmpty && !aliases.contains(line.alias) { return }
        if join(line) { return }
        if isWanted(line) { waiting.append(line) }
    }

    private func isWanted(_ line: MonitorLine) -> Bool {
        guard let status = line.status else {
            // Utility messages, mostly jitter reduction, are hidden as the clock is.
            if case .ump(let ump) = line.content, ump.type == MessageType.utility, !clock { return false }
            return !notesAndControllers
        }
        if Status.isSystem(status) && notesAndControllers { return false }
        return clock || status != Status.timingClock && status != Status.activeSensing
    }

    /// Appends a later piece of a SysEx to the waiting beginning. A piece without a beginning is dropped. Returns false
    /// for other lines.
    private mutating func join(_ line: MonitorLine) -> Bool {
        guard case .bytes(let piece) = line.content, let first = piece.first,
            !Status.isStatus(first) || first == Status.sysExEnd
        else {
            return false
        }
        let index = waiting.lastIndex { other in
            if other.way != line.way || other.alias != line.alias || other.note != line.note { return false }
            guard case .bytes(let bytes) = other.content else { return false }
            return bytes.first == Status.sysEx && bytes.last != Status.sysExEnd
        }
        if let index, case .bytes(let bytes) = waiting[index].content, bytes.count < BoxLimits.shownSysEx {
            waiting[index].content = .bytes(bytes + piece)
        }
        return true
    }

    /// When the next group is due, on the box's clock; nil if no line waits.
    var nextAt: UInt64? { waiting.first.map { $0.time + hold } }

    /// Nanoseconds that a line waits, long enough for the pieces of a SysEx to follow.
    private var hold: UInt64 { max(window, 5_000_000) }

    /// Removes and returns the groups that are due at a time of the box's clock.
    mutating func take(at now: UInt64) -> [Group] {
        var groups: [Group] = []
        while let first = waiting.first, first.time + hold <= now {
            waiting.removeFirst()
            let together = chord(with: first)
            if together.count < 2 {
                groups.append(.line(first))
            } else {
                groups.append(.chord(together))
                waiting.removeAll { together.contains($0) }
            }
        }
        return groups
    }

    /// The waiting notes that form a chord with `first`: other keys of the same stream within the window. A key that is
    /// pressed again is not part of the chord.
    private func chord(with first: MonitorLine) -> [MonitorLine] {
        guard let key = first.pressed, window > 0 else { return [] }
        var (lines, keys) = ([first], [key])
        for line in waiting {
            guard let key = line.pressed, line.way == first.way, line.alias == first.alias, line.note == first.note,
                line.status == first.status, line.group == first.group, line.time - first.time <= window,
                !keys.contains(key)
            else { continue }
            lines.append(line)
            keys.append(key)
        }
        return lines
    }
}
