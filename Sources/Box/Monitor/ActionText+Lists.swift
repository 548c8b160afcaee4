import Configuration
import Plan

extension ActionText {
    /// A list of actions as it is written in brackets (A4).
    func list(_ index: UInt16) -> String {
        let plan = configuration.plan.pointee
        guard let lists = plan.actionLists, Int32(index) < plan.actionListCount else { return "[]" }
        let list = lists[Int(index)]
        return "[" + (0..<Int(list.count)).map { action(list.actions[$0]) }.joined(separator: ", ") + "]"
    }

    /// Microseconds as `50 ms`, or in `us` if they are no whole milliseconds.
    static func time(_ microseconds: UInt32) -> String {
        microseconds % 1000 == 0 ? "\(microseconds / 1000) ms" : "\(microseconds) us"
    }
}
