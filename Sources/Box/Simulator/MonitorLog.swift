import MIDI

/// The lines of the simulator's monitor, and the part of them that is shown.
struct MonitorLog {
    enum Kind {
        /// A message, with its time.
        case message
        /// A dropped message and the reason.
        case dropped
        /// An action that an assignment has run, or a panic.
        case action
        /// Output of the box itself, without a time.
        case note
    }

    struct Entry {
        /// Nanoseconds of the box's clock.
        var time: UInt64
        var kind: Kind
        var text: String
        /// Equal for the messages of one sweep, such as of the tilt, which share a line.
        var sweep: String?
        /// Number of values that share the line.
        var count = 1
    }

    /// All entries, the newest last.
    private(set) var entries: [Entry] = []
    /// Whether dropped messages and the reasons are shown.
    private(set) var showsDrops = false
    /// Number of shown entries below the window; 0 follows the newest.
    private(set) var below = 0
    /// When the last value of the tilt was received, in ns.
    private var tiltedAt: UInt64 = 0
    private var panic: Panic?

    /// The line of a panic.
    private struct Panic {
        var at: UInt64
        /// The index of the panic's entry.
        var index: Int
        var count = 0
        var ports: [String] = []
    }

    /// Nanoseconds after a panic in which its messages are sent.
    private static let panicTime: UInt64 = 1_000_000_000
    /// Nanoseconds after a value of the tilt in which its effects are sent.
    private static let tiltTime: UInt64 = 150_000_000
    /// Nanoseconds without a value that end a sweep.
    private static let sweepTime: UInt64 = 1_000_000_000
    /// A sweep continues its line only among this many newest lines, so that the change can be seen.
    private static let sweepLines = 12

    // MARK: - Adding

    mutating func add(_ kind: Kind, _ text: String, at time: UInt64, sweep: String? = nil) {
        entries.append(Entry(time: time, kind: kind, text: text, sweep: sweep))
        if below > 0 && isShown(entries[entries.count - 1]) { below += 1 }
        if entries.count < BoxLimits.simulatorLines + BoxLimits.simulatorLines / 8 { return }
        let old = entries.count - BoxLimits.simulatorLines
        entries.removeFirst(old)
        if let index = panic?.index { panic?.index = index - old }
        if panic?.index ?? 0 < 0 { panic = nil }
        below = min(below, entries.count)
    }

    /// Adds a group of messages. Messages of a panic share a line, and values of a sweep of the tilt share a line.
    mutating func add(_ group: MonitorQueue.Group, _ words: MonitorText) {
        switch group {
        case .chord(let lines):
            add(lines[0].way == .dropped ? .dropped : .message, words.chord(lines), at: lines[0].time)
        case .line(let line):
            if joinsPanic(line) { return }
            let sweep = sweep(of: line)
            if line.isTilt && line.way == .into { tiltedAt = line.time }
            if let sweep, join(sweep, at: line.time, { "\(words.line(line))  \($0) values" }) { return }
            add(line.way == .dropped ? .dropped : .message, words.line(line), at: line.time, sweep: sweep)
        }
    }

    /// Adds an action. The values that one controller sets, such as tempos, share a line.
    mutating func add(_ action: MonitorLine, _ text: String) {
        let sweep = action.note.hasPrefix("set ") ? "set \(action.alias)" : nil
        if let sweep, join(sweep, at: action.time, { _ in text }) { return }
        add(.action, text, at: action.time, sweep: sweep)
    }

    /// Adds a value to the line of its sweep. Returns false if the sweep has ended.
    ///
    /// - Parameter text: returns the new text of the line for a number of values.
    private mutating func join(_ sweep: String, at time: UInt64, _ text: (Int) -> String) -> Bool {
        let recent = entries.suffix(MonitorLog.sweepLines)
        guard let index = recent.lastIndex(where: { $0.sweep == sweep }),
            time - min(time, entries[index].time) < MonitorLog.sweepTime
        else { return false }
        entries[index].count += 1
        entries[index].time = time
        entries[index].text = text(entries[index].count)
        return true
    }

    /// The sweep that a line belongs to, named by its controller; nil if the line does not follow the tilt.
    private func sweep(of line: MonitorLine) -> String? {
        let way = line.way == .into ? ">" : line.way == .out ? "<" : "!"
        switch line.content {
        case .words(let text):
            return line.isTilt ? "\(way) \(line.note) \(text.prefix { $0 != "=" })" : nil
        case .action: return nil
        case .bytes, .ump:
            guard line.way == .out, line.time - min(line.time, tiltedAt) < MonitorLog.tiltTime, let bytes = line.bytes,
                bytes.count > 1
            else { return nil }
            let number: UInt8
            switch Status.withoutChannel(bytes[0]) {
            case Status.controlChange: number = bytes[1]
            case Status.pitchBend, Status.channelPressure: number = 0
            default: return nil
            }
            return "\(way) \(line.alias) \(line.note) \(bytes[0]) \(number)"
        }
    }

    // MARK: - Panic

    /// Begins the line of a panic (H10).
    mutating func beginPanic(at time: UInt64) {
        add(.action, "panic", at: time)
        panic = Panic(at: time, index: entries.count - 1)
    }

    private mutating func joinsPanic(_ line: MonitorLine) -> Bool {
        guard var panic, line.way == .out, line.note.isEmpty, line.time >= panic.at,
            line.time - panic.at < MonitorLog.panicTime, line.bringsToRest
        else { return false }
        panic.count += 1
        if !panic.ports.contains(line.alias) { panic.ports.append(line.alias) }
        entries[panic.index].text = "panic: \(panic.count) messages to \(panic.ports.joined(separator: ", "))"
        self.panic = panic
        return true
    }
}

// MARK: - Looking back

extension MonitorLog {
    private func isShown(_ entry: Entry) -> Bool { showsDrops || entry.kind != .dropped }

    /// The entries that are not hidden, the newest last.
    private var shown: [Entry] { showsDrops ? entries : entries.filter(isShown) }

    /// The entries of a window with `rows` rows.
    func window(_ rows: Int) -> [Entry] {
        let all = shown
        let end = all.count - min(below, max(0, all.count - rows))
        return Array(all[max(0, end - rows)..<end])
    }

    mutating func toggleDrops() {
        showsDrops.toggle()
        below = 0
    }

    /// Scrolls a window with `rows` rows, back in time by positive `lines`.
    mutating func scroll(by lines: Int, rows: Int) {
        below = min(max(0, below + lines), max(0, shown.count - rows))
    }

    mutating func scrollToOldest(rows: Int) { scroll(by: entries.count, rows: rows) }

    mutating func scrollToNewest() { below = 0 }
}

extension MonitorLine {
    fileprivate var isTilt: Bool {
        if case .words(let text) = content { return text.hasPrefix("motion ") }
        return false
    }

    /// Whether a panic can send the message: the end of a note, a pedal, bend or pressure at rest, All Notes or Sound
    /// Off.
    fileprivate var bringsToRest: Bool {
        guard let bytes, let status = bytes.first else { return false }
        switch Status.withoutChannel(status) {
        case Status.noteOff, Status.pitchBend, Status.channelPressure, Status.polyPressure: return true
        case Status.noteOn, Status.controlChange: return bytes.count == 3 && bytes[2] == 0
        default: return false
        }
    }
}
