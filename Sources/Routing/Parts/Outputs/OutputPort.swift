import MIDI

/// The outbox's state of one port: its queues, and whether it accepts messages now.
struct OutputPort {
    private(set) var isPresent = false
    /// Only a SysEx or the pace of a wire can delay a message: the port is present and untraced, and nothing waits.
    private(set) var isClear = false
    /// Any message can be sent at once: the port is clear, has no slow wire, and no SysEx owns it.
    private(set) var takesAll = false
    /// Every message sent here is reported to a listener (`Tracer`), or its value is kept (`SentValues`).
    private var isTraced = false
    /// The driver answered "not now".
    private var isBlocked = false
    /// Everything except real-time is held back while feedback is tested (R19).
    private(set) var isHeldBack = false
    /// Other messages may be sent between the pieces of a SysEx (N5). Only another SysEx waits for its end.
    private(set) var isInterleaved = false
    /// For an interleaved port: the driver answered "not now" to SysEx, which the driver paces.
    private var isSysExBlocked = false
    /// The number of messages in all lanes.
    private var waiting: UInt32 = 0
    /// Queues indexed by `Outbox.Lane`.
    private var queues = InlineArray<5, SlotList>(repeating: SlotList())
    /// Lists indexed by `Outbox.Kind` without `kept`: messages that may be dropped, found without a search.
    private var kinds = InlineArray<3, SlotList>(repeating: SlotList())
    /// The SysEx that owns the port (S8), or `none`.
    private(set) var owner = Slot.none
    private(set) var wire = WireTiming()
    /// The protocol of the port (U2). Only a byte-stream port is ever clear: UMPs take another path.
    private(set) var speaks = PortProtocol.bytes
    /// The group of messages sent to a UMP port, 0...15.
    var group: UInt8 = 0
    /// A link that may stall for seconds (B10): what waits for it goes by urgency as on a slow wire, and SysEx last.
    /// But nothing comes between the pieces of a SysEx.
    private(set) var isLink = false

    /// Whether no message waits here.
    @inline(__always)
    var isIdle: Bool { waiting == 0 }

    /// Whether the next piece of the SysEx that owns the port can be sent at once.
    @inline(__always)
    var admitsPieces: Bool { isClear && !wire.isSlow }

    /// Whether a channel message can be sent now: nothing waits, no SysEx is in the way, and a slow wire is free.
    @inline(__always)
    func admitsMessage(at now: UInt64) -> Bool { isClear && (owner.isNone || isInterleaved) && wire.isFree(at: now) }

    /// Whether the driver refuses a message for now, or a feedback test holds the message back. A wire always has room
    /// for a real-time byte.
    func isBlocked(for message: Message) -> Bool {
        isBlocked && !(wire.isSlow && message.isRealTime) || isSysExBlocked && message.kind == .sysEx
            || isHeldBack && !message.isRealTime
    }

    /// Whether messages wait and the driver is ready.
    var wantsDrain: Bool { waiting > 0 && !isBlocked }
}

// MARK: - Changes

extension OutputPort {
    /// Recomputes `isClear` and `takesAll`. Called after each change.
    @inline(__always)
    private mutating func settle() {
        isClear = isPresent && waiting == 0 && !isBlocked && !isTraced && !speaks.isUMP && !isHeldBack
        takesAll = isClear && !wire.isSlow && owner.isNone
    }

    /// Marks the port as present and stores its wire. Returns whether the port was absent before.
    mutating func appear(
        by wire: WireTiming, isInterleaved: Bool = false, isLink: Bool = false, speaks: PortProtocol = .bytes
    ) -> Bool {
        let wasPresent = isPresent
        self.wire = wire
        self.speaks = speaks
        (self.isInterleaved, self.isLink) = (isInterleaved, isLink)
        (isBlocked, isSysExBlocked) = (false, false)
        isPresent = true
        settle()
        return !wasPresent
    }

    mutating func vanish() {
        isPresent = false
        settle()
    }

    /// Marks the port as blocked: the driver answered "not now" to `message`.
    mutating func block(for message: Message) {
        if isInterleaved && message.kind == .sysEx { isSysExBlocked = true } else { isBlocked = true }
        settle()
    }

    mutating func unblock() {
        (isBlocked, isSysExBlocked) = (false, false)
        settle()
    }

    mutating func holdBack(_ isHeldBack: Bool) {
        self.isHeldBack = isHeldBack
        settle()
    }

    /// Sets the SysEx that owns the port; `none` frees the port.
    mutating func own(by path: Slot) {
        owner = path
        settle()
    }

    mutating func setTraced(_ isTraced: Bool) {
        self.isTraced = isTraced
        settle()
    }

    @inline(__always)
    mutating func keepBusy(until end: UInt64) { wire.keepBusy(until: end) }

