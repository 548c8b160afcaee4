/// The messages of one peer that wait for their time (N8), in the order of their arrival.
///
/// The owner provides the memory. A message is never overtaken: its time is at least that of the message before.
package struct MessageBuffer {
    package struct Waiting: BitwiseCopyable {
        var word0: UInt32 = 0
        var word1: UInt32 = 0
        /// When the message is to be routed, in nanoseconds.
        var time: UInt64 = 0

        package init() {}
    }

    private let slots: UnsafeMutableBufferPointer<Waiting>
    private var first = 0
    private var count = 0

    /// - Parameter slots: initialized memory for as many messages as may wait, at least one.
    package init(_ slots: UnsafeMutableBufferPointer<Waiting>) { self.slots = slots }

    package var isFull: Bool { count == slots.count }

    /// When the oldest message is due, in nanoseconds; `UInt64.max`: none waits.
    package var deadline: UInt64 { count == 0 ? UInt64.max : slots[first].time }

    package mutating func clear() { (first, count) = (0, 0) }

    /// Appends a message of at most two words. The buffer must not be full.
    package mutating func append(_ message: Message, at time: UInt64) {
        precondition(!isFull)
        let last = count == 0 ? 0 : slots[(first + count - 1) % slots.count].time
        let place = (first + count) % slots.count
        slots[place].word0 = message.word0
        slots[place].word1 = message.word1
        slots[place].time = max(time, last)
        count += 1
    }

    /// Removes and returns the oldest message; nil if none waits.
    package mutating func take() -> Message? {
        if count == 0 { return nil }
        let slot = slots[first]
        first = (first + 1) % slots.count
        count -= 1
        return Message(slot.word0, slot.word1)
    }
}
