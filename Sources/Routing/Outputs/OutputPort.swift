import MIDI

/// A port as the outbox knows it: what waits for it, and whether it takes anything now.
struct OutputPort {
    private(set) var isPresent = false
    /// The driver said "not now".
    private var isBlocked = false
    /// How many messages stand in the lanes.
    private var waiting: UInt32 = 0
    /// By `Outbox.Lane`.
    private var queues = InlineArray<4, SlotList>(repeating: SlotList())
    /// By `Outbox.Kind`, except those that are kept: what may be dropped, found without a search.
    private var kinds = InlineArray<3, SlotList>(repeating: SlotList())
    /// The SysEx that holds the port (S8), or `none`.
    var owner = Slot.none
    var wire = Wire()

    /// Nothing waits here.
    @inline(__always)
    var isIdle: Bool { waiting == 0 }

    /// Nothing waits here, and no wire makes anything wait.
    @inline(__always)
    var isOpen: Bool { waiting == 0 && !isBlocked && !wire.isSlow }

    /// Any message goes at once: nothing waits, no wire makes anything wait, and no SysEx holds the port.
    @inline(__always)
    var takesAll: Bool { isOpen && owner.isNone }

    /// A wire that can take a message now, with nothing before it.
    @inline(__always)
    func isFreeWire(at now: UInt64) -> Bool {
        waiting == 0 && !isBlocked && wire.isSlow && owner.isNone && wire.isFree(at: now)
    }

    /// Messages wait for the wire or for the driver, so that note-offs go before others (S9). Behind a SysEx on a fast wire
    /// everything keeps its order of arrival (S8).
    var isSlow: Bool { wire.isSlow || isBlocked }

    /// Whether the driver said "not now" to a message. A wire always has room for a real-time byte.
    func isBlocked(for message: Message) -> Bool { isBlocked && !(wire.isSlow && message.isRealTime) }

    /// Messages wait, and the driver has not said "not now".
    var wantsDrain: Bool { waiting > 0 && !isBlocked }

    mutating func block() { isBlocked = true }
    mutating func unblock() { isBlocked = false }

    /// The port can be sent to by a wire. Whether it could not before.
    mutating func appear(by wire: Wire) -> Bool {
        self.wire = wire
        isBlocked = false
        defer { isPresent = true }
        return !isPresent
    }

    mutating func vanish() { isPresent = false }
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
        if !owner.isNone { return isEmpty(.stream) ? nil : .stream }
        if !isEmpty(.noteOff) { return .noteOff }
        return isEmpty(.other) ? nil : .other
    }

    /// Whether nothing that waits goes before a new message of a lane.
    func isTurn(of lane: Outbox.Lane) -> Bool {
        lane == .realTime ? isEmpty(.realTime) : owner.isNone && isIdle
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
    }

    @inline(__always)
    mutating func remove(_ slot: Slot, from lane: Outbox.Lane, by pool: SlotPool<Outbox.Waiting>) {
        pool.remove(slot, from: &queues[Int(lane.rawValue)])
        waiting &-= 1
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
        for lane in 0..<4 where !queues[lane].isEmpty || !queues[lane].last.isNone { return false }
        for kind in 0..<3 where !kinds[kind].isEmpty || !kinds[kind].last.isNone { return false }
        return waiting == 0 && owner.isNone && wire.hasValidState(at: now)
    }
}
