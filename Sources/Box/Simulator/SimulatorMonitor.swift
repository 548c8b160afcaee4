import Configuration
import MIDI
import Panel
import Plan
import Routing

/// The simulator's monitor: messages in groups, with the actions and panics among them.
struct SimulatorMonitor {
    var log = MonitorLog()
    var queue = MonitorQueue()
    var words: MonitorText
    private var actions: ActionText
    private var lastPanic = never

    init(_ configuration: CompiledConfiguration) {
        let box = configuration.box
        words = MonitorText(language: box.noteNames, middleC: box.middleC)
        actions = ActionText(configuration)
        queue.window = box.chordWindow
    }

    /// Follows another configuration.
    mutating func follow(_ configuration: CompiledConfiguration) { actions = ActionText(configuration) }

    /// Handles a trace record of the loop. Only actions are shown.
    mutating func hear(_ record: TraceRecord) {
        if let line = actions.line(record) { queue.add(line) }
    }

    /// Adds the groups that are due. Returns whether any were added.
    ///
    /// - Parameters:
    ///   - panicAt: the time of the last panic (H10).
    ///   - result: describes the state of the box after an action.
    mutating func advance(
        to now: UInt64, panicAt: UInt64, result: (Action) -> String
    ) -> Bool {
        let groups = queue.take(at: now)
        for group in groups {
            if panicAt != lastPanic && panicAt != never && panicAt <= time(of: group) {
                log.beginPanic(at: panicAt)
                lastPanic = panicAt
            }
            if case .line(let line) = group, case .action(let action) = line.content {
                log.add(line, "\(line.alias): \(line.note)\(result(action))")
            } else {
                log.add(group, words)
            }
        }
        return !groups.isEmpty
    }

    private func time(of group: MonitorQueue.Group) -> UInt64 {
        switch group {
        case .line(let line): line.time
        case .chord(let lines): lines[0].time
        }
    }
}
