import Plan

extension Reader {
    /// Reads `rearm`, the value that arms a trigger again (R27): below `trigger` if it is rising, above it if it is
    /// falling. Call it when `trigger` and `edge` of the mode are known.
    func readRearm(_ entry: YAMLNode.Entry?, _ top: Int, of from: Controller?, _ mode: inout ValueMode) {
        guard let entry, mode.kind != .direct else { return }
        let trigger = Int(mode.trigger)
        if mode.edge == .both {
            log.error(entry.place, "`rearm` goes with edge rising or falling; with both each way arms the other")
            return
        }
        let rises = mode.edge == .rising
        let (low, high) = rises ? (1, trigger) : (trigger, top - 1)
        guard let value = value(entry, top, of: from) else { return }
        if value < low || value > high {
            let side = rises ? "at most" : "at least"
            let end = rises ? "at least 1" : "at most \(top - 1)"
            return wrong(entry, "\(side) `trigger`, which is \(trigger), and \(end), so that a value can arm it again")
        }
        // At the trigger itself it is an edge as any other.
        if value == trigger { return }
        if rearms.count == Limits.rearms {
            if !isOverRearms { overLimit(entry.place, "rearms", Limits.rearms) }
            isOverRearms = true
            return
        }
        mode.trigger = Int32(rearms.count)
        mode.edge = .rearmed
        rearms.append(RearmedTrigger(trigger: trigger, rearm: value))
    }
}
