import Plan

extension SavedPresets {
    /// Takes memory for the presets of a plan, none of them saved.
    package init(_ plan: UnsafePointer<Plan>) {
        count = plan.pointee.presets.count
        presets = .allocate(capacity: count)
        presets.initialize(repeating: SavedPreset(), count: count)
    }

    /// Frees the memory. Neither the writing thread nor a reader may use it afterwards.
    package func free() { presets.deallocate() }
}
