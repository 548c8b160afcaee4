/// Chapter M of a received journal (RFC 6295, A.4).
struct ParameterChapter {
    /// A parameter log. Fields that are absent are nil.
    struct Log {
        var number = ParameterNumber()
        var msb: UInt8?
        var lsb: UInt8?
        /// A-BUTTON: increments less decrements.
        var increments: Int16?
    }

    private let bits: UInt8
    /// The MSB that waits for its LSB.
    private(set) var pending: ParameterNumber?
    private var cursor: JournalCursor

    /// Nil if the header is not whole.
    init?(_ chapter: UnsafeRawBufferPointer) {
        cursor = JournalCursor(chapter)
        guard let header = cursor.take(2) else { return nil }
        bits = header[0]
        if bits & ParameterBits.pending != 0 {
            guard let byte = cursor.takeByte() else { return nil }
            pending = ParameterNumber(isNRPN: byte & 0x80 != 0, msb: byte & 0x7F)
        }
    }

    var isInProgress: Bool { bits & ParameterBits.inProgress != 0 }
    var hasLogs: Bool { !cursor.rest.isEmpty }

    /// Reads the next log; nil if it is malformed.
    mutating func next() -> Log? {
        guard let lsb = cursor.takeByte() else { return nil }
        var log = Log()
        log.number.lsb = lsb & 0x7F
        let hasKind = bits & (ParameterBits.rpnOnly | ParameterBits.nrpnOnly) != 0
        let isShort = hasKind && bits & ParameterBits.shortNumbers != 0
        if isShort {
            log.number.isNRPN = bits & ParameterBits.nrpnOnly != 0
        } else {
            guard let msb = cursor.takeByte() else { return nil }
            (log.number.isNRPN, log.number.msb) = (msb & 0x80 != 0, msb & 0x7F)
        }
        guard let contents = cursor.takeByte(), takeFields(contents, &log) else { return nil }
        return log
    }

    private mutating func takeFields(_ contents: UInt8, _ log: inout Log) -> Bool {
        if contents & ParameterBits.entryMSB != 0 {
            guard let byte = cursor.takeByte() else { return false }
            log.msb = byte & 0x7F
        }
        if contents & ParameterBits.entryLSB != 0 {
            guard let byte = cursor.takeByte() else { return false }
            log.lsb = byte & 0x7F
        }
        if contents & ParameterBits.increments != 0 {
            guard let bytes = cursor.take(2) else { return false }
            let size = Int16(bytes[0] & 0x3F) << 8 | Int16(bytes[1])
            log.increments = bytes[0] & 0x80 != 0 ? -size : size
        }
        if contents & ParameterBits.incrementsSinceReset != 0, cursor.take(2) == nil { return false }
        return contents & ParameterBits.count == 0 || cursor.takeByte() != nil
    }

    static func isWellFormed(_ chapter: UnsafeRawBufferPointer) -> Bool {
        guard var logs = ParameterChapter(chapter) else { return false }
        // A header with both bits, RPN only and NRPN only, does not determine the kind of its logs.
        let both = ParameterBits.rpnOnly | ParameterBits.nrpnOnly
        if logs.hasLogs && logs.bits & both == both { return false }
        while logs.hasLogs {
            if logs.next() == nil { return false }
        }
        return true
    }
}
