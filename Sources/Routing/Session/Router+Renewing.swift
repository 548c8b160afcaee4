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
        _ program: UnsafePointer<Program>, preset index: Int32, insteadOf old: Int32, keepsAssignments: Bool,
        at time: UInt64
    ) {
        now = max(now, time)
        endAllWaits()
        // What waited may have loaded another one.
        if status.preset != old { return adopt(program, loading: index, at: time) }
        let new = program.pointee.presets + Int(index)
        inputs.incoming.carry(on: new, from: preset)
        carry(on: new)
        take(program, keeping: new)
        preset = new
        status.preset = index
        session.forgetProgram()
        session.follow(preset)
        findListeners()
        if !keepsAssignments { resetAssignments() }
        compareWithStored()
        clockChanged()
        updateLights()
    }

    /// What goes by curves, lists and free messages of the preset that runs goes by those of the one that takes its place.
    private mutating func carry(on new: UnsafePointer<Preset>) {
        var index = controllers.oldest
        while index != HeldControllers.none {
            let path = controllers.paths + Int(index)
            let state = Int(path.pointee.remap.state)
            index = path.pointee.newer
            guard path.pointee.isRemapped, state < Int(preset.pointee.remapCount) else { continue }
            let old = preset.pointee.remaps[state]
            guard path.pointee.remap.values == old.values, path.pointee.remap.output == old.output else { continue }
            path.pointee.remap.values = new.pointee.remaps[state].values
            path.pointee.remap.output = new.pointee.remaps[state].output
        }
    }

    /// Whether what goes by a remap goes by one of a preset.
    mutating func goes(_ remap: Remap, by preset: UnsafePointer<Preset>) -> Bool {
        if Int(remap.state) >= Int(preset.pointee.remapCount) { return false }
        let other = preset.pointee.remaps[Int(remap.state)]
        return remap.values == other.values && remap.output == other.output
    }
}
