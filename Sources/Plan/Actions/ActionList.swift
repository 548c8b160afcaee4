/// Several actions that one value triggers, in order, with waits between them (A4).
package struct ActionList {
    package var actions: UnsafePointer<Action>
    package var count: Int32

    package init(actions: UnsafePointer<Action>, count: Int32) { (self.actions, self.count) = (actions, count) }

    /// The longest `wait`, in microseconds.
    package static let longestWait: UInt32 = 10_000_000
}
