import Plan
import TestSupport
import Testing

@testable import Loop

/// What the loop reports of presets that are stored or reverted.
@Suite struct SavedPresetsTests {
    /// P5: what was reverted before a save is not written with it, what is reverted after it was.
    @Test func savesAndRevertsKeepTheirOrder() {
        func changes(_ deeds: (inout SavedPreset) -> Void) -> [SavedPreset.Change] {
            var (newest, done) = (SavedPreset(), SavedPreset())
            deeds(&newest)
            var all: [SavedPreset.Change] = []
            while let next = newest.next(after: &done) { all.append(next) }
            return all
        }
        let states = SavedStates(muted: 1)
        #expect(changes { $0.revert() } == [.reverted])
        #expect(
            changes {
                $0.revert()
                $0.save(states)
            } == [.reverted, .saved(states)])
        #expect(
            changes {
                $0.save(states)
                $0.revert()
            } == [.saved(states), .reverted])
    }

    /// The last of as many presets as a box can have; a preset that the plan lacks is ignored.
    @Test func theLastPresetOfAFullBoxIsSaved() {
        let memory = UnsafeMutablePointer<SavedPreset>.allocate(capacity: Limits.presets)
        memory.initialize(repeating: SavedPreset(), count: Limits.presets)
        let saves = Snapshot(SavedPresets(presets: memory, count: Limits.presets))
        defer {
            saves.read().free()
            saves.free()
        }
        let last = PresetIndex(Limits.presets - 1)
        saves.change {
            $0.save(SavedStates(bypassed: 2), of: last)
            $0.save(SavedStates(muted: 1), of: .none)
            $0.revert(PresetIndex(Limits.presets))
        }
        var done = SavedPreset()
        let newest = saves.read { $0[last] }
        let change = newest.next(after: &done)
        #expect(change == .saved(SavedStates(bypassed: 2)))
        for preset in PresetIndex(0)..<last {
            var done = SavedPreset()
            let untouched = saves.read { $0[preset] }
            let change = untouched.next(after: &done)
            #expect(change == nil)
        }
    }
}
