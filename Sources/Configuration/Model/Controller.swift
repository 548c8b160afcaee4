import Plan

/// A controller of a remap, condition, assignment or on-load message.
enum Controller: Equatable {
    case controlChange(UInt8)
    /// A Control Change whose values are steps (R26).
    case relative(UInt8, ValueMode.Steps)
    /// Two Control Changes: the number of the MSB, then that of the LSB.
    case pair(msb: UInt8, lsb: UInt8)
    case pitchBend
    /// `pitch-bend 7-bit`: only the MSB of a pitch bend.
    case pitchBendCoarse
    case channelPressure
    case program
    case noteValue
    case noteVelocity
    case key(UInt8)
    /// A gesture of a footswitch by its control number.
    case contact(Int)
    /// A motion axis: 0 x, 1 y, 2 z.
    case motion(Int)
    /// An expression pedal, 0..<8 (I10).
    case pedal(Int)
    /// A knob control (I10). Each knob has three: position, turn to the left, turn to the right.
    case knob(Int)
    /// A variable of the box (V3).
    case variable(VariableInput)
    /// RPN or NRPN.
    case parameter(Parameter)
    /// A message written in hex; several messages are allowed in an output.
    case message(Pattern)
    /// A command of MIDI Machine Control (N11).
    case machineControl(MachineControl)

    /// The highest value: 127 or 16383.
    var top: Int {
        switch self {
        case .pair, .pitchBend, .motion, .pedal: 16383
        case .parameter(let parameter): parameter.isFine ? 16383 : 127
        case .message(let pattern): pattern.isFine ? 16383 : 127
        default: 127
        }
    }

    /// Whether the controller rests in the middle of its range: pitch bend, tuning (RPN 0/1 and 0/2) and tilt.
    var restsInMiddle: Bool {
        switch self {
        case .pitchBend, .pitchBendCoarse, .motion: true
        case .parameter(let parameter): parameter.isTuning
        default: false
        }
    }

    /// The default trigger value (R14). Above the middle for a controller that rests in the middle, so that pushing it
    /// up and releasing it triggers once.
    var trigger: Int {
        if case .variable(let variable) = self { return variable.middle }
        return restsInMiddle ? (top + 1) / 4 * 3 : (top + 1) / 2
    }

    /// The input slot (`ControlInput`); nil for an input assembled from several messages.
    var slot: Int? {
        switch self {
        case .controlChange(let number), .relative(let number, _): Int(number)
        case .pitchBend, .pitchBendCoarse: ControlInput.pitchBend
        case .channelPressure: ControlInput.channelPressure
        case .program: ControlInput.program
        case .noteValue: ControlInput.noteValue
        case .noteVelocity: ControlInput.noteVelocity
        case .contact(let id): ControlInput.contact + id
        case .motion(let axis): ControlInput.motion + axis
        case .pedal(let index): ControlInput.pedal + index
        case .knob(let id): ControlInput.knob + id
        case .variable(let variable): ControlInput.variable + variable.index
        case .key(let note): ControlInput.key + Int(note)
        case .pair, .parameter, .message, .machineControl: nil
        }
    }

    /// The input assembled from several messages (`DerivedInputs`); nil for a controller that is one message.
    var derived: DerivedInput? {
        switch self {
        case .pair(let msb, let lsb): DerivedInput(kind: .pair, msb: msb, lsb: lsb)
        case .parameter(let parameter): DerivedInput(parameter)
        case .message, .machineControl: inputPattern.map { DerivedInput(messageOf: $0.digest, isFine: $0.isFine) }
        default: nil
        }
    }

    /// The pattern of messages that change the controller as an input; nil if the controller is not a `message` or
    /// `mmc`.
    var inputPattern: Pattern? {
        switch self {
        case .message(let pattern): pattern
        case .machineControl(let command): command.input
        default: nil
        }
    }

    /// The output of a remap to the controller; nil for an input-only controller and for a message, which the reader
    /// compiles separately.
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

    /// Whether a direct condition starts from the controller's last value instead of 0 (C2).
    var startsFromLast: Bool {
        switch self {
        case .noteValue, .noteVelocity, .key, .parameter, .message, .machineControl: false
        default: true
        }
    }

    /// The resolution of the controller's values, for converting 7-bit or 14-bit settings to MIDI 2.0 (U4).
    var fineInput: ValueMode.Input {
        switch self {
        case .controlChange, .pitchBendCoarse, .channelPressure: .sevenBits
        case .pair, .pitchBend: .fourteenBits
        case .parameter(let parameter): parameter.isFine ? .fourteenBits : .sevenBits
        case .program, .noteValue, .noteVelocity, .key, .contact, .motion, .pedal, .knob, .variable, .message,
            .machineControl, .relative:
            .other
        }
    }

    /// Whether a remap uses the controller without filtering it: notes, contacts and sensors are not controller
    /// messages.
    var cannotBeFiltered: Bool {
        switch self {
        case .noteValue, .noteVelocity, .key, .contact, .motion, .pedal, .knob, .variable: true
        default: false
        }
    }

    var isInputOnly: Bool {
        switch self {
        case .noteVelocity, .contact, .motion, .pedal, .knob, .variable, .relative: true
        default: false
        }
    }
}

extension Parameter {
    /// Whether the parameter is channel fine or coarse tuning, RPN 0/1 or 0/2; the middle value is in tune.
    fileprivate var isTuning: Bool { isRegistered && msb == 0 && (lsb == 1 || lsb == 2) }
}
