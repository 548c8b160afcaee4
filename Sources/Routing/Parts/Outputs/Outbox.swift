import MIDI
import Program

/// Messages that wait for the ports: behind another SysEx (S8), or for a wire slower than what is sent to it (S9).
///
/// Queues of each port say the order of urgency: real-time, then the rest of the SysEx that holds the port, then
/// note-offs, then everything else in order of arrival. At an interleaved port SysEx comes last (N5). All of them share
/// one pool of `Limits.waiting` messages.
struct Outbox {
    enum Lane: UInt8 {
        case realTime, stream, noteOff, other
        /// SysEx that waits for another one to end, at an interleaved port (N5). Other ports keep it in `other`.
        case sysEx
    }

    /// What is dropped when there is no room, the first of these first (S8): whole messages of the lanes `other` and
    /// `sysEx`.
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
        var noteOffs = SlotList()
        var lane: Lane
        var kind = Kind.kept

        init(_ message: Message = Message(0), path: Slot = .none, lane: Lane = .other) {
            (word0, word1) = (message.word0, message.word1)
            self.path = path
            self.lane = lane
        }

        @inline(__always)
        var message: Message {
            get { Message(word0, word1) }
            set { (word0, word1) = (newValue.word0, newValue.word1) }
        }
    }

    private let ports: UnsafeMutablePointer<OutputPort>
    var pool: SlotPool<Waiting>
    /// The order of age within each kind of each port.
    let kinds: SlotLinks
    let index: OutboxIndex
    /// The packets of messages that wait and are more than MIDI 1.0 (U3).
    var packets: SlotPool<Message>

    init(_ memory: inout Memory) {
        ports = memory.take(Limits.ports, repeating: OutputPort())
        pool = SlotPool(&memory, capacity: Limits.waiting, repeating: Waiting())
        kinds = SlotLinks(&memory, count: Limits.waiting)
        index = OutboxIndex(&memory)
        packets = SlotPool(&memory, capacity: Limits.waitingPackets, repeating: Message(0))
    }

    static let byteCount =
        Limits.ports * MemoryLayout<OutputPort>.stride + SlotPool<Waiting>.byteCount(Limits.waiting)
        + SlotLinks.byteCount(Limits.waiting) + OutboxIndex.byteCount + 2 * 16
        + SlotPool<Message>.byteCount(Limits.waitingPackets)

    /// How many more messages may wait.
    var freeCount: Int { pool.freeCount }

    subscript(port: PortIndex) -> OutputPort {
        @inline(__always)
        unsafeAddress { UnsafePointer(ports + port.position) }
        @inline(__always)
        nonmutating unsafeMutableAddress { ports + port.position }
    }

    /// The message in a slot, which must not be `none`.
    @inline(__always)
    subscript(slot: Slot) -> Waiting { pool[slot] }

    /// The slot behind a slot of the same lane, or `none`.
    func next(after slot: Slot) -> Slot { pool.next(after: slot) }

    /// Somebody listens to what is sent, or nobody does.
    func setTraced(_ isTraced: Bool) {
        for port in PortIndex.all { self[port].setTraced(isTraced) }
    }

    /// Only of a quiet outbox: what waits is not recorded.
    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(ports, Limits.ports)) }

    /// Whether restored bytes are ports at which nothing waits.
    func hasValidState(at now: UInt64) -> Bool {
        for port in PortIndex.all where !self[port].hasValidState(at: now) { return false }
        return true
    }
}
