import MIDI

/// Control Changes with a meaning for the journal (RFC 6295, A.1).
enum ModeController {
    static let allSoundOff = ControllerNumber.allSoundOff
    static let resetAllControllers: UInt8 = 121

    /// Whether a Control Change ends all notes of its channel: 120 and 123...127. Earlier notes are not N-active.
    @inline(__always)
    static func endsNotes(_ controller: UInt8) -> Bool {
        controller == allSoundOff || controller >= ControllerNumber.allNotesOff
    }

    /// Whether each command of a controller is an action, which the journal counts, and the value is no state.
    @inline(__always)
    static func isAction(_ controller: UInt8) -> Bool { controller == resetAllControllers || endsNotes(controller) }

    /// Whether a controller is one of the pedals 64...69: a value below 64 ends something.
    @inline(__always)
    static func isPedal(_ controller: UInt8) -> Bool { 64...69 ~= controller }
}

extension Message {
    /// The velocity with which a note ends: 64 for a Note On with velocity 0 (RFC 6295, A.7).
    var releaseVelocity: UInt8 { status & 0x10 == 0 ? data2 : 64 }
}
