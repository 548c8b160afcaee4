import Plan
import Routing

/// The saved presets of one plan (P5): the newest states of each preset, and how often it was saved and reverted.
///
/// Each plan has a snapshot of its own, so that its saves can still be read after another plan has replaced it.
package struct SavedPresets: BitwiseCopyable {
    package private(set) var states = InlineArray<128, SavedStates>(repeating: SavedStates())
    private(set) var counts = InlineArray<128, UInt32>(repeating: 0)
    private var reverts = InlineArray<128, UInt32>(repeating: 0)
    /// For each preset, the count of reverts at its last save.
    private var revertsAtSave = InlineArray<128, UInt32>(repeating: 0)

    package init() {}

    package enum Change: Equatable {
        case saved(SavedStates)
        /// The learnt values of the preset are dropped.
        case reverted
    }

    package mutating func save(_ states: SavedStates, of preset: PresetIndex) {
        self.states[preset.position] = states
        counts[preset.position] &+= 1
        revertsAtSave[preset.position] = reverts[preset.position]
    }

    package mutating func revert(_ preset: PresetIndex) { reverts[preset.position] &+= 1 }

    /// Returns a preset whose counts differ from those in `done`, and its change. Updates `done`.
    package func next(after done: inout SavedPresets) -> (preset: PresetIndex, change: Change)? {
        for index in 0..<Limits.presets {
            let isSaved = counts[index] != done.counts[index]
            // A revert before the last save is reported first, so that the reverted values are not written.
            if reverts[index] != done.reverts[index], !isSaved || revertsAtSave[index] != done.reverts[index] {
                done.reverts[index] = reverts[index]
                return (PresetIndex(index), .reverted)
            }
            if isSaved {
                done.counts[index] = counts[index]
                return (PresetIndex(index), .saved(states[index]))
            }
        }
        return nil
    }
}
