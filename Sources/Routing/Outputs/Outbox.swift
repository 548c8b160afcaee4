import MIDI
import Program

/// Messages that wait for the ports: behind another SysEx (S8), or for a wire slower than what is sent to it (S9).
///
/// Four queues a port say the order of urgency: real-time, then the rest of the SysEx that holds the port, then
/// note-offs, then everything else in order of arrival. All of them share one pool of `Limits.waiting` messages.
struct Outbox {
    enum Lane: UInt8 {
        case realTime, stream, noteOff, other
    }

    /// What is dropped when there is no room, the first of these first (S8): whole messages of the lane `other`.
    enum Kind: UInt8 {
        case controller, noteOn, other
        /// Never dropped by itself: note-offs and pieces of a SysEx.
        case kept
    }

    /// A message in its slot.
    struct Waiting {
        private var word0: UInt32 = 0
        private var word1: UInt32 = 0
        /// The SysEx this is a piece of, or `none`.
        let path: Slot
        /// Behind a note-on: the note-offs that go once it has gone (S9).
        fileprivate var noteOffs = SlotList()
        fileprivate(set) var lane: Lane
        fileprivate(set) var kind = Kind.kept

        fileprivate init(_ message: Message = Message(0), path: Slot = .none, lane: Lane = .other) {
            (word0, word1) = (message.word0, message.word1)
            self.path = path
            self.lane = lane
        }

        @inline(__always)
        fileprivate(set) var message: Message {
            get { Message(word0, word1) }
            set { (word0, word1) = (newValue.word0, newValue.word1) }
        }
    }

    private let ports: UnsafeMutablePointer<OutputPort>
    private var pool: SlotPool<Waiting>
    /// The order of age within each kind of each port.
    private let kinds: SlotLinks
    private let index: OutboxIndex

    init(_ memory: inout Memory) {
        ports = memory.take(Limits.ports, repeating: OutputPort())
        pool = SlotPool(&memory, capacity: Limits.waiting, repeating: Waiting())
        kinds = SlotLinks(&memory, count: Limits.waiting)
        index = OutboxIndex(&memory)
    }

    static let byteCount =
        Limits.ports * MemoryLayout<OutputPort>.stride + SlotPool<Waiting>.byteCount(Limits.waiting)
        + SlotLinks.byteCount(Limits.waiting) + OutboxIndex.byteCount + 2 * 16

    /// How many more messages may wait.
    var freeCount: Int { pool.freeCount }

    /// A port, 0..<`Limits.ports`.
    subscript(port: Int) -> OutputPort {
        @inline(__always)
        unsafeAddress { UnsafePointer(ports + port) }
        @inline(__always)
        nonmutating unsafeMutableAddress { ports + port }
    }

    /// The message in a slot, which must not be `none`.
    @inline(__always)
    subscript(slot: Slot) -> Waiting { pool[slot] }

    /// The slot behind a slot of the same lane, or `none`.
    func next(after slot: Slot) -> Slot { pool.next(after: slot) }

    /// Somebody listens to what is sent, or nobody does.
    func setTraced(_ isTraced: Bool) {
        for port in 0..<Limits.ports { ports[port].setTraced(isTraced) }
    }

    /// Only of a quiet outbox: what waits is not recorded.
    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(ports, Limits.ports)) }

    /// Whether restored bytes are ports at which nothing waits.
    func hasValidState(at now: UInt64) -> Bool {
        for port in 0..<Limits.ports where !ports[port].hasValidState(at: now) { return false }
        return true
    }
}

extension Outbox {
    /// Puts a message at the end of a lane. False when the pool is full.
    mutating func append(_ message: Message, path: Slot, to lane: Lane, of port: Int) -> Bool {
        let slot = pool.take()
        if slot.isNone { return false }
        pool[slot] = Waiting(message, path: path, lane: lane)
        if lane == .noteOff {
            appendNoteOff(slot, message, of: port)
            return true
        }
        link(slot, to: lane, of: port)
        if message.isNoteOn {
            index.setNoteOn(message, of: port, slot)
        } else if lane == .other {
            index.setValue(message, of: port, slot)
        }
        return true
    }

