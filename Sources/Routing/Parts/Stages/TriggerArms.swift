import Plan

/// The triggers with `rearm` that have fired and are not armed again (R27), by source and channel of their input.
///
/// Belongs to the whole plan, so that a remap which goes on after a load (H7) keeps its state.
struct TriggerArms {
    /// The triggers of the plan. A copy, so that conditions need no way to the plan.
    private let triggers: UnsafeMutablePointer<RearmedTrigger>
    /// The channels on which a trigger has fired, one bit each: by trigger, then that of `decrement`, then by source.
    private let fired: UnsafeMutablePointer<UInt16>

    private static let entries = 2 * Limits.rearms * Limits.sources

    static let byteCount =
        Memory.byteCount(of: RearmedTrigger.self, Limits.rearms) + Memory.byteCount(of: UInt16.self, entries)

    init(_ memory: inout Memory) {
        triggers = memory.take(Limits.rearms, repeating: RearmedTrigger(trigger: 0, rearm: 0))
        fired = memory.take(TriggerArms.entries, repeating: 0)
    }

    /// Takes over the triggers of another plan, all of them armed.
    func adopt(_ plan: UnsafePointer<Plan>) {
        guard let rearms = plan.pointee.rearms else { return }
        for index in 0..<Int(plan.pointee.rearmCount) {
            triggers[index] = rearms[index]
            arm(index)
        }
    }

    /// Arms the trigger of a mode whose internal value begins anew.
    func restart(_ mode: ValueMode) {
        if mode.edge == .rearmed { arm(Int(mode.trigger)) }
    }

    private func arm(_ index: Int) {
        for place in 0..<2 * Limits.sources { fired[2 * Limits.sources * index + place] = 0 }
    }

    /// Whether the trigger of a mode with the edge `rearmed` fires when its input changes. If so, it is not armed any
    /// more.
    ///
    /// - Parameter back: whether the input is that of `decrement`.
    @inline(never)
    func fires(
        _ mode: ValueMode, back: Bool, from previous: Int32, to value: Int32, of source: UInt8, _ channel: UInt8
    ) -> Bool {
        let index = Int(mode.trigger)
        if index >= Limits.rearms { return false }
        let trigger = triggers[index]
        let place = (2 * index + (back ? 1 : 0)) * Limits.sources + Int(source)
        let bit: UInt16 = 1 << UInt16(channel & 15)
        // The value may have been there while the routing was muted.
        if trigger.arms(at: previous) { fired[place] &= ~bit }
        let fires = trigger.passes(from: previous, to: value) && fired[place] & bit == 0
        if fires { fired[place] |= bit }
        if trigger.arms(at: value) { fired[place] &= ~bit }
        return fires
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(fired, TriggerArms.entries)) }
}
