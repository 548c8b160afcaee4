import MIDI
import Plan

// What is held under one plan continues under the next one, or is brought to rest.
extension Router {
    /// Brings to rest what another plan cannot continue: paths that use a curve, list or free message of the plan
    /// about to be freed, and paths whose input the other plan does not name. Other paths get the input slots of the
    /// other plan.
    ///
    /// - Parameter kept: the preset of the other plan whose curves, lists and free messages replace those of the
    ///   running preset.
    mutating func releaseUnknown(to plan: UnsafePointer<Plan>, keeping kept: UnsafePointer<Preset>?) {
        var path = ledger.controllers.oldest
        while !path.isNone {
            let next = ledger.controllers.newer(than: path)
            let remap = ledger.controllers[path].remap
            let input = ledger.controllers[path].input
            let isKnown = kept.map { goes(remap, by: $0) } ?? false
            if isKnown || !remap.hasTable && !remap.output.refersToPlan,
                let slot = translated(input.slot, at: input.source, to: plan),
                let forward = translated(remap.forwardSlot, at: input.source, to: plan),
                let back = translated(remap.backSlot, at: input.source, to: plan)
            {
                ledger.controllers.setInputs(slot, forward: forward, back: back, of: path)
            } else {
                releaseController(path, counted: false)
            }
            path = next
        }
    }

    /// Translates held values to the input slots of another plan whose preset has the same remaps (R21).
    mutating func carryHeldValues(to plan: UnsafePointer<Plan>) {
        var index = 0
        while index < stages.held.count {
            let input = stages.held[index].input
            if let slot = translated(input.slot, at: input.source, to: plan) {
                stages.held[index].input.slot = slot
                index += 1
            } else {
                _ = stages.held.remove(index)
            }
        }
    }

    /// The slot of the same input in another plan; nil if its source has no such input there.
    private mutating func translated(_ slot: UInt16, at source: UInt8, to plan: UnsafePointer<Plan>) -> UInt16? {
        if source == Source.variables && slot != Remap.none { return translatedVariable(slot, to: plan) }
        if slot == Remap.none || slot < ControlInput.derived { return slot }
        guard let old = self.plan.derived, let new = plan.pointee.derived,
            new.pointee.isFollowed(at: source)
        else { return nil }
        return new.pointee.slot(of: old.pointee.input(Int(slot))).map { UInt16($0) }
    }

    /// Switches paths from the curves, lists and free messages of the running preset to those of its replacement.
    mutating func carryPaths(on new: UnsafePointer<Preset>) {
        var slot = ledger.controllers.oldest
        while !slot.isNone {
            let path = ledger.controllers[slot]
            if path.isRemapped && goes(path.remap, by: presetAddress)
                && Int(path.remap.state) < Int(new.pointee.remapCount)
            {
                ledger.controllers.setTables(of: new.pointee.remaps[Int(path.remap.state)], of: slot)
            }
            slot = ledger.controllers.newer(than: slot)
        }
    }

    /// Whether a remap uses the values and output of the preset's remap with the same state.
    private mutating func goes(_ remap: Remap, by preset: UnsafePointer<Preset>) -> Bool {
        if Int(remap.state) >= Int(preset.pointee.remapCount) { return false }
        let other = preset.pointee.remaps[Int(remap.state)]
        return remap.values == other.values && remap.output == other.output
    }
}
