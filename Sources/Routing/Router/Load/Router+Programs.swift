import MIDI
import Program

// Another program takes the place of the running one; `renew` is in Router+Renewing.swift.
extension Router {
    /// Takes another program, whose ports have the numbers of the old one's, and loads a preset of it.
    ///
    /// Nothing refers to the old program afterwards, so that it may be freed: controllers that one of its curves or lists, or an
    /// input that the new program does not know, has moved are brought to rest now.
    public mutating func adopt(_ program: UnsafePointer<Program>, loading index: PresetIndex, at time: UInt64) {
        now = max(now, time)
        endAllWaits()
        leaveHolds()
        take(program)
        resetAssignments()
        session.forgetProgram()
        load(index, at: time)
    }

    /// Puts another program in the place of the running one.
    ///
    /// - Parameter kept: the preset of the new program that goes on as if nothing had happened; nil: none does.
    mutating func take(_ program: UnsafePointer<Program>, keeping kept: UnsafePointer<Preset>? = nil) {
        letAllGo(butOf: kept)
        giveUpDestinations(without: program)
        releaseUnknown(to: program, keeping: kept)
        changeClock(to: program)
        carrySetList(to: program)  // P8
        if kept == nil { endNotes(of: .byAction) }
        self.program = program
        outputs.takeGroups(of: program)
        inputs.adopt(program)
    }

    /// Takes a program that differs from the running one only by values that were learnt on the box or dropped (P5, M7). Nothing
    /// is loaded or sent: mutes and bypasses, latches, counts and the history stay, and held notes and controllers go on as they
    /// began (H1).
    public mutating func exchange(_ program: UnsafePointer<Program>, _ change: LearntChange, at time: UInt64) {
        now = max(now, time)
        endAllWaits()
        leaveHolds()
        let old = preset
        take(program)
        leaveNotes()
        preset = runningTable
        ledger.leaveSettings()
        inputs.leaveSettings()
        countHeld()
        // On-load messages are found by their index.
        if preset.pointee.onLoadCount != old.pointee.onLoadCount { session.onLoad.end(preset) }
        if preset.pointee.remapCount != old.pointee.remapCount { stages.remaps.restart(preset) }
        stages.conditions.judgeAll(preset.pointee.conditions)
        readTables()
        session.saved.setLearnt(change.isLearnt, in: change.preset)
        if change.step > 0 {
            session.history.push(History.Step(preset: change.preset, tempo: clocks.own.tempo, learnt: change.step))
        }
        compareWithStored()
        clockChanged()
        updateLEDs()
    }
}
