import MIDI

/// Holds what a monitor has heard until it is known which notes belong together, joins the pieces of a SysEx, and
/// leaves out what is not wanted. What comes out is in the order in which it began.
struct MonitorQueue {
    /// Only these ports; empty: all.
    var aliases: [String] = []
    /// Notes, Control Changes, pressures, bends and programs, nothing else.
    var notesAndControllers = false
    /// Timing clock and Active Sensing too.
    var clock = false
    /// Nanoseconds within which notes that begin are one chord; 0: never.
    var window: UInt64 = 30_000_000

    private var waiting: [MonitorLine] = []

    /// What comes out: lines that belong together are chords.
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
        guard let status = line.status else { return !notesAndControllers }
        if Status.isSystem(status) && notesAndControllers { return false }
        return clock || status != Status.timingClock && status != Status.activeSensing
    }

    /// A piece in the middle of a SysEx or at its end goes to its beginning, if that is still here; else it is passed
    /// over, because nobody could make sense of it.
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

    /// When the next is to be shown, on the box's clock; nil: nothing waits.
    var nextAt: UInt64? { waiting.first.map { $0.time + hold } }

    /// How long a line waits. Pieces of a SysEx follow each other within this.
    private var hold: UInt64 { max(window, 5_000_000) }

    /// What need not wait any longer at a time of the box's clock.
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

    /// The notes of other keys in the same stream that begin with it. A key that is pressed again is no part of the chord.
    private func chord(with first: MonitorLine) -> [MonitorLine] {
        guard let key = first.pressed, window > 0 else { return [] }
        var (lines, keys) = ([first], [key])
        for line in waiting {
            guard let key = line.pressed, line.way == first.way, line.alias == first.alias, line.note == first.note,
                line.status == first.status, line.time - first.time <= window, !keys.contains(key)
            else { continue }
            lines.append(line)
            keys.append(key)
        }
        return lines
    }
}
