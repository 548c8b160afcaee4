import MIDI
import Plan

/// Messages that wait for a port: behind another SysEx (S8), or for a wire slower than its input (S9).
///
/// Each port has queues in order of urgency: real-time, then the rest of the SysEx that owns the port, then note-offs,
/// then everything else in order of arrival. At an interleaved port SysEx comes last (N5). All ports share one pool of
/// `Limits.waiting` messages.
struct Outbox {
    enum Lane: UInt8 {
        case realTime, stream, noteOff, other
        /// SysEx that waits for another SysEx to end, at an interleaved port (N5). At other ports it waits in `other`.
        case sysEx
    }

    /// The order in which messages are dropped when there is no room, first case first (S8). Applies to whole messages
    /// in the lanes `other` and `sysEx`.
    enum Kind: UInt8 {
        case controller, noteOn, other
        /// Never dropped alone: note-offs and pieces of a SysEx.
        case kept
    }

    /// A waiting message in its slot.
    struct Waiting {
        private var word0: UInt32 = 0
        private var word1: UInt32 = 0
        /// The path of the SysEx that this piece belongs to, or `none`.
        let path: Slot
        /// For a note-on: the note-offs that are queued once the note-on was sent (S9).
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
    /// Links messages of the same kind and port by age.
    let kinds: SlotLinks
    let index: OutboxIndex
    /// UMPs of waiting messages that exceed MIDI 1.0 (U3).
    var umps: SlotPool<Message>

    init(_ memory: inout Memory) {
        ports = memory.take(Limits.ports, repeating: OutputPort())
        pool = SlotPool(&memory, capacity: Limits.waiting, repeating: Waiting())
        kinds = SlotLinks(&memory, count: Limits.waiting)
        index = OutboxIndex(&memory)
        umps = SlotPool(&memory, capacity: Limits.waitingUMPs, repeating: Message(0))
    }

    static let byteCount =
        Limits.ports * MemoryLayout<OutputPort>.stride + SlotPool<Waiting>.byteCount(Limits.waiting)
        + SlotLinks.byteCount(Limits.waiting) + OutboxIndex.byteCount + 2 * 16
        + SlotPool<Message>.byteCount(Limits.waitingUMPs)

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

    /// The next slot in the same lane, or `none`.
    func next(after slot: Slot) -> Slot { pool.next(after: slot) }

    /// Visits the ports, for a quiet outbox only: waiting messages are not recorded.
    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(ports, Limits.ports)) }

    /// Checks restored bytes: every port must be valid and have nothing waiting.
    func hasValidState(at now: UInt64) -> Bool {
        for port in PortIndex.all where !self[port].hasValidState(at: now) { return false }
        return true
    }
}