    /// Inserts a real-time byte: see `Wire.slipIn`.
    mutating func slipIn(at now: UInt64) -> UInt64 { wire.slipIn(at: now) }
}

// MARK: - Lists

extension OutputPort {
    @inline(__always)
    func first(_ lane: Outbox.Lane) -> Slot { queues[Int(lane.rawValue)].first }

    @inline(__always)
    func isEmpty(_ lane: Outbox.Lane) -> Bool { queues[Int(lane.rawValue)].isEmpty }

    /// The lane whose first message is sent next (S8, S9); nil if none may be sent now.
    var mostUrgent: Outbox.Lane? {
        if !isEmpty(.realTime) { return .realTime }
        if isInterleaved { return mostUrgentInterleaved }
        if !owner.isNone { return isEmpty(.stream) ? nil : .stream }
        if !isEmpty(.noteOff) { return .noteOff }
        if !isEmpty(.other) { return .other }
        return isEmpty(.sysEx) ? nil : .sysEx
    }

    /// N5: at an interleaved port SysEx is the least urgent.
    private var mostUrgentInterleaved: Outbox.Lane? {
        if !isEmpty(.noteOff) { return .noteOff }
        if !isEmpty(.other) { return .other }
        if !isEmpty(.stream) { return .stream }
        return !owner.isNone || isEmpty(.sysEx) ? nil : .sysEx
    }

    /// The lane in which SysEx waits for another SysEx to end.
    var laneOfNextSysEx: Outbox.Lane { isInterleaved || isLink ? .sysEx : .other }

    /// Whether a waiting value of a continuous controller makes way for a newer one (S9, B10).
    var mayCollapse: Bool { (wire.isSlow || isLink) && !isHeldBack }

    /// The lane of a new message. Note-offs overtake other messages if they wait for the wire or the driver (S9);
    /// behind a SysEx on a fast wire everything keeps its order of arrival (S8).
    func lane(of message: Message) -> Outbox.Lane {
        if message.isRealTime { return .realTime }
        if message.kind == .sysEx { return laneOfNextSysEx }
        return message.isNoteOff && (wire.isSlow || isLink || isBlocked) ? .noteOff : .other
    }

    /// Whether a new message in a lane would be next: no waiting message precedes it.
    func isTurn(of lane: Outbox.Lane) -> Bool {
        if lane == .realTime { return isEmpty(.realTime) }
        if isInterleaved && lane != .sysEx { return isEmpty(.noteOff) && isEmpty(.other) }
        return owner.isNone && isIdle
    }

    /// The oldest message of a kind, or `none`.
    func oldest(_ kind: Outbox.Kind) -> Slot { kinds[Int(kind.rawValue)].first }
}

// The slots and their links belong to the outbox and are passed in.
extension OutputPort {
    @inline(__always)
    mutating func append(_ slot: Slot, to lane: Outbox.Lane, by pool: SlotPool<Outbox.Waiting>) {
        pool.append(slot, to: &queues[Int(lane.rawValue)])
        waiting &+= 1
        (isClear, takesAll) = (false, false)
    }

    @inline(__always)
    mutating func remove(_ slot: Slot, from lane: Outbox.Lane, by pool: SlotPool<Outbox.Waiting>) {
        pool.remove(slot, from: &queues[Int(lane.rawValue)])
        waiting &-= 1
        if waiting == 0 { settle() }
    }

    @inline(__always)
    mutating func append(_ slot: Slot, as kind: Outbox.Kind, by links: SlotLinks) {
        if kind != .kept { links.append(slot, to: &kinds[Int(kind.rawValue)]) }
    }

    @inline(__always)
    mutating func remove(_ slot: Slot, as kind: Outbox.Kind, by links: SlotLinks) {
        if kind != .kept { links.remove(slot, from: &kinds[Int(kind.rawValue)]) }
    }
}

// MARK: - Recording

extension OutputPort {
    /// Checks restored bytes: the port must be valid and have nothing waiting.
    mutating func hasValidState(at now: UInt64) -> Bool {
        if !RawBytes.isBool(&isPresent) || !RawBytes.isBool(&isBlocked) { return false }
        if !RawBytes.isBool(&isTraced) || !RawBytes.isBool(&isClear) || !RawBytes.isBool(&takesAll) { return false }
        if !RawBytes.isBool(&isHeldBack) || isHeldBack { return false }
        if !RawBytes.isBool(&isInterleaved) || !RawBytes.isBool(&isSysExBlocked) { return false }
        if !RawBytes.isBool(&isLink) { return false }
        if !RawBytes.isCase(&speaks, of: 3) || group > 15 { return false }
        for lane in 0..<5 where !queues[lane].isEmpty || !queues[lane].last.isNone { return false }
        for kind in 0..<3 where !kinds[kind].isEmpty || !kinds[kind].last.isNone { return false }
        return waiting == 0 && owner.isNone && wire.hasValidState(at: now)
    }
}
