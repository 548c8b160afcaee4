import MIDI
import Plan

extension HeldControllers.Path {
    /// Checks restored bytes: the path must be valid for a plan.
    mutating func hasValidState(_ plan: UnsafePointer<Plan>) -> Bool {
        if !RawBytes.isBool(&isRemapped) || !RawBytes.isBool(&endsWithRouting) { return false }
        if !RawBytes.isCase(&controller, of: UInt8(RetainedController.count) + 1) { return false }
        guard Int(input.source) < Limits.sources, input.channel < 16, destination.position < Limits.ports,
            outChannel < 16,
            note < 128
        else { return false }
        if !plan.pointee.hasInput(input.slot) || !(0...16383 ~= value) { return false }
        if routing != .byPast && routing > .byAction { return false }
        return hasKnownRemap(plan)
    }

    /// Whether the remap equals one of the plan byte for byte, so that any pointer in it belongs to the plan.
    private mutating func hasKnownRemap(_ plan: UnsafePointer<Plan>) -> Bool {
        var none = Remap()
        if RawBytes.areEqual(&remap, &none) { return true }
        for preset in plan.pointee.presets.indices {
            let remaps = plan.pointee.presets[preset].remaps
            for index in 0..<Int(plan.pointee.presets[preset].remapCount) {
                var other = remaps[index]
                if RawBytes.areEqual(&remap, &other) { return true }
            }
        }
        return false
    }
}
