/// The sequence numbers of the packets to a peer, their acknowledgement, and the packets that repeat the journal.
struct Outgoing: BitwiseCopyable {
    /// The number of the next packet.
    private(set) var next: UInt16 = 0
    /// The newest packet that the peer has acknowledged; before that, the number before the first packet.
    private(set) var acknowledged: UInt16 = 0
    private(set) var hasFeedback = false
    private(set) var feedbackAt: UInt64 = 0
    /// When an empty packet repeats the journal, in nanoseconds.
    private(set) var guardAt = UInt64.max
    private var guardInterval: UInt64 = 0
    private var guardsLeft = 0
    /// The numbers of the last packets with SysEx.
    private var dumps = InlineArray<8, UInt16>(repeating: 0)
    private var dumpCount = 0
    private var nextDump = 0
    /// When the next packet with SysEx may go to a peer that does not acknowledge, in nanoseconds.
    private var dumpAt: UInt64 = 0
    /// The newest time stamp, in ticks.
    private var lastStamp: UInt64 = 0
    /// The number of the next message among all messages to the peer; wraps.
    var order: UInt32 = 0

    mutating func begin(first: UInt16) {
        next = first
        acknowledged = first &- 1
    }

    /// The time stamp of the next packet, in ticks: at least that of the packet and the command before it (RFC 6295,
    /// 3.1). A packet without commands may be sent before a command of an earlier time.
    func stamp(at time: UInt64) -> UInt64 { max(time / ClockSync.tick, lastStamp) }

    /// Records the time stamp of a packet or a command, in ticks.
    mutating func stamped(_ ticks: UInt64) { if ticks > lastStamp { lastStamp = ticks } }

    /// Records that a packet was sent.
    mutating func sent(hasCommands: Bool, isProtected: Bool, at now: UInt64) {
        next &+= 1
        if !isProtected { return }
        if hasCommands {
            guardsLeft = hasFeedback ? SessionLimits.guards : SessionLimits.guardsWithoutFeedback
            guardInterval = SessionLimits.firstGuard
        } else {
            guardsLeft -= 1
            guardInterval = min(2 * guardInterval, SessionLimits.longestGuard)
        }
        guardAt = guardsLeft > 0 ? now &+ guardInterval : UInt64.max
    }

    /// Processes an RS. Accepts only the number of a packet that was sent and not acknowledged yet. Returns whether the
    /// number is new.
    mutating func acknowledge(_ sequence: UInt16, at now: UInt64) -> Bool {
        let open = next &- 1 &- acknowledged
        let step = sequence &- acknowledged
        if step == 0 && open > 0 { return false }
        if step > open { return false }
        hasFeedback = true
        feedbackAt = now
        acknowledged = sequence
        if acknowledged == next &- 1 { guardAt = UInt64.max }
        return step > 0
    }

    /// Whether a number is that of a sent packet that was not acknowledged yet.
    func isOpen(_ sequence: UInt16) -> Bool {
        let step = sequence &- acknowledged
        return step > 0 && step <= next &- 1 &- acknowledged
    }

    /// When the next packet with SysEx may go, in nanoseconds (N5).
    var dumpTime: UInt64 {
        if dumpCount < SessionLimits.unacknowledgedDumps { return 0 }
        let oldest = dumps[nextDump]
        if Int16(bitPattern: oldest &- acknowledged) <= 0 { return 0 }
        if !hasFeedback { return dumpAt }
        return max(dumpAt, feedbackAt &+ SessionLimits.acknowledgementTimeout)
    }

    /// Records that the next packet holds this number of SysEx bytes.
    mutating func dumps(_ bytes: Int, at now: UInt64) {
        dumps[nextDump] = next
        nextDump = (nextDump + 1) % SessionLimits.unacknowledgedDumps
        dumpCount = min(dumpCount + 1, SessionLimits.unacknowledgedDumps)
        dumpAt = max(dumpAt, now) &+ UInt64(bytes) &* SessionLimits.dumpByteTime
    }
}
