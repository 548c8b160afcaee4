extension Remap {
    /// Returns the output at 32 bits for an input of 32 bits (U4); nil if the remap has no finer value than
    /// `output(of:)` gives: it counts or latches, or its input or output is no controller with a value of its own.
    ///
    /// The value of `pitch-bend 7-bit` is the whole bend, for which the settings have 7 bits.
    ///
    /// - Parameter value: the value of the input in 32 bits.
    public func fineOutput(of value: UInt32) -> UInt32? {
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
    /// The bits in which settings are written; nil where MIDI 2.0 has no value of 32 bits.
    package var bits: UInt32? {
        switch self {
        case .other: nil
        case .sevenBits: 7
        case .fourteenBits: 14
        }
    }
}

extension ControlOutput {
    /// The bits in which settings are written; nil where MIDI 2.0 has no value of 32 bits.
    fileprivate var bits: UInt32? {
        switch self {
        case .controlChange, .channelPressure, .pitchBendCoarse: 7
        case .controlChangePair, .pitchBend: 14
        case .parameter(let parameter): parameter.isFine ? 14 : 7
        case .message(let template): template.isWide ? 14 : nil
        case .nothing, .program, .bankedProgram, .key, .noteValue: nil
        }
    }

    /// Returns a value of 32 bits in units of the output.
    package func value(of fine: UInt32) -> Int32 { Int32(fine >> (32 - (bits ?? 7))) }

    /// The output at which a value of 32 bits arrives with all bits that its messages have: `pitch-bend 7-bit` has 14.
    package var atFullResolution: ControlOutput { self == .pitchBendCoarse ? .pitchBend : self }
}
