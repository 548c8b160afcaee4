import Plan

/// Encodes actions for the flight recorder as a code and a value.
package enum RecordedAction {
    /// The code and value of an action; nil if it has none.
    package static func code(of action: Action) -> (code: UInt8, value: UInt64)? {
        switch action {
        case .nextPreset: (1, 0)
        case .previousPreset: (2, 0)
        case .load(let preset): (3, UInt64(preset.position))
        case .loadNumber(let number): (4, UInt64(UInt32(bitPattern: number)))
        case .panic: (5, 0)
        case .mute(let name, let switching): (6, UInt64(name) << 8 | UInt64(switching.rawValue))
        case .bypass(let name, let switching): (7, UInt64(name) << 8 | UInt64(switching.rawValue))
        case .undo: (8, 0)
        case .save: (9, 0)
        case .revert: (12, 0)
        case .led(let index, let state): (10, UInt64(index) << 8 | UInt64(state.rawValue))
        case .send(let index): (11, UInt64(index))
        case .setList(let index): (13, UInt64(index))
        case .nextPart: (14, 0)
        case .previousPart: (15, 0)
        case .transpose(let semitones): (48, UInt64(UInt8(bitPattern: semitones)))
        case .transposeBy(let semitones): (49, UInt64(UInt8(bitPattern: semitones)))
        case .release(let name): (50, UInt64(name))
        case .variable(let index, let change): (51, variable(index, change))
        case .clock(let clock): code(of: clock)
        // Only assignments perform lists, and a recording contains what triggers them.
        case .none, .list, .wait: nil
        }
    }

    private static func code(of action: Action.ClockAction) -> (code: UInt8, value: UInt64) {
        switch action {
        case .start: (16, 0)
        case .continue: (17, 0)
        case .stop: (18, 0)
        case .pause: (19, 0)
        case .togglePause: (20, 0)
        case .toggleStop: (21, 0)
        case .tap: (22, 0)
        case .tempo(let hundredths): (23, UInt64(hundredths))
        case .tempoBy(let hundredths): (24, UInt64(UInt32(bitPattern: hundredths)))
        case .tapAgo(let microseconds): (25, UInt64(microseconds))
        }
    }

    /// The action with a code and value; nil if there is none.
    package static func action(_ code: UInt8, _ value: UInt64) -> Action? {
        let number = Int32(truncatingIfNeeded: value)
        let name = UInt16(truncatingIfNeeded: value >> 8)
        let switching = Action.Switching(rawValue: UInt8(truncatingIfNeeded: value))
        switch code {
        case 1: return .nextPreset
        case 2: return .previousPreset
        case 3: return 0..<Int32(Limits.presets) ~= number ? .load(PresetIndex(Int(number))) : nil
        case 4: return .loadNumber(number)
        case 5: return .panic
        case 6: return switching.map { .mute(name, $0) }
        case 7: return switching.map { .bypass(name, $0) }
        case 8: return .undo
        case 9: return .save
        case 10:
            let state = LEDs.State(rawValue: UInt8(truncatingIfNeeded: value))
            return state.map { .led(UInt8(truncatingIfNeeded: value >> 8), $0) }
        case 11: return .send(UInt16(truncatingIfNeeded: value))
        case 12: return .revert
        case 13: return .setList(UInt8(truncatingIfNeeded: value))
        case 14: return .nextPart
        case 15: return .previousPart
        case 48: return .transpose(Int8(truncatingIfNeeded: value))
        case 49: return .transposeBy(Int8(truncatingIfNeeded: value))
        case 50: return .release(UInt16(truncatingIfNeeded: value))
        case 51: return variable(value)
        default: return clock(code, number).map { .clock($0) }
        }
    }

    /// The value of an action that changes a variable: from the lowest byte, the operand, the kind of change and the
    /// variable.
    private static func variable(_ index: UInt8, _ change: VariableChange) -> UInt64 {
        let (kind, operand): (UInt64, UInt8) =
            switch change {
            case .set(let value): (0, value)
            case .step(let distance): (1, UInt8(bitPattern: distance))
            case .toggle: (2, 0)
            }
        return UInt64(index) << 16 | kind << 8 | UInt64(operand)
    }

    private static func variable(_ value: UInt64) -> Action? {
        let (index, operand) = (UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value))
        switch value >> 8 & 0xFF {
        case 0: return .variable(index, .set(operand))
        case 1: return .variable(index, .step(Int8(bitPattern: operand)))
        case 2: return .variable(index, .toggle)
        default: return nil
        }
    }

    private static func clock(_ code: UInt8, _ number: Int32) -> Action.ClockAction? {
        switch code {
        case 16: .start
        case 17: .continue
        case 18: .stop
        case 19: .pause
        case 20: .togglePause
        case 21: .toggleStop
        case 22: .tap
        case 23: .tempo(UInt32(bitPattern: number))
        case 24: .tempoBy(number)
        case 25: .tapAgo(UInt32(bitPattern: number))
        default: nil
        }
    }
}
