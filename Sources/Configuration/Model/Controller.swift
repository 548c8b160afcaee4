import Program

/// A controller as remaps, assignments and on-load messages name it.
enum Controller: Equatable {
    case controlChange(UInt8)
    /// Two Control Changes, the more significant seven bits first.
    case pair(msb: UInt8, lsb: UInt8)
    case pitchBend
    /// `pitch-bend 7-bit`: the MSB is the value.
    case pitchBendCoarse
    case channelPressure
    case program
    case noteValue
    case noteVelocity
    case key(UInt8)
    /// A gesture of a footswitch by its control number.
    case contact(Int)
    /// 0 x, 1 y, 2 z.
    case motion(Int)
    /// RPN or NRPN.
    case parameter(Parameter)
    /// A freely defined message, or as an output several.
    case message(Pattern)

    /// The highest value.
    var top: Int {
        switch self {
        case .pair, .pitchBend, .motion: 16383
        case .parameter(let parameter): parameter.isFine ? 16383 : 127
        case .message(let pattern): pattern.isFine ? 16383 : 127
        default: 127
        }
    }

    /// Whether it rests in the middle of its range: bends, fine and coarse tuning (RPN 0/1, 0/2), and the tilt.
    var restsInMiddle: Bool {
        switch self {
        case .pitchBend, .pitchBendCoarse, .motion: true
        case .parameter(let parameter): parameter.isTuning
        default: false
        }
    }

    /// The value that triggers where none is written (R14): pushing up what rests in the middle, and letting go, is one
    /// trigger.
    var trigger: Int { restsInMiddle ? (top + 1) / 4 * 3 : (top + 1) / 2 }

    /// The slot it is found at as an input where it is a message of its own (`ControlInput`); nil where it is not.
    var slot: Int? {
        switch self {
        case .controlChange(let number): Int(number)
        case .pitchBend, .pitchBendCoarse: ControlInput.pitchBend
        case .channelPressure: ControlInput.channelPressure
        case .program: ControlInput.program
        case .noteValue: ControlInput.noteValue
        case .noteVelocity: ControlInput.noteVelocity
        case .contact(let id): ControlInput.contact + id
        case .motion(let axis): ControlInput.motion + axis
        case .key(let note): ControlInput.key + Int(note)
        case .pair, .parameter, .message: nil
        }
    }

    /// What it is as an input that is not one message (`DerivedInputs`).
    var derived: DerivedInput? {
        switch self {
        case .pair(let msb, let lsb): DerivedInput(kind: .pair, msb: msb, lsb: lsb)
        case .parameter(let parameter): DerivedInput(parameter)
        case .message(let pattern): DerivedInput(messageOf: pattern.digest)
        default: nil
        }
    }

    /// What a remap to it sends; nil for what this version cannot send.
    var output: ControlOutput? {
        switch self {
        case .controlChange(let number): .controlChange(number)
        case .pair(let msb, let lsb): .controlChangePair(msb: msb, lsb: lsb)
        case .pitchBend: .pitchBend
        case .pitchBendCoarse: .pitchBendCoarse
        case .channelPressure: .channelPressure
        case .program: .program
        case .noteValue: .noteValue
        case .key(let note): .key(note)
        case .parameter(let parameter): .parameter(parameter)
        default: nil
        }
    }

    /// Whether a direct condition starts from its last value, and not from 0 (C2).
    var startsFromLast: Bool {
        switch self {
        case .noteValue, .noteVelocity, .key, .parameter, .message: false
        default: true
        }
    }

    /// Contacts and notes belong to others: such a controller can be listened to, not taken away.
    var isOthers: Bool {
        switch self {
        case .noteValue, .noteVelocity, .key, .contact, .motion: true
        default: false
        }
    }

    var isInputOnly: Bool {
        switch self {
        case .noteVelocity, .contact, .motion: true
        default: false
        }
    }
}

extension Parameter {
    /// RPN 0/1 and 0/2, channel fine and coarse tuning: the middle of their range is in tune.
    fileprivate var isTuning: Bool { isRegistered && msb == 0 && (lsb == 1 || lsb == 2) }
}
