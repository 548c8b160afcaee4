import MIDI
import Program

// Whether the state that a recording brings is one that a quiet router of this program can have. It comes from a file that
// somebody may have edited: nothing else reads it before all of it is known to be good. Whatever `forEachState` visits is
// checked here or where it is declared.
extension Router {
    /// Whether bytes that were put in the place of one's own are a state at a time and with a preset that is there. What
    /// conditions make of their values is judged anew.
    public mutating func takeState(at time: UInt64, preset index: Int32) -> Bool {
        guard now == time, 0..<program.pointee.presetCount ~= index, status.preset == index,
            status.hasValidState(at: now)
        else { return false }
        let preset = program.pointee.presets + Int(index)
        guard clocks.hasValidState(at: now), session.hasValidState(program, preset, at: now),
            ledger.hasValidState(program), inputs.hasValidState(program), outputs.hasValidState(at: now)
        else { return false }
        return stages.takeState(program, preset)
    }
}
