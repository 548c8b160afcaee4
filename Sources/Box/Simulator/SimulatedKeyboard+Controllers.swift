import Loop
import MIDI
import Panel
import Plan

/// The sustain pedal, the modulation wheel and the bender of a keyboard.
struct SimulatedControllers {
    var isPedalDown = false
    /// 0 to 127.
    var wheel = 0
    /// -4 to 4, a quarter of the way each.
    var bend = 0
    /// When the bender springs back, in ns.
    var springsBackAt = never
}

extension SimulatedKeyboard {
    private static let wheelStep = 16
    private static let bendSteps = 4

    /// Presses the sustain pedal or lets it go.
    mutating func toggleSustain() {
        controllers[chosen].isPedalDown.toggle()
        send(ControllerNumber.sustain, controllers[chosen].isPedalDown ? 127 : 0)
    }

    /// Turns the modulation wheel by an eighth of its way.
    mutating func turnWheel(up: Bool) {
        let old = controllers[chosen].wheel
        // From 127 down the steps are those of the way up.
        let wheel = up ? old + SimulatedKeyboard.wheelStep : (old - 1) / SimulatedKeyboard.wheelStep * 16
        controllers[chosen].wheel = min(127, max(0, wheel))
        if controllers[chosen].wheel != old { send(ControllerNumber.modulation, UInt8(controllers[chosen].wheel)) }
    }

    /// Moves the bender by a quarter of its way. It springs back after the length of a note.
    mutating func bend(up: Bool, at now: UInt64) {
        let bend = controllers[chosen].bend + (up ? 1 : -1)
        guard abs(bend) <= SimulatedKeyboard.bendSteps else { return springBackLater(now) }
        controllers[chosen].bend = bend
        sendBend(bend, port: port)
        springBackLater(now)
    }

    private mutating func springBackLater(_ now: UInt64) {
        controllers[chosen].springsBackAt = controllers[chosen].bend == 0 ? never : now + SimulatedKeyboard.noteTime
    }

    /// Lets benders spring back whose time has come.
    mutating func springBack(at now: UInt64) {
        for index in controllers.indices where controllers[index].springsBackAt <= now {
            controllers[index].springsBackAt = never
            controllers[index].bend = 0
            sendBend(0, port: ports[index])
        }
    }

    private mutating func send(_ controller: UInt8, _ value: UInt8) {
        play([Status.controlChange | channel(of: port), controller, value], port)
    }

    private mutating func sendBend(_ bend: Int, port: Int) {
        let value = min(16383, 8192 + bend * (8192 / SimulatedKeyboard.bendSteps))
        play([Status.pitchBend | channel(of: port), UInt8(value & 0x7F), UInt8(value >> 7)], port)
    }

    /// What is not at rest: `   sustain   wheel 32`.
    var text: String {
        let state = controllers[chosen]
        return (state.isPedalDown ? "   sustain" : "") + (state.wheel > 0 ? "   wheel \(state.wheel)" : "")
    }
}
