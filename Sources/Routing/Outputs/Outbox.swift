import MIDI
import Program

/// Hands a message to what sends it: a driver in `run`, the listing in `render`.
///
/// Called with the context given to the router, the port, the message's two words and the time in nanoseconds at which
/// it is on its way (for a wire: at which its last byte is out). Returns 1 when taken; 0 means "not now", and the
/// router keeps the message until `Router.ready(port:)`. It is called from the loop and must not allocate or block.
public typealias Transmit = @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, UInt32, UInt64) -> UInt32

/// What waits for the ports: behind a SysEx of somebody else (S8), or for a wire slower than what is sent to it (S9).
///
/// Four queues a port say the order of urgency: real-time, then the rest of the SysEx that holds the port, then
/// note-offs, then everything else in order of arrival. All of them share one pool of `Limits.waiting` messages.
struct Outbox {
    enum Lane: UInt8 {
        case realTime, stream, noteOff, other
    }

    /// What is dropped for want of room, the first of these first (S8): of whole messages in the lane `other`.
    enum Kind: UInt8 {
        case controller, noteOn, other
        /// Never dropped by itself: note-offs and pieces of a SysEx.
        case kept
    }

    struct Waiting {
        var word0: UInt32 = 0
        var word1: UInt32 = 0
        var next: UInt16 = Outbox.none
        var previous: UInt16 = Outbox.none
        /// The older and the newer of the same kind at the same port.
        var olderOfKind: UInt16 = Outbox.none
        var newerOfKind: UInt16 = Outbox.none
        /// The SysEx this is a piece of, or `none`.
        var path: UInt16 = Outbox.none
        /// Of a note-on: the first of the note-offs that go once it has gone, or `none` (S9).
        var noteOffs: UInt16 = Outbox.none
        var lane = Lane.other
        var kind = Kind.kept
    }

    struct Queue {
        var first: UInt16 = Outbox.none
        var last: UInt16 = Outbox.none
    }

    struct Port {
        var isPresent = false
        /// The driver said "not now".
        var isBlocked = false
        /// How many messages stand in the lanes.
        var waiting: UInt32 = 0
        /// By `Lane`.
        var queues = InlineArray<4, Queue>(repeating: Queue())
        /// By `Kind`, but for those that are kept: what may be dropped, without a search.
        var kinds = InlineArray<3, Queue>(repeating: Queue())
        /// The SysEx that holds the port (S8), or `none`.
        var owner: UInt16 = Outbox.none
        /// Nanoseconds a byte takes on this wire; 0: faster than anything sent to it.
        var byteTime: UInt64 = 0
        /// How far ahead of the wire messages are handed on, in nanoseconds (S9).
        var lead: UInt64 = 0
        /// When the last byte handed on will be out.
        var busyUntil: UInt64 = 0

        /// When the last real-time byte that stood between others will be out.
        var slippedUntil: UInt64 = 0

        /// S9: a real-time byte goes as soon as the byte on the wire is out, and the rest of that message a byte later.
        /// Returns when it is out.
        mutating func slipIn(at now: UInt64) -> UInt64 {
            let left = busyUntil > now ? busyUntil - now : 0
            let boundary = left > 0 ? busyUntil - left / byteTime * byteTime : now
            slippedUntil = max(boundary, slippedUntil) + byteTime
            if left > 0 { busyUntil += byteTime }
            return slippedUntil
        }

        func isEmpty(_ lane: Lane) -> Bool { queues[Int(lane.rawValue)].first == Outbox.none }
        var isIdle: Bool { waiting == 0 }
        /// Nothing waits here, and no wire makes anything wait.
        @inline(__always)
        var isOpen: Bool { waiting == 0 && !isBlocked && byteTime == 0 }
        /// And no SysEx: whatever comes goes at once. Mostly so.
        @inline(__always)
        var takesAll: Bool { isOpen && owner == Outbox.none }
        /// A wire that can take a message now, and nothing that waits before it.
        @inline(__always)
        func isFreeWire(at now: UInt64) -> Bool {
            waiting == 0 && !isBlocked && byteTime > 0 && owner == Outbox.none && busyUntil <= now &+ lead
        }
    }

