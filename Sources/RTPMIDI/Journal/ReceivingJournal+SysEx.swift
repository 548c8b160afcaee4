import MIDI

// Chapter X (RFC 6295, B.5). The COUNT field tells which SysEx have arrived. Without it, a SysEx is taken for lost if
// its S bit says that the last packet held it, and no SysEx with the same data has arrived.
extension ReceivingJournal {
    /// Ends an open SysEx that no log continues, and delivers those that have ended.
    mutating func repairSysEx(_ bytes: UnsafeRawBufferPointer, _ deliver: (Message) -> Void) {
        if system.isNumberInDoubt && !bytes.isEmpty { findNumber(bytes) }
        var chapter = SysExChapter(bytes)
        var isContinued = false
        while chapter.hasLogs, let log = chapter.next() {
            isContinued = isContinued || continues(log) && !(log.isFinished && log.data.isEmpty)
        }
        if isInSysEx && !isContinued { cutSysEx(deliver: deliver) }
        chapter = SysExChapter(bytes)
        while chapter.hasLogs, let log = chapter.next() {
            if log.isFinished { repair(log, deliver) }
        }
    }

    /// Takes the number of the last log whose SysEx has arrived, told by its data. Without one, all logs are new.
    private mutating func findNumber(_ bytes: UnsafeRawBufferPointer) {
        var chapter = SysExChapter(bytes)
        var number: UInt8?
        while chapter.hasLogs, let log = chapter.next() {
            guard let own = log.number else { continue }
            if number == nil { number = own &- 1 }
            if log.first > 0 && isAt(log) { number = own }
            if log.isCancelled || log.first > 0 { continue }
            let whole = SysExHead(log.data, count: log.data.count)
            // A reset that comes twice does no harm. A reset that is missed does.
            if whole.kind == .resetState { continue }
            let open = SysExHead(log.data, count: min(system.sysExCount, log.data.count))
            if system.hasHeard(whole) || isInSysEx && system.head.hash == open.hash { number = own }
        }
        if let number { (system.sysExNumber, system.isNumberInDoubt) = (number, false) }
    }

    /// Delivers what there is of a SysEx that has not ended. Its next piece may be in the packet itself, so nothing may
    /// come between.
    mutating func repairOpenSysEx(_ bytes: UnsafeRawBufferPointer, _ deliver: (Message) -> Void) {
        var chapter = SysExChapter(bytes)
        while chapter.hasLogs, let log = chapter.next() {
            // Only the last log can be of an open SysEx.
            if !log.isFinished && !chapter.hasLogs { repair(log, deliver) }
        }
    }

    private mutating func repair(_ log: SysExChapter.Log, _ deliver: (Message) -> Void) {
        if continues(log) {
            send(log, from: system.sysExCount - log.first, deliver)
        } else if isNew(log) {
            if isInSysEx { cutSysEx(deliver: deliver) }
            if log.first == 0 && !log.isCancelled { send(log, from: 0, deliver) }
            if let number = log.number { system.sysExNumber = number }
        }
    }

    private mutating func isNew(_ log: SysExChapter.Log) -> Bool {
        guard let number = log.number else {
            return log.isRecent && !system.hasHeard(SysExHead(log.data, count: log.data.count))
        }
        return Int8(bitPattern: number &- system.sysExNumber) > 0
    }

    /// Whether the log is of the SysEx that is open, and has its next byte.
    private mutating func continues(_ log: SysExChapter.Log) -> Bool {
        if log.isCancelled || !isAt(log) { return false }
        return log.number.map { $0 == system.sysExNumber } ?? true
    }

    /// Whether a SysEx is open, and its next byte is one of the log or the one behind.
    private mutating func isAt(_ log: SysExChapter.Log) -> Bool {
        system.isInSysEx && log.first...log.first + log.data.count ~= system.sysExCount
    }

    /// Delivers the data of a log from an index on, and the end if there is one.
    private mutating func send(_ log: SysExChapter.Log, from start: Int, _ deliver: (Message) -> Void) {
        var index = start
        var hasBegun = isInSysEx
        repeat {
            var bytes = InlineArray<6, UInt8>(repeating: 0)
            let count = min(Message.sysExCapacity, log.data.count - index)
            for place in 0..<count { bytes[place] = log.data[index + place] & 0x7F }
            index += count
            let isLast = log.isFinished && index == log.data.count
            if isLast || count > 0 || !hasBegun {
                let piece: SysExStatus = hasBegun ? (isLast ? .end : .continue) : (isLast ? .complete : .start)
                emit(Message(sysEx: piece, bytes, count: count), deliver)
            }
            hasBegun = true
        } while index < log.data.count
    }
}
