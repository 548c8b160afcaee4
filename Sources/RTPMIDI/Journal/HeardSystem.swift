import MIDI

/// The state of the system commands of a peer's stream, as far as they have arrived.
struct HeardSystem: BitwiseCopyable {
    /// Commands of the whole session, modulo 128.
    var resets: UInt8 = 0
    var tuneRequests: UInt8 = 0
    var sensings: UInt8 = 0
    /// 0...127; 0x80 before the first Song Select.
    var song: UInt8 = 0x80
    var sequencer = SequencerState()
    var timeCode = TimeCodeState()

    /// The number of SysEx in the session, modulo 256.
    var sysExNumber: UInt8 = 0
    /// Whether `sysExNumber` may be too low: SysEx that no journal tells any more were lost.
    var isNumberInDoubt = false
    private(set) var isInSysEx = false
    private(set) var head = SysExHead()
    /// The hashes of the last SysEx that ended, in a ring.
    private var hashes = InlineArray<16, UInt64>(repeating: 0)
    private var ended = 0

    /// The number of data bytes of the open SysEx.
    var sysExCount: Int { Int(head.count) }
}

extension HeardSystem {
    /// Takes a system command or a piece of a SysEx that arrived. Returns whether it was a Reset State command.
    mutating func record(_ message: Message) -> Bool {
        if message.type == MessageType.sysEx { return record(sysEx: message) }
        switch message.status {
        case Status.reset:
            forget()
            resets = (resets + 1) & 0x7F
            return true
        case Status.tuneRequest: tuneRequests = (tuneRequests + 1) & 0x7F
        case Status.activeSensing: sensings = (sensings + 1) & 0x7F
        case Status.songSelect: song = message.data1
        case Status.timeCode: _ = timeCode.quarterFrame(message.data1)
        default: _ = sequencer.take(message)
        }
        return false
    }

    private mutating func record(sysEx message: Message) -> Bool {
        guard message.isSysEx, let piece = message.sysExStatus else { return false }
        if piece == .complete || piece == .start {
            sysExNumber &+= 1
            (head, isInSysEx) = (SysExHead(), true)
        }
        if !isInSysEx { return false }
        for index in 0..<message.sysExCount { head.add(message.sysExByte(index)) }
        if piece == .start || piece == .continue { return false }
        isInSysEx = false
        if head.kind == .resetState { forget() }
        hashes[ended % 16] = head.hash
        ended = (ended + 1) % 16
        if case .fullFrame(let time) = head.kind { timeCode.fullFrame(time) }
        return head.kind == .resetState
    }

    /// Whether one of the last SysEx had the same data.
    func hasHeard(_ other: SysExHead) -> Bool {
        for index in 0..<16 where hashes[index] == other.hash { return true }
        return false
    }

    /// Forgets the state. Counts stay: they are those of the session.
    mutating func forget() {
        hashes = InlineArray(repeating: 0)
        song = 0x80
        sequencer = SequencerState()
        timeCode = TimeCodeState()
    }
}
