import MIDI
import Plan

// The whole state of a router as plain bytes: the flight recorder copies it, so that everything that follows can be
// replayed from there.
extension Router {
    /// The time in nanoseconds up to which everything due has been done.
    package var time: UInt64 { now }

    /// Whether nothing is held anywhere.
    package var isAtRest: Bool { ledger.isEmpty }

    /// Whether nothing is pending, so that `forEachState` visits the whole state: no message waits, no SysEx is open,
    /// and what is held can be ended without tables of a plan. Visits every source and every held controller.
    package var isQuiet: Bool {
        if !inputs.isQuiet || !outputs.isQuiet || routesPast || !outputs.long.isIdle(at: now) { return false }
        return !ledger.controllers.goByTables
    }

    /// Visits all memory that makes up the state of a quiet router: always the same pieces in the same order. Messages
    /// sent within the last `echoTime` are not included.
    package mutating func forEachState(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeMutableBytes(of: &status, visit)
        withUnsafeMutableBytes(of: &now, visit)
        withUnsafeMutableBytes(of: &tiltsSent, visit)
        inputs.forEachTable(visit)
        stages.forEachTable(visit)
        ledger.forEachTable(visit)
        outputs.forEachTable(visit)
        clocks.forEachTable(visit)
        byHand.forEachTable(visit)
    }

    /// How long a sent message can be part of a row of returns (R19), in nanoseconds.
    package static let echoTime = 2 * FeedbackGuard.window

    /// Checks recorded bytes that the caller has copied over the state. Returns false if a quiet router of this plan
    /// cannot have that state: the recording may have been edited, so nothing reads the bytes before this check. The
    /// results of conditions are recomputed from their values.
    package mutating func adoptState(at time: UInt64, preset index: PresetIndex) -> Bool {
        guard now == time, plan.presets.contains(index), status.preset == index,
            status.hasValidState(at: now), plan.contains(status.setList)
        else { return false }
        let preset = plan.presets.at(index)
        if Int32(status.part) >= max(preset.pointee.partCount, 1) { return false }
        return inputs.hasValidState(planAddress) && ledger.hasValidState(planAddress, at: now)
            && outputs.hasValidState(at: now)
            && clocks.hasValidState(at: now) && byHand.hasValidState(planAddress, preset, at: now)
            && stages.adoptState(planAddress, preset, at: now) && hasValidNoteHolds(preset)
    }

    /// After `adoptState`: selects the recorded preset, and recomputes deadlines and other derived state.
    package mutating func settle() {
        presetAddress = runningTable
        readTables()
        outputs.settle()
        outputs.tracer.run(status.preset)
        clocks.rates.settle(preset.routings.indices)
        scheduled = 0
    }
}
