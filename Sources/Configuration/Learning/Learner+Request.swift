extension Learner {
    /// The instruction to the player.
    package var request: String {
        switch kind {
        case .noteRange: "press the lowest and the highest key"
        case .velocityRange: "press a key with the lowest and then with the highest velocity"
        case .noteMapEntry: "press the key that is played and then the key that should sound"
        case .key: "press the key that should sound"
        case .channel: "play or move anything on that channel"
        case .velocity: "press a key with that velocity, \(Learner.ending)"
        case .controller(let was) where was.utf8.starts(with: "key ".utf8): "press the key"
        case .stepping(let was) where was.utf8.starts(with: "key ".utf8): "press the key"
        case .stepping: "turn the knob up slowly by five detents, press the button or footswitch, or send the SysEx"
        case .controller: "move the controller, press the footswitch, or send the SysEx"
        case .value: "move any controller to the value, \(Learner.ending)"
        case .sweep: "move any controller from one end to the other, \(Learner.ending)"
        case .pedal: "press the pedal to heel and to toe, then press Return"
        case .tiltSweep(let name) where name.utf8.starts(with: "pedal".utf8):
            "press the pedal to one end and to the other, then press Return"
        case .tiltSweep: "tilt the box to one end and to the other, then press Return"
        case .tempo: "tap a key or a footswitch, or move any controller to the tempo, \(Learner.ending)"
        case .program: "send a program change, \(Learner.ending)"
        case .message: "move the controller to its value, or send a program change or a SysEx, \(Learner.ending)"
        case .tilt: "tilt the box to one end and to the other, then press Return"
        }
    }

    /// The instruction in at most 8 characters, for a title of the menu.
    package var title: String {
        switch kind {
        case .noteRange, .noteMapEntry: "2 keys"
        case .velocityRange: "soft+hrd"
        case .channel: "channel"
        case .velocity, .key: "a key"
        case .controller(let was) where was.utf8.starts(with: "key ".utf8): "a key"
        case .controller: "move it"
        case .stepping(let was) where was.utf8.starts(with: "key ".utf8): "a key"
        case .stepping: "turn 5x"
        case .value: "value"
        case .sweep: "sweep"
        case .tempo: "tap"
        case .program: "program"
        case .message: "send it"
        case .tiltSweep(let name) where name.utf8.starts(with: "pedal".utf8): "sweep"
        case .tilt, .tiltSweep: "tilt"
        case .pedal: "sweep"
        }
    }

    private static var ending: String { "then wait or press Return" }
}
