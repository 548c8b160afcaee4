import MIDI

/// The state of the system commands as they were sent. Journals are written from it.
struct SentSystem: BitwiseCopyable {
    /// A command that the journal counts over the whole session, or of which it lists the last value.
    struct Simple: BitwiseCopyable {
        /// Whether a command came after the last Reset State command.
        var isActive = false
        var packet: UInt32 = 0
        /// 0...127.
        var value: UInt8 = 0

        mutating func count(in packet: UInt32) {
            (isActive, self.packet, value) = (true, packet, (value + 1) & 0x7F)
        }
    }

    var resets = Simple()
    var tuneRequests = Simple()
    var song = Simple()
    var sensing = Simple()

    var sequencer = SequencerState()
    /// The packet of the last change of the sequencer.
    var sequencing = Simple()

    var timeCode = TimeCodeState()
    /// The packets of the last time code command, and of the last one that completed a frame.
    var timing = Simple()
    var frame = Simple()

    var sysEx = SentSysEx()
}

extension SentSystem {
    /// Records a system command or a piece of a SysEx. Returns whether it was a Reset State command (RFC 6295, A.1).
    mutating func record(_ message: Message, in packet: UInt32) -> Bool {
        if message.type == MessageType.sysEx { return record(sysEx: message, in: packet) }
        switch message.status {
        case Status.reset:
            reset(keepsSysEx: false)
            resets.count(in: packet)
            return true
        case Status.tuneRequest:
            tuneRequests.count(in: packet)
        case Status.songSelect:
            song = Simple(isActive: true, packet: packet, value: message.data1)
        case Status.activeSensing:
            sensing.count(in: packet)
        case Status.timeCode:
            record(timeCode.quarterFrame(message.data1), in: packet)
        default:
            if sequencer.record(message) { sequencing = Simple(isActive: true, packet: packet) }
        }
        return false
    }

    /// Forgets everything: a new session.
    mutating func forgetAll() {
        reset(keepsSysEx: false)
        (resets, tuneRequests, sensing) = (Simple(), Simple(), Simple())
        sysEx.forgetAll()
    }

    private mutating func record(_ completesFrame: Bool, in packet: UInt32) {
        timing = Simple(isActive: true, packet: packet)
        if completesFrame { frame = timing }
    }

    private mutating func record(sysEx message: Message, in packet: UInt32) -> Bool {
        guard let kind = sysEx.record(message, in: packet) else { return false }
        switch kind {
        case .fullFrame(let time):
            timeCode.fullFrame(time)
            record(true, in: packet)
        case .resetState:
            reset(keepsSysEx: true)
            return true
        case .other:
            break
        }
        return false
    }

    // Makes all commands inactive. The counts stay, because they are those of the whole session.
    private mutating func reset(keepsSysEx: Bool) {
        resets.isActive = false
        tuneRequests.isActive = false
        song.isActive = false
        sensing.isActive = false
        sequencing.isActive = false
        sequencer = SequencerState()
        timing.isActive = false
        frame.isActive = false
        timeCode = TimeCodeState()
        sysEx.reset(keepsNewest: keepsSysEx)
    }
}
