/// What a channel of a MIDI 1.0 stream has said that its next messages count on: see ``ProtocolUp``.
struct ChannelMemory: Sendable {
    /// The two kinds of parameters; one is selected at a time.
    enum Kind: UInt8, Sendable {
        /// RPN: Registered Controllers in MIDI 2.0.
        case registered = 0x20
        /// NRPN: Assignable Controllers in MIDI 2.0.
        case assignable = 0x30
    }

    /// A whole value of a selected parameter.
    struct ParameterValue {
        let kind: Kind
        let msb: UInt8
        let lsb: UInt8
        /// 0...16383.
        let value: UInt16

        /// As a MIDI 2.0 message.
        ///
        /// - Parameter place: the group, then the channel: 0...255.
        func message(at place: Int) -> Message {
            Message(
                midi2Status: kind.rawValue | UInt8(place & 0x0F), msb, lsb,
                Scaling.up(UInt32(value), from: 14, to: 32), group: UInt8(place >> 4))
        }
    }

    /// The bank known last, each half 0...127.
    private var bankMSB: UInt8 = 0
    private var bankLSB: UInt8 = 0
    /// Whether a half of the bank has come since the last Program Change.
    private var hasBank = false

    private var kind = Kind.registered
    /// The halves of the selected parameter; nil where the half has not come since this kind was turned to.
    private var parameterMSB: UInt8?
    private var parameterLSB: UInt8?
    /// The last CC 6 of this selection.
    private var dataMSB: UInt8?
    /// Whether that CC 6 has not gone out yet, because its CC 38 may still come.
    private var isWaiting = false
}

// Bank select.
extension ChannelMemory {
    mutating func bank(msb: UInt8) {
        bankMSB = msb
        hasBank = true
    }

    mutating func bank(lsb: UInt8) {
        bankLSB = lsb
        hasBank = true
    }

    /// The bank for a Program Change, 0...16383; nil unless one was selected since the last.
    mutating func takeBank() -> UInt16? {
        guard hasBank else { return nil }
        hasBank = false
        return UInt16(bankMSB) << 7 | UInt16(bankLSB)
    }
}

// Registered and assignable parameters. Whoever selects or enters an MSB has released what waits before.
extension ChannelMemory {
    mutating func select(msb: UInt8, _ kind: Kind) {
        turn(to: kind)
        // Selecting the same parameter again keeps its last MSB.
        if parameterMSB != msb { dataMSB = nil }
        parameterMSB = msb
    }

    mutating func select(lsb: UInt8, _ kind: Kind) {
        turn(to: kind)
        if parameterLSB != lsb { dataMSB = nil }
        parameterLSB = lsb
    }

    /// CC 6: waits for its CC 38; dropped where no parameter is selected.
    mutating func enter(msb: UInt8) {
        guard isSelected else { return }
        dataMSB = msb
        isWaiting = true
    }

    /// CC 38: the value it makes whole with the last CC 6 of this selection; nil before there was one.
    mutating func enter(lsb: UInt8) -> ParameterValue? {
        isWaiting = false
        return value(lsb: lsb)
    }

    /// The value that waits for its CC 38, with LSB 0; nil where none waits.
    mutating func releaseWaiting() -> ParameterValue? {
        guard isWaiting else { return nil }
        isWaiting = false
        return value(lsb: 0)
    }

    /// Both halves have come, and they are not 7F/7F, which is no parameter.
    private var isSelected: Bool {
        guard let parameterMSB, let parameterLSB else { return false }
        return parameterMSB & parameterLSB != 0x7F
    }

    private mutating func turn(to kind: Kind) {
        guard self.kind != kind else { return }
        self.kind = kind
        parameterMSB = nil
        parameterLSB = nil
        dataMSB = nil
    }

    /// There is a `dataMSB` only where a parameter is selected.
    private func value(lsb: UInt8) -> ParameterValue? {
        guard let parameterMSB, let parameterLSB, let dataMSB else { return nil }
        return ParameterValue(
            kind: kind, msb: parameterMSB, lsb: parameterLSB, value: UInt16(dataMSB) << 7 | UInt16(lsb))
    }
}