    static let none: UInt16 = 0xFFFF
    /// Places in the collapse index of a port: 128 controllers, bend, pressure and 128 keys' pressure by 16 channels.
    static let continuous = 16 * (128 + 2 + 128)

    let ports: UnsafeMutablePointer<Port>
    let pool: UnsafeMutablePointer<Waiting>
    /// The waiting value of each continuous controller of each port, or `none` (S9).
    let waitingValue: UnsafeMutablePointer<UInt16>
    /// The newest note-on that waits, by port, channel and note, or `none`: a note-off never passes its own (S9).
    let waitingNoteOn: UnsafeMutablePointer<UInt16>
    /// Whether a note-off waits in its lane, a bit each by port, channel and note. Of several the first to go clears it.
    let waitingNoteOff: UnsafeMutablePointer<UInt64>
    var free: UInt16 = 0
    var freeCount = Limits.waiting

    init(_ memory: inout Memory) {
        ports = memory.take(Limits.ports, repeating: Port())
        pool = memory.take(Limits.waiting, repeating: Waiting())
        waitingValue = memory.take(Limits.ports * Outbox.continuous, repeating: Outbox.none)
        waitingNoteOn = memory.take(HeldNotes.keys, repeating: Outbox.none)
        waitingNoteOff = memory.take(HeldNotes.keys / 64, repeating: 0)
        for index in 0..<Limits.waiting {
            pool[index].next = index + 1 < Limits.waiting ? UInt16(index + 1) : Outbox.none
        }
    }

    static let byteCount =
        Limits.ports * MemoryLayout<Port>.stride + Limits.waiting * MemoryLayout<Waiting>.stride
        + Limits.ports * continuous * 2 + HeldNotes.keys * 2 + HeldNotes.keys / 8 + 5 * 16

    /// Where the value of a continuous controller stands in the index of its port; nil for what never collapses (S9).
    static func continuousIndex(_ message: Message) -> Int? {
        let channel = Int(message.channel)
        switch message.kind {
        case .controlChange:
            switch message.data1 {
            case 0, 6, 32, 38, 64...69, 96...101, 120...127: return nil
            default: return channel << 7 | Int(message.data1)
            }
        case .pitchBend: return 16 * 128 + channel
        case .channelPressure: return 16 * 129 + channel
        case .polyPressure: return 16 * 130 + (channel << 7 | Int(message.data1))
        default: return nil
        }
    }
}

extension Outbox {
    /// Puts a message at the end of a lane. False when the pool is full.
    mutating func append(_ message: Message, path: UInt16, to lane: Lane, of port: Int) -> Bool {
        if free == Outbox.none { return false }
        let index = free
        free = pool[Int(index)].next
        freeCount -= 1
        pool[Int(index)] = Waiting(word0: message.word0, word1: message.word1, path: path, lane: lane)
        if lane == .noteOff {
            linkNoteOff(index, of: port)
            return true
        }
        link(index, to: lane, of: port)
        if message.isNoteOn {
            waitingNoteOn[noteIndex(message, port)] = index
        } else if lane == .other, let value = Outbox.continuousIndex(message) {
            waitingValue[port * Outbox.continuous + value] = index
        }
        return true
    }

    func noteIndex(_ message: Message, _ port: Int) -> Int {
        HeldNotes.index(UInt8(port), message.channel, message.data1)
    }

    /// S9: a note-off is urgent as soon as no note-on of its own waits any more.
    private func linkNoteOff(_ index: UInt16, of port: Int) {
        let noteOn = waitingNoteOn[noteIndex(message(index), port)]
        if noteOn == Outbox.none {
            link(index, to: .noteOff, of: port)
            return
        }
        var last = pool[Int(noteOn)].noteOffs
        if last == Outbox.none {
            pool[Int(noteOn)].noteOffs = index
        } else {
            while pool[Int(last)].next != Outbox.none { last = pool[Int(last)].next }
            pool[Int(last)].next = index
        }
        pool[Int(index)].next = Outbox.none
    }

    /// The note-on has gone, or never will.
    private func releaseNoteOffs(of noteOn: UInt16, _ message: Message, on port: Int) {
        let note = noteIndex(message, port)
        if waitingNoteOn[note] == noteOn { waitingNoteOn[note] = Outbox.none }
        var index = pool[Int(noteOn)].noteOffs
        while index != Outbox.none {
            let next = pool[Int(index)].next
            link(index, to: .noteOff, of: port)
            index = next
        }
    }

