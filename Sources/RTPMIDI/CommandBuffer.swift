import MIDI

/// The messages of one peer that wait for their time (N8), in the order of their arrival.
///
/// The owner provides the memory. A message is never overtaken: its time is at least that of the message before.
struct CommandBuffer {
    struct Waiting: BitwiseCopyable {
        var word0: UInt32
        var word1: UInt32
        /// When the message is to be routed, in nanoseconds.
        var time: UInt64
    }

    private let slots: UnsafeMutablePointer<Waiting>
    private var first = 0
    private var count = 0

    init(_ slots: UnsafeMutablePointer<Waiting>) { self.slots = slots }

    var isFull: Bool { count == SessionLimits.buffered }

    /// When the oldest message is due, in nanoseconds; `UInt64.max`: none waits.
    var deadline: UInt64 { count == 0 ? UInt64.max : slots[first].time }

    mutating func clear() { (first, count) = (0, 0) }

    /// Appends a message. The buffer must not be full.
    mutating func append(_ message: Message, at time: UInt64) {
        precondition(!isFull)
        let last = count == 0 ? 0 : slots[(first + count - 1) % SessionLimits.buffered].time
        slots[(first + count) % SessionLimits.buffered] = Waiting(
            word0: message.word0, word1: message.word1, time: max(time, last))
        count += 1
    }

    /// Removes and returns the oldest message; nil if none waits.
    mutating func take() -> Message? {
        if count == 0 { return nil }
        let slot = slots[first]
        first = (first + 1) % SessionLimits.buffered
        count -= 1
        return Message(slot.word0, slot.word1)
    }
}
