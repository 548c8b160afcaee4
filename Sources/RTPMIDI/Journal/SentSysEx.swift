import MIDI

/// The last SysEx that were sent, for chapter X (RFC 6295, B.5), with their data if it is short enough.
struct SentSysEx: BitwiseCopyable {
    struct Log: BitwiseCopyable {
        var packet: UInt32 = 0
        /// The number of SysEx in the session, modulo 256, this one included: the COUNT field.
        var number: UInt8 = 0
        var isFinished = false
        var isActive = false
        /// The data is too long: the journal lists only the number, and the last byte while the SysEx is open.
        var isNumberOnly = false
        var count: UInt16 = 0
        var data = InlineArray<256, UInt8>(repeating: 0)
    }

    /// A ring: the newest log is at `newest`.
    var logs = InlineArray<16, Log>(repeating: Log())
    /// The number of SysEx in the session, modulo 256.
    private(set) var number: UInt8 = 0
    private var head = SysExHead()
    private var isOpen = false

    private var newest = 0
    /// The packet of an active SysEx whose log the newest one has overwritten; nil if none was overwritten.
    private var replaced: UInt32?

    /// Returns the packet of the active SysEx that was overwritten, once; nil if there is none.
    mutating func takeReplaced() -> UInt32? {
        defer { replaced = nil }
        return replaced
    }

    /// Records a piece. Returns the kind of the SysEx that it ends; nil if it ends none.
    mutating func record(_ message: Message, in packet: UInt32) -> SysExHead.Kind? {
        guard message.isSysEx, let piece = message.sysExStatus else { return nil }
        if piece == .complete || piece == .start { begin() }
        if !isOpen { return nil }
        logs[newest].packet = packet
        for index in 0..<message.sysExCount { add(message.sysExByte(index)) }
        if piece == .start || piece == .continue { return nil }
        isOpen = false
        logs[newest].isFinished = true
        if logs[newest].isNumberOnly { logs[newest].count = 0 }
        if case .fullFrame = head.kind { dropNewest() }
        return head.kind
    }

    /// Makes earlier SysEx inactive after a Reset State command.
    ///
    /// - Parameter keepsNewest: whether the command is the newest SysEx, which stays active.
    mutating func reset(keepsNewest: Bool) {
        for index in 0..<RTPMIDILimits.sysEx where !keepsNewest || index != newest { logs[index].isActive = false }
    }

    /// Forgets everything: a new session. In place: a second large value would not fit on the stack of the loop.
    mutating func forgetAll() {
        reset(keepsNewest: false)
        (number, head, isOpen, replaced) = (0, SysExHead(), false, nil)
    }

    private mutating func begin() {
        // An open SysEx was cut: the sent part stays protected.
        if isOpen { logs[newest].isFinished = true }
        number &+= 1
        newest = place(back: RTPMIDILimits.sysEx - 1)
        if logs[newest].isActive { replaced = logs[newest].packet }
        (head, isOpen) = (SysExHead(), true)
        (logs[newest].number, logs[newest].count) = (number, 0)
        (logs[newest].isFinished, logs[newest].isActive) = (false, true)
        logs[newest].isNumberOnly = false
    }

    // Chapter F lists Full Frames. The log is free for the next SysEx (B.5.2).
    private mutating func dropNewest() {
        logs[newest].isActive = false
        newest = place(back: 1)
    }

    private mutating func add(_ byte: UInt8) {
        head.add(byte)
        if logs[newest].isNumberOnly {
            // The last byte shows how far an open SysEx has got.
            (logs[newest].data[0], logs[newest].count) = (byte, 1)
            return
        }
        let count = Int(logs[newest].count)
        if count < RTPMIDILimits.sysExBytes {
            logs[newest].data[count] = byte
            logs[newest].count += 1
        } else {
            logs[newest].isNumberOnly = true
        }
    }
}