    func message(_ index: UInt16) -> Message { Message(pool[Int(index)].word0, pool[Int(index)].word1) }

    private func link(_ index: UInt16, to lane: Lane, of port: Int) {
        let last = ports[port].queues[Int(lane.rawValue)].last
        if last == Outbox.none {
            ports[port].queues[Int(lane.rawValue)].first = index
        } else {
            pool[Int(last)].next = index
        }
        pool[Int(index)].next = Outbox.none
        pool[Int(index)].previous = last
        ports[port].queues[Int(lane.rawValue)].last = index
        ports[port].waiting += 1
        if lane == .noteOff { setWaiting(message(index), of: port, true) }
        if lane == .other { linkKind(index, of: port) }
    }

    private func unlink(_ index: UInt16, of port: Int) {
        let (lane, next, previous) = (pool[Int(index)].lane, pool[Int(index)].next, pool[Int(index)].previous)
        if previous == Outbox.none {
            ports[port].queues[Int(lane.rawValue)].first = next
        } else {
            pool[Int(previous)].next = next
        }
        if next == Outbox.none {
            ports[port].queues[Int(lane.rawValue)].last = previous
        } else {
            pool[Int(next)].previous = previous
        }
        ports[port].waiting -= 1
        if lane == .noteOff { setWaiting(message(index), of: port, false) }
        if lane == .other { unlinkKind(index, of: port) }
    }

    private func setWaiting(_ noteOff: Message, of port: Int, _ waits: Bool) {
        let note = noteIndex(noteOff, port)
        let bit: UInt64 = 1 << UInt64(note & 63)
        waitingNoteOff[note >> 6] = waits ? waitingNoteOff[note >> 6] | bit : waitingNoteOff[note >> 6] & ~bit
    }

    /// Takes out a message that has gone or is dropped.
    mutating func remove(_ index: UInt16, of port: Int) {
        unlink(index, of: port)
        let message = message(index)
        if message.isNoteOn {
            releaseNoteOffs(of: index, message, on: port)
        } else if let value = Outbox.continuousIndex(message) {
            // A later value may have its place already, where values do not collapse.
            let place = port * Outbox.continuous + value
            if waitingValue[place] == index { waitingValue[place] = Outbox.none }
        }
        giveBack(index)
    }

    mutating func giveBack(_ index: UInt16) {
        pool[Int(index)].next = free
        free = index
        freeCount += 1
    }

    /// The SysEx `path` has begun to go out: what waits of it goes before everything else that waits.
    func promote(path: UInt16, of port: Int) {
        var index = ports[port].queues[Int(Lane.other.rawValue)].first
        while index != Outbox.none {
            let next = pool[Int(index)].next
            if pool[Int(index)].path == path {
                unlink(index, of: port)
                pool[Int(index)].lane = .stream
                link(index, to: .stream, of: port)
            }
            index = next
        }
    }

    /// Drops everything of one lane that fits; the closure is told each message and its SysEx path.
    mutating func removeAll(
        of port: Int, lane: Lane, where fits: (Message, UInt16) -> Bool
    ) -> Int {
        var removed = 0
        var index = ports[port].queues[Int(lane.rawValue)].first
        while index != Outbox.none {
            let next = pool[Int(index)].next
            if fits(message(index), pool[Int(index)].path) {
                remove(index, of: port)
                removed += 1
            }
            index = next
        }
        return removed
    }
}

extension Outbox.Port {
    /// Whether bytes that were put in its place are a port at which nothing waits.
    mutating func hasValidState(at now: UInt64) -> Bool {
        if !RawBytes.isBool(&isPresent) || !RawBytes.isBool(&isBlocked) { return false }
        for lane in 0..<4 where queues[lane].first != Outbox.none || queues[lane].last != Outbox.none { return false }
        for kind in 0..<3 where kinds[kind].first != Outbox.none || kinds[kind].last != Outbox.none { return false }
        let latest = now + 10_000_000_000
        return waiting == 0 && owner == Outbox.none && byteTime <= 10_000_000
            && lead <= 1_000_000_000 && busyUntil <= latest && slippedUntil <= latest
    }
}
