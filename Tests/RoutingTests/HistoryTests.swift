import Testing

@testable import Plan
@testable import Routing

/// The states that undo and revert restore (P5).
@Suite struct HistoryTests {
    @Test func eightStepsAreKept() {
        var history = History()
        for preset in PresetIndex(0)..<11 { history.push(History.Step(preset: preset, isLoad: true)) }
        let back = (0..<9).map { _ in history.pop()?.preset }
        #expect(back == [10, 9, 8, 7, 6, 5, 4, 3, nil])
        history.push(History.Step(preset: 1, tempo: 99.5))
        let (last, none) = (history.pop(), history.pop())
        #expect(last?.tempo == 99.5 && none == nil)
    }

    /// P5: a saved preset is reported once, one preset at a time. It stays modified until it is written.
    @Test func savedPresetIsReportedOnce() {
        let rig = Rig([[Way()], [Way()]])
        rig.perform(.mute(Routing.unnamed, .on))
        #expect(rig.router.pointee.status.isModified)
        rig.perform(.save)
        rig.perform(.loadNumber(1))
        rig.perform(.bypass(Routing.unnamed, .on))
        rig.perform(.save)
        for (preset, states) in [(PresetIndex(0), SavedStates(muted: 1)), (1, SavedStates(bypassed: 1))] {
            let saved = rig.router.pointee.takeSaved()
            #expect(saved?.preset == preset && saved?.states == states)
        }
        #expect(rig.router.pointee.takeSaved() == nil)
        rig.router.pointee.cannotWrite(1, at: 0)
        #expect(rig.router.pointee.status.isModified)
        rig.perform(.loadNumber(1))
        #expect(rig.router.pointee.status.isModified)
        rig.perform(.save)
        rig.router.pointee.wrote(SavedStates(bypassed: 1), of: 1, at: 0)
        #expect(!rig.router.pointee.status.isModified)
    }

    /// P5: the last of as many presets as a box can have.
    @Test func lastPresetOfAFullBoxIsSavedAndUndone() {
        let rig = Rig((0..<Limits.presets).map { _ in [Way()] })
        rig.perform(.load(200))
        rig.perform(.load(255))
        rig.perform(.mute(Routing.unnamed, .on))
        rig.perform(.save)
        let saved = rig.router.pointee.takeSaved()
        #expect(saved?.preset == 255 && saved?.states == SavedStates(muted: 1))
        #expect(rig.router.pointee.takeSaved() == nil)
        rig.perform(.load(.none))
        #expect(rig.router.pointee.status.preset == 255)
        rig.perform(.undo)
        #expect(rig.router.pointee.status.preset == 200)
    }

    /// P5, D3: a preset counts as saved only after it is written.
    @Test func presetCountsAsSavedOnceItIsWritten() {
        let rig = Rig([[Way()], [Way()]])
        func state() -> (isModified: Bool, savedAt: UInt64, unsavedAt: UInt64) {
            let status = rig.router.pointee.status
            return (status.isModified, status.savedAt, status.unsavedAt)
        }
        rig.perform(.mute(Routing.unnamed, .on))
        rig.perform(.save, at: 10)
        #expect(state() == (true, UInt64.max, UInt64.max))
        rig.router.pointee.wrote(SavedStates(muted: 1), of: 0, at: 20)
        #expect(state() == (false, 20, UInt64.max))
        // An unchanged preset does not become modified meanwhile.
        rig.perform(.save, at: 25)
        #expect(state() == (false, 20, UInt64.max))
        rig.router.pointee.wrote(SavedStates(muted: 1), of: 0, at: 30)
        rig.perform(.mute(Routing.unnamed, .off))
        rig.perform(.save, at: 40)
        rig.router.pointee.cannotWrite(0, at: 50)
        #expect(state() == (true, 30, 50))
        // A save of a program that no longer runs only changes the notice.
        rig.router.pointee.wrote(SavedStates(), of: -1, at: 60)
        #expect(state() == (true, 60, 50))
        rig.router.pointee.cannotWrite(-1, at: 70)
        #expect(state() == (true, 60, 70))
    }

    /// P5: the first of two saves is written after the second save; and a preset is reverted between save and write.
    @Test func changeDuringASaveStaysModified() {
        let rig = Rig([[Way()]])
        rig.perform(.mute(Routing.unnamed, .on))
        rig.perform(.save)
        rig.perform(.bypass(Routing.unnamed, .on))
        rig.perform(.save)
        rig.router.pointee.wrote(SavedStates(muted: 1), of: 0, at: 0)
        #expect(rig.router.pointee.status.isModified)
        rig.router.pointee.wrote(SavedStates(muted: 1, bypassed: 1), of: 0, at: 0)
        #expect(!rig.router.pointee.status.isModified)

        rig.perform(.mute(Routing.unnamed, .off))
        rig.perform(.save)
        rig.perform(.revert)
        rig.router.pointee.wrote(SavedStates(bypassed: 1), of: 0, at: 0)
        let states = rig.router.pointee.byHand.states
        #expect(states == SavedStates(muted: 1, bypassed: 1) && rig.router.pointee.status.isModified)
        rig.perform(.revert)
        let reverted = rig.router.pointee.byHand.states
        #expect(reverted == SavedStates(bypassed: 1) && !rig.router.pointee.status.isModified)
    }

