import Configuration
import MIDI
import Plan
import Routing

extension ActionText {
    /// The line of an action that an assignment runs (A2); nil for other events, and for the action `none`.
    ///
    /// The cause in the line is a gesture without the word `switch`, such as `A long`, or a message with its port.
    func line(_ record: TraceRecord) -> MonitorLine? {
        let plan = configuration.plan.pointee
        guard record.event == .acted, Int(record.assignment) < Int(plan.assignmentCount) else { return nil }
        let assignment = plan.assignments[Int(record.assignment)]
        if assignment.sets == .nothing && Int(record.detail) >= Int(assignment.choiceCount) { return nil }
        let action = assignment.action(at: Int(record.detail), value: Int32(record.detail))
        if action == .none { return nil }
        let isSetting = assignment.sets != .nothing
        return MonitorLine(
            .action, record.time, cause(record, withValue: !isSetting), (isSetting ? "set " : "") + self.action(action),
            .action(action))
    }

    /// Describes the message that runs an action, without its value if the action sets the value.
    private func cause(_ record: TraceRecord, withValue: Bool) -> String {
        if let name = configuration.box.controllerName(of: record.message) {
            return name.hasPrefix("switch ") ? String(name.dropFirst("switch ".count)) : name
        }
        let port = TraceText(configuration).alias(record.source) ?? "box"
        if !withValue { return port }
        if !record.message.hasBytes { return port + " " + words.content(.ump(record.message)) }
        let bytes = record.message.bytes
        return port + (bytes.isEmpty ? "" : " " + words.content(.bytes(bytes)))
    }
}
