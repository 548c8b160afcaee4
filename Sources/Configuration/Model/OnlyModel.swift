import MIDI
import Plan

/// `only` of a restriction as read from a file (R23).
struct OnlyModel {
    /// An entry of the list, and the kinds that it names.
    struct Word {
        var place: Place
        var text: Text
        var kinds: UInt32
    }

    var words: [Word] = []
    /// The kinds that pass, one bit each. Of Control Changes all pass only if no entry names some of them.
    var kinds: UInt32 = 0
    /// The Control Changes that are named one by one: two words, one bit each.
    var controllers: [UInt64] = [0, 0]

    /// Whether some Control Changes pass, but not all.
    var choosesControllers: Bool { !hasAll(.controlChange) && controllers != [0, 0] }

    mutating func name(_ controller: UInt8) {
        controllers[Int(controller >> 6)] |= 1 << UInt64(controller & 63)
    }

    private func hasAll(_ kinds: MessageKind...) -> Bool { kinds.allSatisfy { self.kinds & $0.bit != 0 } }

    private func has(_ controllers: UInt8...) -> Bool {
        hasAll(.controlChange)
            || controllers.allSatisfy { self.controllers[Int($0 >> 6)] & 1 << UInt64($0 & 63) != 0 }
    }

    /// Whether messages of a controller may come in.
    func admits(_ controller: Controller) -> Bool {
        switch controller {
        case .controlChange(let number), .relative(let number, _): return has(number)
        case .pair(let msb, let lsb): return has(msb, lsb)
        case .pitchBend, .pitchBendCoarse: return hasAll(.pitchBend)
        case .channelPressure: return hasAll(.channelPressure)
        case .program: return hasAll(.programChange)
        case .noteValue, .noteVelocity, .key: return hasAll(.noteOn)
        case .contact, .motion, .pedal, .knob, .variable: return true
        case .parameter(let parameter):
            return has(
                Parameter.selectsMSB(parameter.isRegistered), Parameter.selectsLSB(parameter.isRegistered),
                ControllerNumber.dataEntryMSB) && (!parameter.isFine || has(ControllerNumber.dataEntryLSB))
        case .message, .machineControl:
            // Which Control Change matches a pattern shows when it comes.
            return controller.inputPattern?.kinds.allSatisfy {
                hasAll($0) || $0 == .controlChange && choosesControllers
            } ?? true
        }
    }
}

extension MessageKind {
    /// The kind's bit among those of `Routing.filtered`.
    var bit: UInt32 { 1 << UInt32(rawValue) }
}
