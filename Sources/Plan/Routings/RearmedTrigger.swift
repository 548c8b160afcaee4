/// A trigger with `rearm` (R27): after it has fired, the value must have been beyond `rearm` before it fires again.
///
/// A mode with the edge `rearmed` contains the index of such a trigger in the place of its own.
package struct RearmedTrigger: Equatable, Sendable {
    /// The value that must be passed, 0...16383.
    package var trigger: UInt16
    /// The value below which a rising trigger is armed again, above which a falling one is.
    package var rearm: UInt16

    package init(trigger: Int, rearm: Int) {
        (self.trigger, self.rearm) = (UInt16(trigger), UInt16(rearm))
    }

    /// Whether the trigger fires upwards.
    private var rises: Bool { rearm < trigger }

    /// Whether a change from `previous` to `value` passes the trigger (R14).
    package func passes(from previous: Int32, to value: Int32) -> Bool {
        let trigger = Int32(trigger)
        return rises ? previous < trigger && trigger <= value : previous > trigger && trigger >= value
    }

    /// Whether a value arms the trigger again.
    package func arms(at value: Int32) -> Bool { rises ? value < Int32(rearm) : value > Int32(rearm) }
}
