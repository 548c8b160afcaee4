import MIDI
import Program

// The whole state of a router as plain bytes: the flight recorder copies it, so that everything that comes afterwards can be
// played again from there.
extension Router {
    /// Everything due by this time has been done, in nanoseconds.
    public var time: UInt64 { now }

    /// Nothing is held anywhere.
    public var isAtRest: Bool { ledger.isEmpty }

    /// Whether nothing is on its way, so that `forEachState` visits the whole state: no message waits, no SysEx is open, and what
    /// is held can be ended without tables of a program. Costs a look at every source and every held controller.
    public var isQuiet: Bool {
        if !inputs.isQuiet || !outputs.isQuiet || routesPast || !outputs.long.isIdle(at: now) { return false }
        return !ledger.controllers.goByTables
    }

    /// Visits all memory whose bytes are the state of a quiet router: always the same pieces in the same order. Messages sent in
    /// the last `echoTime` are not among it.
    public mutating func forEachState(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        withUnsafeMutableBytes(of: &status, visit)
        withUnsafeMutableBytes(of: &now, visit)
        withUnsafeMutableBytes(of: &tiltsSent, visit)
        inputs.forEachTable(visit)
        stages.forEachTable(visit)
        ledger.forEachTable(visit)
        outputs.forEachTable(visit)
        clocks.forEachTable(visit)
        session.forEachTable(visit)
    }

    /// Only messages sent within this time are part of a row of returns (R19), in nanoseconds.
    public static let echoTime = 2 * LoopGuard.window

    /// Takes over the recorded bytes that a caller has put in place of the state. Returns false where a quiet router of this
    /// program cannot have that state: the recording may have been edited, so nothing reads the bytes before they are checked.
    /// Whether conditions hold is found again from their values.
    public mutating func takeState(at time: UInt64, preset index: PresetIndex) -> Bool {
        guard now == time, program.pointee.presets.contains(index), status.preset == index,
            status.hasValidState(at: now), program.pointee.contains(status.setList)
        else { return false }
        let preset = program.pointee.presets.at(index)
        if Int32(status.part) >= max(preset.pointee.partCount, 1) { return false }
        return inputs.hasValidState(program) && ledger.hasValidState(program, at: now) && outputs.hasValidState(at: now)
            && clocks.hasValidState(at: now) && session.hasValidState(program, preset, at: now)
            && stages.takeState(program, preset)
    }

    /// After `takeState`: runs the preset of the state, and finds everything that is due.
    public mutating func settle() {
        preset = runningTable
        readTables()
        outputs.settle()
        outputs.tracer.run(status.preset)
        clocks.rates.settle(preset.pointee.routings.indices)
        scheduled = 0
    }
}
