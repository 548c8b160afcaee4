import MIDI

/// The messages to one peer that go into the packets of this wake (N5), in order. The owner provides the memory.
struct SendQueue {
    struct Waiting: BitwiseCopyable {
        var word0: UInt32
        var word1: UInt32
        /// When the router sent the message, in nanoseconds.
        var time: UInt64
        /// The number of the message among all messages and SysEx to the peer; wraps.
        var order: UInt32

        var message: Message { Message(word0, word1) }
    }

    private let slots: UnsafeMutablePointer<Waiting>
    private var start = 0
    private(set) var count = 0

    init(_ slots: UnsafeMutablePointer<Waiting>) { self.slots = slots }

    var isEmpty: Bool { count == 0 }
    var isFull: Bool { start + count == SessionLimits.queue }
    /// The oldest message. The queue must not be empty.
    var first: Waiting { slots[start] }

    mutating func clear() { (start, count) = (0, 0) }

    /// Appends a message. The queue must not be full.
    mutating func append(_ message: Message, order: UInt32, at time: UInt64) {
        slots[start + count] = Waiting(word0: message.word0, word1: message.word1, time: time, order: order)
        count += 1
    }

    mutating func removeFirst() {
        count -= 1
        start = count == 0 ? 0 : start + 1
    }
}