    /// Takes out a message that has gone or is dropped.
    mutating func remove(_ slot: Slot, of port: Int) {
        unlink(slot, of: port)
        let message = pool[slot].message
        if message.isNoteOn {
            index.clearNoteOn(message, of: port, slot)
            releaseNoteOffs(of: slot, on: port)
        } else {
            index.clearValue(message, of: port, slot)
        }
        pool.giveBack(slot)
    }

    /// Drops everything in one lane that fits; the closure is told each message and its SysEx path. Returns how many.
    mutating func removeAll(of port: Int, lane: Lane, where fits: (Message, Slot) -> Bool) -> Int {
        var removed = 0
        var slot = ports[port].first(lane)
        while !slot.isNone {
            let next = pool.next(after: slot)
            if fits(pool[slot].message, pool[slot].path) {
                remove(slot, of: port)
                removed += 1
            }
            slot = next
        }
        return removed
    }

    /// The SysEx `path` has begun to go out: its waiting pieces go before everything else that waits.
    func promote(path: Slot, of port: Int) {
        var slot = ports[port].first(.other)
        while !slot.isNone {
            let next = pool.next(after: slot)
            if pool[slot].path == path {
                unlink(slot, of: port)
                pool[slot].lane = .stream
                link(slot, to: .stream, of: port)
            }
            slot = next
        }
    }

    private func link(_ slot: Slot, to lane: Lane, of port: Int) {
        ports[port].append(slot, to: lane, by: pool)
        if lane == .noteOff { index.setNoteOff(pool[slot].message, of: port, waits: true) }
        if lane != .other { return }
        pool[slot].kind = pool[slot].message.kindWaiting
        ports[port].append(slot, as: pool[slot].kind, by: kinds)
    }

    private func unlink(_ slot: Slot, of port: Int) {
        let lane = pool[slot].lane
        ports[port].remove(slot, from: lane, by: pool)
        if lane == .noteOff { index.setNoteOff(pool[slot].message, of: port, waits: false) }
        if lane == .other { ports[port].remove(slot, as: pool[slot].kind, by: kinds) }
    }
}

// MARK: - Note-offs (S9)

extension Outbox {
    /// A note-off is urgent as soon as its own note-on waits no more; until then it waits behind that note-on.
    private func appendNoteOff(_ slot: Slot, _ message: Message, of port: Int) {
        let noteOn = index.noteOn(message, of: port)
        if noteOn.isNone { return link(slot, to: .noteOff, of: port) }
        pool.append(slot, to: &pool[noteOn].noteOffs)
    }

    /// The note-on has gone, or never will.
    private func releaseNoteOffs(of noteOn: Slot, on port: Int) {
        while case let slot = pool[noteOn].noteOffs.first, !slot.isNone {
            pool.remove(slot, from: &pool[noteOn].noteOffs)
            link(slot, to: .noteOff, of: port)
        }
    }

    /// Gives up the note-offs that wait for a note-on to go.
    mutating func dropNoteOffs(of noteOn: Slot) {
        while case let slot = pool[noteOn].noteOffs.first, !slot.isNone {
            pool.remove(slot, from: &pool[noteOn].noteOffs)
            pool.giveBack(slot)
        }
    }

    /// Whether a note-off of the same note waits in the lane of note-offs.
    func hasNoteOff(_ message: Message, of port: Int) -> Bool { index.hasNoteOff(message, of: port) }

    /// Whether a note-off would only repeat one that waits: no note-on of its note waits behind that.
    func isRepeated(_ noteOff: Message, of port: Int) -> Bool {
        let noteOn = index.noteOn(noteOff, of: port)
        return noteOn.isNone ? hasNoteOff(noteOff, of: port) : !pool[noteOn].noteOffs.isEmpty
    }
}

// MARK: - Giving way

extension Outbox {
    /// Puts a newer value in the place of one of the same continuous controller that waits (S9). False: none waits.
    func collapse(_ message: Message, of port: Int) -> Bool {
        let slot = index.value(message, of: port)
        if slot.isNone { return false }
        pool[slot].message = message
        return true
    }

    /// The oldest whole real-time message that waits for a port, or `none`. Besides those there is at most an F7.
    func oldestRealTime(of port: Int) -> Slot {
        var slot = ports[port].first(.realTime)
        while !slot.isNone && !pool[slot].message.isWhole { slot = pool.next(after: slot) }
        return slot
    }
}
