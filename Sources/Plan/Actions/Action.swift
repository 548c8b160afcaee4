import MIDI

/// An action of the box, caused by an assignment, a script or the control thread.
package enum Action: Equatable, BitwiseCopyable, Sendable {
    case none
    case nextPreset
    case previousPreset
    case load(PresetIndex)
    /// Loads the preset with a number 0...127. If no preset has the number, only the display shows that.
    case loadNumber(Int32)
    /// Selects a set list, by index into `Plan.setLists` (P8).
    case setList(UInt8)
    /// Steps to the next or previous part of the running preset (P9).
    case nextPart
    case previousPart
    case panic
    /// Mutes every routing with this name (`Routing.nameNumber`) in the running preset.
    case mute(UInt16, Switching)
    /// Bypasses every routing with this name in the running preset.
    case bypass(UInt16, Switching)
    case clock(ClockAction)
    /// Sets the transposition of the box, in semitones (R29).
    case transpose(Int8)
    /// Changes the transposition of the box by a step, in semitones (R29).
    case transposeBy(Int8)
    /// Ends what every routing with this name holds (R28); `Routing.unnamed` for all routings.
    case release(UInt16)
    /// Restores the previous preset, tempo or learnt values (P5).
    case undo
    /// Restores the stored state of the running preset (P5).
    case revert
    /// Saves the changes by hand to the running preset (P5).
    case save
    /// Sets the LED of the footswitch with the given index, until the next load (F3).
    case led(UInt8, LEDs.State)
    /// Sends messages of the box itself, by index into `Plan.sendings`.
    case send(UInt16)
    /// Performs several actions in order, by index into `Plan.actionLists` (A4).
    case list(UInt16)
    /// In a list: waits before the next action, in microseconds.
    case wait(UInt32)
    /// Changes a variable, by index into `Plan.variables` (V2).
    case variable(UInt8, VariableChange)

    /// Whether the action loads a preset that it names or steps to. `undo` and `revert` may load one too.
    package var loadsPreset: Bool {
        switch self {
        case .nextPreset, .previousPreset, .load, .loadNumber: true
        default: false
        }
    }

    /// Transport and tempo (K2, K3, K6).
    package enum ClockAction: Equatable, BitwiseCopyable, Sendable {
        case start, `continue`, stop, pause, togglePause, toggleStop, tap
        /// A tap that was made earlier, by a number of microseconds.
        case tapAgo(UInt32)
        /// Sets the tempo, in hundredths of BPM.
        case tempo(UInt32)
        /// Changes the tempo by a step, in hundredths of BPM.
        case tempoBy(Int32)
    }

    package enum Switching: UInt8, BitwiseCopyable, Sendable {
        case on, off, toggle
    }
}
