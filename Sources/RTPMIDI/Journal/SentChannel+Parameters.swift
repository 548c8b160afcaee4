import MIDI

/// Bits of chapter M (RFC 6295, A.4).
enum ParameterBits {
    /// Bits of the header: a pending MSB, a transaction in progress, only RPN, only NRPN, only numbers below 128.
    static let pending: UInt8 = 0x40
    static let inProgress: UInt8 = 0x20
    static let rpnOnly: UInt8 = 0x10
    static let nrpnOnly: UInt8 = 0x08
    static let shortNumbers: UInt8 = 0x04
    /// Bits of a log's table of contents: one for each field, and one for the value tool.
    static let entryMSB: UInt8 = 0x80
    static let entryLSB: UInt8 = 0x40
    static let increments: UInt8 = 0x20
    static let incrementsSinceReset: UInt8 = 0x10
    static let count: UInt8 = 0x08
    static let hasValues: UInt8 = 0x02
}

// Writes RPN and NRPN: chapter M with the value tool (RFC 6295, A.4).
extension SentChannel {
    mutating func writeParameters(into writer: inout JournalWriter) -> Bool {
        let first = firstParameter(in: writer.window)
        let isTransactionDue = transaction.isActive && writer.window.covers(transaction.packet)
        if first == parameters.count && !isTransactionDue { return false }
        let mark = writer.begin(header: 2)
        if isTransactionDue { writer.note(transaction.packet) }
        var bits = selection.state == .open ? ParameterBits.inProgress : 0
        if selection.state == .pending {
            bits |= ParameterBits.pending
            writer.put((selection.number.isNRPN ? 0x80 : 0) | selection.number.msb)
        }
        bits |= shortForm(from: first)
        for index in first..<parameters.count {
            write(parameters[index], isShort: bits & ParameterBits.shortNumbers != 0, into: &writer)
        }
        writer.end(mark, bits, lengthFrom: mark.start)
        return true
    }

    private mutating func firstParameter(in window: JournalWindow) -> Int {
        var first = parameters.count
        while first > 0, window.covers(parameters[first - 1].packet) { first -= 1 }
        return first
    }

    /// The header bits that make the logs shorter; 0 if the logs cannot be shortened.
    private mutating func shortForm(from first: Int) -> UInt8 {
        if first == parameters.count { return 0 }
        let isNRPN = parameters[first].number.isNRPN
        for index in first..<parameters.count {
            let number = parameters[index].number
            if number.msb != 0 || number.isNRPN != isNRPN { return 0 }
        }
        return ParameterBits.shortNumbers | (isNRPN ? ParameterBits.nrpnOnly : ParameterBits.rpnOnly)
    }

    private mutating func write(_ log: ParameterLog, isShort: Bool, into writer: inout JournalWriter) {
        writer.put(log.number.lsb, of: log.packet)
        if !isShort { writer.put((log.number.isNRPN ? 0x80 : 0) | log.number.msb) }
        let hasSinceReset =
            log.hasIncrements && !log.incrementIsBeforeReset && log.increments != log.incrementsSinceReset
        writer.put(
            (log.msb != ParameterLog.none ? ParameterBits.entryMSB : 0)
                | (log.lsb != ParameterLog.none ? ParameterBits.entryLSB : 0)
                | (log.hasIncrements ? ParameterBits.increments : 0)
                | (hasSinceReset ? ParameterBits.incrementsSinceReset : 0) | ParameterBits.hasValues)
        if log.msb != ParameterLog.none { writer.put((log.msbIsBeforeReset ? 0x80 : 0) | log.msb) }
        if log.lsb != ParameterLog.none { writer.put((log.lsbIsBeforeReset ? 0x80 : 0) | log.lsb) }
        if log.hasIncrements { write(log.increments, isBeforeReset: log.incrementIsBeforeReset, into: &writer) }
        if hasSinceReset { write(log.incrementsSinceReset, isBeforeReset: false, into: &writer) }
    }

    /// Writes A-BUTTON or C-BUTTON: a sign, an X bit and 14 bits.
    private mutating func write(_ count: Int16, isBeforeReset: Bool, into writer: inout JournalWriter) {
        let size = count.magnitude
        writer.put((count < 0 ? 0x80 : 0) | (isBeforeReset ? 0x40 : 0) | UInt8(size >> 8))
        writer.put(UInt8(truncatingIfNeeded: size))
    }
}