    /// P5: after a failed write, revert restores the states in the file, after one save or two.
    @Test(arguments: [false, true]) func revertGoesBackToWhatTheFileHas(isSavedBefore: Bool) {
        let rig = Rig([[Way()]])
        if isSavedBefore {
            rig.perform(.bypass(Routing.unnamed, .on))
            rig.perform(.save)
            rig.router.pointee.wrote(SavedStates(bypassed: 1), of: 0, at: 0)
        }
        rig.perform(.mute(Routing.unnamed, .on))
        for _ in 0..<2 {
            rig.perform(.save)
            rig.router.pointee.cannotWrite(0, at: 0)
        }
        #expect(rig.router.pointee.status.isModified)
        rig.perform(.revert)
        let states = rig.router.pointee.byHand.states
        #expect(states == SavedStates(bypassed: isSavedBefore ? 1 : 0) && !rig.router.pointee.status.isModified)
        // The revert is reported once, because learnt values are in no file either.
        let (preset, none) = (rig.router.pointee.takeReverted(), rig.router.pointee.takeReverted())
        #expect(preset == 0 && none == nil)
    }

    /// P5: reverted values are not saved, although revert and save are reported together.
    @Test func revertBeforeASaveIsReportedToo() {
        let rig = Rig([[Way()]])
        let plan = rig.router.pointee.runningPlan
        rig.router.pointee.exchange(plan, LearntChange(preset: 0, isLearnt: true, step: 1), at: 0)
        rig.perform(.revert)
        rig.perform(.save)
        let (isNews, reverted, saved) = (
            rig.router.pointee.hasStoringNews, rig.router.pointee.takeReverted(), rig.router.pointee.takeSaved()
        )
        #expect(isNews && reverted == 0 && saved?.preset == 0)
        let none = rig.router.pointee.takeSaved()
        #expect(none == nil && !rig.router.pointee.hasStoringNews)
    }

    /// P5: a learnt value is a step. Undoing it also undoes values that were learnt later.
    @Test func learntValuesAreSteps() {
        let rig = Rig([[Way()], [Way()]])
        let plan = rig.router.pointee.runningPlan
        func learn(_ step: UInt32) {
            rig.router.pointee.exchange(plan, LearntChange(preset: 0, isLearnt: true, step: step), at: 0)
        }
        for step in UInt32(4)...6 { learn(step) }
        #expect(rig.router.pointee.status.isModified)
        rig.perform(.undo)
        rig.perform(.undo)
        let undone = rig.router.pointee.takeUndone()
        #expect(undone == 5)
        #expect(rig.router.pointee.takeUndone() == nil)
        // After the save the learnt value is not a step any more; the load before it still is.
        rig.perform(.loadNumber(1))
        rig.perform(.loadNumber(0))
        learn(7)
        rig.perform(.save)
        rig.perform(.undo)
        let none = rig.router.pointee.takeUndone()
        #expect(none == nil && rig.router.pointee.status.preset == 1)
    }

    /// A save of another preset may change the file's states of this one; the running states stay.
    @Test func changedFileStatesApplyAtTheNextLoad() {
        let rig = Rig([[Way()], [Way()]])
        rig.router.pointee.store(SavedStates(muted: 1), of: 1)
        #expect(!rig.router.pointee.status.isModified)
        rig.router.pointee.store(SavedStates(muted: 1), of: 0)
        #expect(rig.router.pointee.status.isModified)
        rig.perform(.loadNumber(1))
        #expect(!rig.router.pointee.status.isModified)
        rig.perform(.mute(Routing.unnamed, .off))
        #expect(rig.router.pointee.status.isModified)
    }

    /// Only actions of the player are steps, not undo itself.
    @Test func undoAddsNoStep() {
        let rig = Rig([[Way()], [Way()], [Way()]])
        rig.perform(.loadNumber(1))
        rig.perform(.clock(.tempo(9950)))
        rig.perform(.undo)
        #expect(rig.router.pointee.status.tempo == 12000 && rig.router.pointee.status.preset == 1)
        rig.perform(.undo)
        #expect(rig.router.pointee.status.preset == 0)
        let before = rig.router.pointee.status.undoneAt
        rig.perform(.undo, at: 5)
        #expect(rig.router.pointee.status.preset == 0 && rig.router.pointee.status.undoneAt == before)
    }
}
