extension Remap {
    /// Returns the 32-bit output for a 32-bit input (U4). Nil if the remap has no finer value than `output(of:)`: it
    /// counts or latches, or its input or output is not a controller with a 32-bit value.
    ///
    /// For `pitch-bend 7-bit` the value is the whole bend, although its settings have 7 bits.
    ///
    /// - Parameter value: the 32-bit value of the input.
    package func fineOutput(of value: UInt32) -> UInt32? {
        guard mode.kind == .direct, let inputBits = mode.input.bits, let outputBits = output.bits else { return nil }
        let input = FineUnits(bits: inputBits, width: 32)
        let output = FineUnits(bits: outputBits, width: 32)
        switch values {
        case .map(let map): return map.fine(value, input, output)
        case .centered: return value
        case .table(let table): return FineTable(table: table, entryBytes: 1, input: input, output: output)(value)
        case .wideTable(let table): return FineTable(table: table, entryBytes: 2, input: input, output: output)(value)
        }
    }
}

extension ValueMode.Input {
    /// The number of bits in which settings are written; nil if MIDI 2.0 has no 32-bit value for the input.
    package var bits: UInt32? {
        switch self {
        case .other: nil
        case .sevenBits: 7
        case .fourteenBits: 14
        }
    }
}

extension ControlOutput {
    /// The number of bits in which settings are written; nil if MIDI 2.0 has no 32-bit value for the output.
    fileprivate var bits: UInt32? {
        switch self {
        case .controlChange, .channelPressure, .pitchBendCoarse: 7
        case .controlChangePair, .pitchBend: 14
        case .parameter(let parameter): parameter.isFine ? 14 : 7
        case .message(let template): template.isWide ? 14 : nil
        case .nothing, .program, .bankedProgram, .key, .noteValue: nil
        }
    }

    /// Converts a 32-bit value to units of the output.
    package func value(of fine: UInt32) -> Int32 { Int32(fine >> (32 - (bits ?? 7))) }

    /// The output that uses all bits of its messages for a 32-bit value: `pitch-bend 7-bit` becomes the 14-bit bend.
    package var atFullResolution: ControlOutput { self == .pitchBendCoarse ? .pitchBend : self }
}
