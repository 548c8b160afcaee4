import MIDI

/// The state of the system commands of a peer's stream, as far as the stream has arrived.
struct HeardSystem: BitwiseCopyable {
    /// Counts of commands in the whole session, modulo 128.
    var resets: UInt8 = 0
    var tuneRequests: UInt8 = 0
    var sensings: UInt8 = 0
    /// The last Song Select, 0...127; 0x80 before the first one.
    var song: UInt8 = 0x80
    var sequencer = SequencerState()
    var timeCode = TimeCodeState()

    /// The packet whose commands are being recorded.
    var packet: UInt16 = 0
    /// The number of SysEx in the session, modulo 256.
    private(set) var sysExNumber: UInt8 = 0
    /// Whether `sysExNumber` may be too low, because SysEx may have been lost that no journal lists any more.
    private(set) var isNumberInDoubt = false
    /// Full Frames since the last other SysEx. Their numbers follow the number of that SysEx.
    private var fullFrames: UInt8 = 0
    private(set) var isInSysEx = false
    private(set) var head = SysExHead()
    private(set) var recent = RecentSysEx()

    /// The number of data bytes of the open SysEx.
    var sysExCount: Int { Int(head.count) }
}

extension HeardSystem {
    /// Records a system command or a piece of a SysEx that arrived. Returns whether it was a Reset State command.
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
        default: _ = sequencer.record(message)
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
        if case .fullFrame(let time) = head.kind {
            timeCode.fullFrame(time)
            fullFrames &+= 1
            return false
        }
        if head.kind == .resetState { forget() }
        fullFrames = 0
        recent.append(head.hash, number: sysExNumber, in: packet)
        return head.kind == .resetState
    }

    /// Ends an open SysEx that will not be completed.
    mutating func cut() { (isInSysEx, fullFrames) = (false, 0) }

    /// Forgets the state. The counts stay, because they are those of the whole session.
    mutating func forget() {
        recent = RecentSysEx()
        song = 0x80
        sequencer = SequencerState()
        timeCode = TimeCodeState()
    }
}

// The number of SysEx (RFC 6295, B.5.3).
extension HeardSystem {
    /// Marks the number as doubtful: SysEx may have been lost that no journal lists, such as Full Frames.
    mutating func doubtNumber() {
        recent.settle()
        isNumberInDoubt = true
    }

    /// Corrects the number: a journal contains the number of the newest SysEx that is no Full Frame.
    mutating func settleNumber(_ number: UInt8) {
        sysExNumber = number &+ (isInSysEx ? 0 : fullFrames)
        recent.settle()
        isNumberInDoubt = false
    }

    /// Corrects the number: a journal shows that the number is higher by `difference` than was counted here.
    mutating func settleNumber(by difference: UInt8) {
        sysExNumber &+= difference
        recent.settle()
        isNumberInDoubt = false
    }

    /// Corrects the number: a journal contains the number of a SysEx that is newer than all before the gap.
    mutating func passed(_ number: UInt8) {
        fullFrames = 0
        settleNumber(number)
    }

    /// Undoes the count of a Full Frame that came from chapter F, because its number is not known.
    ///
    /// - Parameter number: `sysExNumber` before the Full Frame.
    mutating func uncountFullFrame(_ number: UInt8) {
        sysExNumber = number
        fullFrames &-= 1
    }
}
