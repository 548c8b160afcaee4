/// Several actions that one value triggers, in order, with waits between them (A4).
package struct ActionList {
    package var actions: UnsafePointer<Action>
    package var count: Int32

    package init(actions: UnsafePointer<Action>, count: Int32) { (self.actions, self.count) = (actions, count) }

    /// The shortest and the longest `wait`, in microseconds. Without a shortest one, two variables that change each
    /// other behind waits of nothing would never end (V3).
    package static let shortestWait: UInt32 = 1_000
    package static let longestWait: UInt32 = 10_000_000
}
