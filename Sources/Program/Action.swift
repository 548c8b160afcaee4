import MIDI

/// Something done on the box, by an assignment, a script or the control thread.
public enum Action: Equatable, BitwiseCopyable, Sendable {
    case none
    case nextPreset
    case previousPreset
    /// By index into the program.
    case load(Int32)
    /// By its number 0...127; one that nobody has is only said on the display.
    case loadNumber(Int32)
    case panic
    /// Every routing of that name in the preset that runs.
    case mute(UInt16, Switching)
    case bypass(UInt16, Switching)
    case clock(ClockAction)
    /// Back to the preset, tempo or learnt values before (P5).
    case undo
    /// Back to what is stored of the running preset (P5).
    case revert
    /// What was changed by hand belongs to the preset from now on (P5).
    case save
    /// The light of a footswitch by its index, until the next load (F3).
    case light(UInt8, Lights.State)
    /// Messages of the box's own, by index into `Program.sendings`.
    case send(UInt16)

    /// Transport and tempo (K2, K3, K6).
    public enum ClockAction: Equatable, BitwiseCopyable, Sendable {
        case start, `continue`, stop, pause, togglePause, toggleStop, tap
        /// BPM in hundredths.
        case tempo(UInt32)
        /// A step of tempo, in hundredths of BPM.
        case tempoBy(Int32)
    }

    public enum Switching: UInt8, BitwiseCopyable, Sendable {
        case on, off, toggle
    }
}
