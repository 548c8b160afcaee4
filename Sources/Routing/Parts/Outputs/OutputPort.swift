import MIDI

/// A port as the outbox knows it: what waits for it, and whether it takes anything now.
struct OutputPort {
    private(set) var isPresent = false
    /// Nothing is in the way but a SysEx or the pace of a wire: the port is present, nothing waits, and nobody listens.
    private(set) var isClear = false
    /// Any message goes at once: the port is clear and no wire, and no SysEx holds it.
    private(set) var takesAll = false
    /// Somebody listens to what is sent (`Tracer`).
    private var isTraced = false
    /// The driver said "not now".
    private var isBlocked = false
    /// What goes here is held back while a ring is tested, but for real-time (R19).
    private(set) var isHeldBack = false
    /// Messages that are no SysEx go between the pieces of one (N5). Only SysEx waits for SysEx here.
    private(set) var isInterleaved = false
    /// An interleaved port: the driver said "not now" to SysEx, which it paces.
    private var isSysExBlocked = false
    /// How many messages stand in the lanes.
    private var waiting: UInt32 = 0
    /// By `Outbox.Lane`.
    private var queues = InlineArray<5, SlotList>(repeating: SlotList())
    /// By `Outbox.Kind`, except those that are kept: what may be dropped, found without a search.
    private var kinds = InlineArray<3, SlotList>(repeating: SlotList())
    /// The SysEx that holds the port (S8), or `none`.
    private(set) var owner = Slot.none
    private(set) var wire = Wire()
    /// What the port speaks (U2). Only a port of bytes is ever clear: packets go their own way.
    private(set) var speaks = PortProtocol.bytes
    /// The group of what is sent to a port of packets, 0...15.
    var group: UInt8 = 0

    /// Nothing waits here.
    @inline(__always)
    var isIdle: Bool { waiting == 0 }

    /// Whether any piece of the SysEx that holds the port goes at once.
    @inline(__always)
    var takesPieces: Bool { isClear && !wire.isSlow }

    /// Whether a channel message goes at once: the port is clear and may be a wire, which is free.
    @inline(__always)
    func takesMessage(at now: UInt64) -> Bool { isClear && (owner.isNone || isInterleaved) && wire.isFree(at: now) }

    /// Whether the driver said "not now" to a message. A wire always has room for a real-time byte.
    func isBlocked(for message: Message) -> Bool {
        isBlocked && !(wire.isSlow && message.isRealTime) || isSysExBlocked && message.kind == .sysEx
            || isHeldBack && !message.isRealTime
    }

    /// Messages wait, and the driver has not said "not now".
    var wantsDrain: Bool { waiting > 0 && !isBlocked }
}

// MARK: - Changes

extension OutputPort {
    /// Finds out anew what the port takes, after each change.
    @inline(__always)
    private mutating func settle() {
        isClear = isPresent && waiting == 0 && !isBlocked && !isTraced && !speaks.isPackets && !isHeldBack
        takesAll = isClear && !wire.isSlow && owner.isNone
    }

    /// The port can be sent to by a wire. Whether it could not before.
    mutating func appear(by wire: Wire, isInterleaved: Bool = false, speaks: PortProtocol = .bytes) -> Bool {
        let wasPresent = isPresent
        self.wire = wire
        self.speaks = speaks
        self.isInterleaved = isInterleaved
        (isBlocked, isSysExBlocked) = (false, false)
        isPresent = true
        settle()
        return !wasPresent
    }

    mutating func vanish() {
        isPresent = false
        settle()
    }

    /// The driver said "not now" to a message.
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

    /// A SysEx takes the port, or `none` does.
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

    /// See `Wire.slipIn`.
    mutating func slipIn(at now: UInt64) -> UInt64 { wire.slipIn(at: now) }
}

// MARK: - Lists

extension OutputPort {
    @inline(__always)
    func first(_ lane: Outbox.Lane) -> Slot { queues[Int(lane.rawValue)].first }

    @inline(__always)
    func isEmpty(_ lane: Outbox.Lane) -> Bool { queues[Int(lane.rawValue)].isEmpty }

    /// The lane whose first message goes next (S8, S9); nil: none may go now.
    var mostUrgent: Outbox.Lane? {
        if !isEmpty(.realTime) { return .realTime }
        if isInterleaved { return mostUrgentInterleaved }
        if !owner.isNone { return isEmpty(.stream) ? nil : .stream }
        if !isEmpty(.noteOff) { return .noteOff }
        return isEmpty(.other) ? nil : .other
    }

    /// N5: SysEx is the least urgent.
    private var mostUrgentInterleaved: Outbox.Lane? {
        if !isEmpty(.noteOff) { return .noteOff }
        if !isEmpty(.other) { return .other }
        if !isEmpty(.stream) { return .stream }
        return !owner.isNone || isEmpty(.sysEx) ? nil : .sysEx
    }

    /// The lane of SysEx that waits for another one to end.
    var laneOfNextSysEx: Outbox.Lane { isInterleaved ? .sysEx : .other }

    /// The lane of a new message. Note-offs go before others where the wire or the driver is what they wait for (S9); behind a
    /// SysEx on a fast wire everything keeps its order of arrival (S8).
    func lane(of message: Message) -> Outbox.Lane {
        if message.isRealTime { return .realTime }
        if isInterleaved && message.kind == .sysEx { return .sysEx }
        return message.isNoteOff && (wire.isSlow || isBlocked) ? .noteOff : .other
    }

    /// Whether nothing that waits goes before a new message of a lane.
    func isTurn(of lane: Outbox.Lane) -> Bool {
        if lane == .realTime { return isEmpty(.realTime) }
        if isInterleaved && lane != .sysEx { return isEmpty(.noteOff) && isEmpty(.other) }
        return owner.isNone && isIdle
    }

    /// The oldest message of a kind, or `none`.
    func oldest(_ kind: Outbox.Kind) -> Slot { kinds[Int(kind.rawValue)].first }
}

// The links are those of the outbox, whose slots these are.
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
    /// Whether restored bytes are a port at which nothing waits.
    mutating func hasValidState(at now: UInt64) -> Bool {
        if !RawBytes.isBool(&isPresent) || !RawBytes.isBool(&isBlocked) { return false }
        if !RawBytes.isBool(&isTraced) || !RawBytes.isBool(&isClear) || !RawBytes.isBool(&takesAll) { return false }
        if !RawBytes.isBool(&isHeldBack) || isHeldBack { return false }
        if !RawBytes.isBool(&isInterleaved) || !RawBytes.isBool(&isSysExBlocked) { return false }
        if !RawBytes.isCase(&speaks, of: 3) || group > 15 { return false }
        for lane in 0..<5 where !queues[lane].isEmpty || !queues[lane].last.isNone { return false }
        for kind in 0..<3 where !kinds[kind].isEmpty || !kinds[kind].last.isNone { return false }
        return waiting == 0 && owner.isNone && wire.hasValidState(at: now)
    }
}
