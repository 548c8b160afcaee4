import Configuration
import MIDI
import Panel

/// The simulator's monitor: messages in groups, with the actions and panics among them.
struct SimulatorMonitor {
    var log = MonitorLog()
    var queue = MonitorQueue()
    let words: MonitorText
    private var actions: ActionWatch
    private var lastPanic = never

    init(_ configuration: CompiledConfiguration) {
        let box = configuration.box
        words = MonitorText(language: box.noteNames, middleC: box.middleC)
        actions = ActionWatch(configuration)
        queue.window = box.chordWindow
    }

    /// Begins to watch another configuration.
    mutating func follow(_ configuration: CompiledConfiguration) { actions = ActionWatch(configuration) }

    /// Adds the groups that are due. Returns whether there were any.
    ///
    /// - Parameters:
    ///   - panicAt: the time of the last panic (H10).
    ///   - result: names the state of the box after an action.
    mutating func advance(
        to now: UInt64, panicAt: UInt64, result: (ActionWatch.Caused) -> String
    ) -> Bool {
        let groups = queue.take(at: now)
        for group in groups {
            if panicAt != lastPanic && panicAt != never && panicAt <= time(of: group) {
                log.beginPanic(at: panicAt)
                lastPanic = panicAt
            }
            log.add(group, words)
            guard case .line(let line) = group, line.way == .into, case .words(let text) = line.content else {
                continue
            }
            for caused in actions.take(text) {
                log.add(.action, "\(caused.gesture): \(caused.text)\(result(caused))", at: line.time)
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
