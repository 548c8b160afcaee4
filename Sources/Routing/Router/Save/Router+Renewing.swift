import MIDI
import Program

// Another program in which the preset that runs is the same (E1).
extension Router {
    /// Takes a program whose preset of index `index` says what the one of index `old` does. Nothing is loaded or sent: what was
    /// set by hand stays, latches, counts and conditions too, and what is held goes on. Where another preset runs by now, the
    /// program is adopted.
    ///
    /// - Parameter keepsAssignments: the assignments are the same too, and so keep theirs.
    public mutating func renew(
        _ program: UnsafePointer<Program>, preset index: PresetIndex, insteadOf old: PresetIndex,
        keepsAssignments: Bool,
        at time: UInt64
    ) {
        now = max(now, time)
        endAllWaits()
        // What waited may have loaded another one.
        if status.preset != old { return adopt(program, loading: index, at: time) }
        let new = program.pointee.presets.at(index)
        inputs.incoming.carry(on: new, from: preset)
        carryPaths(on: new)
        carryHeldValues(to: program)
        take(program, keeping: new)
        preset = new
        status.preset = index
        followSetList()
        outputs.tracer.run(index)
        session.forgetProgram()
        readTables()
        if !keepsAssignments { resetAssignments() }
        compareWithStored()
        clockChanged()
        updateLEDs()
    }
}