/// Bits of a log of chapter X (RFC 6295, B.5.1).
enum SysExBits {
    static let hasTypeCount: UInt8 = 0x40
    static let hasCount: UInt8 = 0x20
    static let hasFirst: UInt8 = 0x10
    static let hasData: UInt8 = 0x08
    static let listTool: UInt8 = 0x04
    /// The STA field, the state of the SysEx: 0 unfinished, 1 cancelled, 2 ended without F7, 3 finished.
    static let status: UInt8 = 0x03
    static let cancelled: UInt8 = 1
    static let finished: UInt8 = 3
}

extension SentSysEx {
    /// Writes chapter X with the list tool, oldest first. Returns false if there is nothing to list.
    mutating func write(into writer: inout JournalWriter) -> Bool {
        let due = logsDue(in: writer.window)
        if due == 0 { return false }
        var isFirst = true
        var back = RTPMIDILimits.sysEx
        while back > 0 {
            back -= 1
            if due & 1 << back == 0 { continue }
            let index = place(back: back)
            // The S bit of the first log is that of the chapter, so it also stands for the newest log.
            write(index, of: logs[isFirst ? newestDue(due) : index].packet, into: &writer)
            isFirst = false
        }
        return true
    }

    /// The logs that the journal lists, one bit each; bit 0 is the newest SysEx.
    private mutating func logsDue(in window: JournalWindow) -> UInt32 {
        var due: UInt32 = 0
        for back in 0..<RTPMIDILimits.sysEx where logs[place(back: back)].isActive {
            // The receiver cuts an open SysEx that no log continues.
            let isDue = isOpen && back == 0 || window.covers(logs[place(back: back)].packet)
            if !isDue { break }
            due |= 1 << UInt32(back)
        }
        return due
    }

    /// The most packets that a journal can cover with room for the data of all their SysEx.
    ///
    /// - Parameter window: the packets that the journal would cover otherwise.
    mutating func depth(in window: JournalWindow) -> UInt32 {
        var bytes = 0
        for back in 0..<RTPMIDILimits.sysEx where logs[place(back: back)].isActive {
            let packet = logs[place(back: back)].packet
            if !window.covers(packet) { break }
            bytes += Int(logs[place(back: back)].count)
            if bytes > RTPMIDILimits.sysExBytesOfJournal { return window.age(of: packet) &- 1 }
        }
        return window.depth
    }

    private mutating func newestDue(_ due: UInt32) -> Int { place(back: due.trailingZeroBitCount) }

    /// The place of the SysEx that is `back` before the newest one.
    private mutating func place(back: Int) -> Int { (newest + RTPMIDILimits.sysEx - back) % RTPMIDILimits.sysEx }

    private mutating func write(_ index: Int, of packet: UInt32, into writer: inout JournalWriter) {
        let count = Int(logs[index].count)
        var bits = SysExBits.hasCount | SysExBits.listTool
        if count > 0 { bits |= SysExBits.hasData }
        // A SysEx without protection is listed as cancelled: its number counts, its data is left out (B.5.2).
        let isPart = logs[index].isNumberOnly && !logs[index].isFinished
        if isPart { bits |= SysExBits.hasFirst }
        if logs[index].isFinished { bits |= logs[index].isNumberOnly ? SysExBits.cancelled : SysExBits.finished }
        writer.put(bits, of: packet)
        writer.put(logs[index].number)
        if isPart { writeFirst(head.count - 1, into: &writer) }
        for place in 0..<count { writer.put(logs[index].data[place] | (place == count - 1 ? 0x80 : 0)) }
    }

    /// Writes FIRST: seven bits an octet, the most significant first (figure B.5.2).
    private mutating func writeFirst(_ first: UInt32, into writer: inout JournalWriter) {
        var shift: UInt32 = 21
        while shift > 0 {
            if first >> shift != 0 { writer.put(0x80 | UInt8(truncatingIfNeeded: first >> shift)) }
            shift -= 7
        }
        writer.put(UInt8(first & 0x7F))
    }
}
