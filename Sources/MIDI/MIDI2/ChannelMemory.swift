/// The state of one channel of a MIDI 1.0 stream on which the translation of later messages depends: its bank and its
/// selected parameter. See ``ProtocolUp``.
struct ChannelMemory: Sendable {
    /// The two kinds of parameters, one of which is selected. The raw value is the status in the MIDI 2.0 protocol.
    enum Kind: UInt8, Sendable {
        /// RPN: Registered Controllers in MIDI 2.0.
        case registered = 0x20
        /// NRPN: Assignable Controllers in MIDI 2.0.
        case assignable = 0x30
    }

    /// A 14-bit value of a parameter.
    struct ParameterValue {
        let kind: Kind
        let msb: UInt8
        let lsb: UInt8
        /// 0...16383.
        let value: UInt16

        /// Returns the value as a MIDI 2.0 message.
        ///
        /// - Parameter index: 16 × group + channel, 0...255.
        func message(at index: Int) -> Message {
            Message(
                midi2Status: kind.rawValue | UInt8(index & 0x0F), msb, lsb,
                Scaling.up(UInt32(value), from: 14, to: 32), group: UInt8(index >> 4))
        }
    }

    /// The last bank, each half 0...127.
    private var bankMSB: UInt8 = 0
    private var bankLSB: UInt8 = 0
    /// Whether half of a bank has arrived since the last Program Change.
    private var hasBank = false

    private var kind = Kind.registered
    /// The halves of the selected parameter; nil until the half arrives after a change of kind.
    private var parameterMSB: UInt8?
    private var parameterLSB: UInt8?
    /// The last CC 6 since the parameter was selected.
    private var dataMSB: UInt8?
    /// Whether the last CC 6 has not been emitted yet, because its CC 38 may still arrive.
    private(set) var isWaiting = false
}

// The bank selected by CC 0 and CC 32.
extension ChannelMemory {
    mutating func bank(msb: UInt8) {
        bankMSB = msb
        hasBank = true
    }

    mutating func bank(lsb: UInt8) {
        bankLSB = lsb
        hasBank = true
    }

    /// Returns the bank for a Program Change, 0...16383; nil if no bank was selected since the last Program Change.
    mutating func takeBank() -> UInt16? {
        guard hasBank else { return nil }
        hasBank = false
        return UInt16(bankMSB) << 7 | UInt16(bankLSB)
    }
}

// Registered and assignable parameters. Callers release the waiting value before they select or enter an MSB.
extension ChannelMemory {
    mutating func select(msb: UInt8, _ kind: Kind) {
        change(to: kind)
        // Selecting the same parameter again keeps its last MSB.
        if parameterMSB != msb { dataMSB = nil }
        parameterMSB = msb
    }

    mutating func select(lsb: UInt8, _ kind: Kind) {
        change(to: kind)
        if parameterLSB != lsb { dataMSB = nil }
        parameterLSB = lsb
    }

    /// Keeps a CC 6 until its CC 38 arrives; drops it if no parameter is selected.
    mutating func enter(msb: UInt8) {
        guard isSelected else { return }
        dataMSB = msb
        isWaiting = true
    }

    /// Completes the last CC 6 of this selection with a CC 38; nil if there was no CC 6.
    mutating func enter(lsb: UInt8) -> ParameterValue? {
        isWaiting = false
        return value(lsb: lsb)
    }

    /// Releases the value that waits for its CC 38, with LSB 0; nil if no value waits.
    mutating func releaseWaiting() -> ParameterValue? {
        guard isWaiting else { return nil }
        isWaiting = false
        return value(lsb: 0)
    }

    /// Whether both halves have arrived and are not 7F/7F, the null parameter.
    private var isSelected: Bool {
        guard let parameterMSB, let parameterLSB else { return false }
        return parameterMSB & parameterLSB != 0x7F
    }

    private mutating func change(to kind: Kind) {
        guard self.kind != kind else { return }
        self.kind = kind
        parameterMSB = nil
        parameterLSB = nil
        dataMSB = nil
    }

    // `dataMSB` is nil unless a parameter is selected.
    private func value(lsb: UInt8) -> ParameterValue? {
        guard let parameterMSB, let parameterLSB, let dataMSB else { return nil }
        return ParameterValue(
            kind: kind, msb: parameterMSB, lsb: parameterLSB, value: UInt16(dataMSB) << 7 | UInt16(lsb))
    }
}

extension ChannelMemory {
    /// Whether this value, whose bytes may come from a file, is valid and no parameter value waits.
    mutating func hasValidState() -> Bool {
        RawBytes.isBool(&hasBank) && RawBytes.isBool(&isWaiting) && !isWaiting && ChannelMemory.isKind(&kind)
            && ChannelMemory.isHalf(&parameterMSB) && ChannelMemory.isHalf(&parameterLSB)
            && ChannelMemory.isHalf(&dataMSB) && bankMSB < 128 && bankLSB < 128
    }

    private static func isHalf(_ half: inout UInt8?) -> Bool { RawBytes.isOptional(&half) && (half ?? 0) < 128 }

    // An enum of two cases is stored as 0 or 1, whatever its raw values are.
    private static func isKind(_ kind: inout Kind) -> Bool { RawBytes.isCase(&kind, of: 2) }
}
