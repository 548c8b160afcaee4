import Program
import Routing

/// What was saved of the presets of one program (P5): the newest states of each, and how often it was saved and reverted.
///
/// Each program that the loop is given comes with a snapshot of its own, so that what was saved is still there when the next
/// program has taken its place.
package struct SavedPresets: BitwiseCopyable {
    package private(set) var states = InlineArray<128, SavedStates>(repeating: SavedStates())
    private(set) var counts = InlineArray<128, UInt32>(repeating: 0)
    private var reverts = InlineArray<128, UInt32>(repeating: 0)
    /// How often it had been reverted when it was saved last.
    private var revertsAtSave = InlineArray<128, UInt32>(repeating: 0)

    package init() {}

    package enum Change: Equatable {
        case saved(SavedStates)
        /// Its learnt values are dropped.
        case reverted
    }

    package mutating func save(_ states: SavedStates, of preset: PresetIndex) {
        self.states[preset.position] = states
        counts[preset.position] &+= 1
        revertsAtSave[preset.position] = reverts[preset.position]
    }

    package mutating func revert(_ preset: PresetIndex) { reverts[preset.position] &+= 1 }

    /// A preset that was saved or reverted more often than it is said in `done`, which then says as much.
    package func next(after done: inout SavedPresets) -> (preset: PresetIndex, change: Change)? {
        for index in 0..<Limits.presets {
            let isSaved = counts[index] != done.counts[index]
            // What was reverted before it was saved is not written.
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
