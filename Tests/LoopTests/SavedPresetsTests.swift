import Plan
import TestSupport
import Testing

@testable import Loop

/// What the loop reports of presets that are stored or reverted.
@Suite struct SavedPresetsTests {
    /// P5: what was reverted before a save is not written with it, what is reverted after it was.
    @Test func savesAndRevertsKeepTheirOrder() {
        func changes(_ deeds: (inout SavedPresets) -> Void) -> [SavedPresets.Change] {
            var (newest, done) = (SavedPresets(), SavedPresets())
            deeds(&newest)
            var all: [SavedPresets.Change] = []
            while let next = newest.next(after: &done) { all.append(next.change) }
            return all
        }
        let states = SavedStates(muted: 1)
        #expect(changes { $0.revert(5) } == [.reverted])
        #expect(
            changes {
                $0.revert(5)
                $0.save(states, of: 5)
            } == [.reverted, .saved(states)])
        #expect(
            changes {
                $0.save(states, of: 5)
                $0.revert(5)
            } == [.saved(states), .reverted])
    }
}
