import MIDI

// Repairs SysEx from chapter X (RFC 6295, B.5). The COUNT field shows which SysEx have arrived. Without it, a SysEx
// counts as lost if its S bit shows that it was in the packet before the journal, since a gap ends there.
extension ReceivingJournal {
    /// Ends an open SysEx that no log continues, and delivers the SysEx that have ended.
    ///
    /// - Parameter checkpoint: the first packet that the journal covers.
    mutating func repairSysEx(
        _ bytes: UnsafeRawBufferPointer, from checkpoint: UInt16, _ deliver: (Message) -> Void
    ) {
        if system.isNumberInDoubt && !bytes.isEmpty { settleNumber(bytes, from: checkpoint) }
        var chapter = SysExChapter(bytes)
        var isContinued = false
        while chapter.hasLogs, let log = chapter.next() {
            isContinued = isContinued || continues(log) && !(log.isFinished && log.data.isEmpty)
        }
        if isInSysEx && !isContinued { loseSysEx(deliver: deliver) }
        chapter = SysExChapter(bytes)
        while chapter.hasLogs, let log = chapter.next() {
            if log.isFinished { repair(log, deliver) }
        }
    }

    /// Finds, by comparing data, the last log whose SysEx has arrived, and corrects the number by it; if there is none,
    /// all logs are new. The journal lists the SysEx that arrived since the number came into doubt in their order,
    /// unless they are older than its checkpoint.
    private mutating func settleNumber(_ bytes: UnsafeRawBufferPointer, from checkpoint: UInt16) {
        var chapter = SysExChapter(bytes)
        var back = system.recent.firstDoubted(from: checkpoint)
        var difference: UInt8?
        while chapter.hasLogs, let log = chapter.next() {
            guard let number = log.number else { continue }
            if isOfOpenSysEx(log) {
                difference = number &- system.sysExNumber
            } else if !log.isCancelled && log.first == 0 {
                let whole = SysExHead(log.data, count: log.data.count)
                if let found = system.recent.find(whole.hash, number: number, from: &back) { difference = found }
            }
        }
        if let difference { system.settleNumber(by: difference) }
    }

    /// Whether a SysEx is open whose data so far equals that of the log.
    private mutating func isOfOpenSysEx(_ log: SysExChapter.Log) -> Bool {
        if log.first > 0 { return isAt(log) }
        if log.isCancelled || !isInSysEx { return false }
        return SysExHead(log.data, count: min(system.sysExCount, log.data.count)).hash == system.head.hash
    }

    /// Corrects the number of SysEx by the journal of a packet that arrived in order: if the journal's last log is the
    /// newest SysEx that arrived, the log has the right number (B.5.3).
    package mutating func resynchronize(_ journal: UnsafeRawBufferPointer) {
        let bytes = ReceivingJournal.sysEx(of: journal)
        var chapter = SysExChapter(bytes)
        while chapter.hasLogs, let log = chapter.next() {
            if chapter.hasLogs { continue }
            guard let number = log.number else { return }
            let head = SysExHead(log.data, count: log.data.count)
            let isNewest =
                isInSysEx
                ? !log.isFinished && isOfOpenSysEx(log) && log.first + log.data.count == system.sysExCount
                : log.isFinished && !log.isCancelled && system.recent.newestHas(head.hash)
            // While the number is in doubt, uncounted Full Frames may follow an older SysEx.
            let isSettled = isInSysEx || !system.isNumberInDoubt || system.recent.isNewestInDoubt
            if isNewest && isSettled { system.settleNumber(number) }
        }
    }

    /// Chapter X of a journal that is well formed; empty without one.
    private static func sysEx(of journal: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        guard journal[0] & JournalHeader.hasSystem != 0, journal[JournalHeader.size] & SystemContents.sysEx != 0 else {
            return none
        }
        var cursor = JournalCursor(journal)
        _ = cursor.take(JournalHeader.size)
        guard let section = cursor.takeStructure(least: 2) else { return none }
        return SystemChapters(section)?.sysEx ?? none
    }

    /// Delivers the known part of a SysEx that has not ended. The next piece may be in the packet itself, so no other
    /// message may come between.
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
            if isInSysEx { loseSysEx(deliver: deliver) }
            if log.first == 0 && !log.isCancelled { send(log, from: 0, deliver) } else { countLostSysEx() }
            if let number = log.number { system.passed(number) }
        }
    }

    private mutating func isNew(_ log: SysExChapter.Log) -> Bool {
        guard let number = log.number else {
            let isLost = log.isRecent && log.isOwnBit
            return isLost || log.isRecent && !system.recent.has(SysExHead(log.data, count: log.data.count).hash)
        }
        return Int8(bitPattern: number &- system.sysExNumber) > 0
    }

    /// Whether the open SysEx can be continued from the log.
    private mutating func continues(_ log: SysExChapter.Log) -> Bool {
        if log.isCancelled || !isAt(log) { return false }
        return log.number.map { $0 == system.sysExNumber } ?? true
    }

    /// Whether a SysEx is open whose next byte is in the log or directly after it.
    private mutating func isAt(_ log: SysExChapter.Log) -> Bool {
        system.isInSysEx && log.first...log.first + log.data.count ~= system.sysExCount
    }

    /// Delivers the data of a log from an index on, and the end of the SysEx if the log has it.
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
