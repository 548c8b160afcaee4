import MIDI

/// The input from one peer: its packets become messages, which are delivered when their time has come, as B12
/// has it.
///
/// The owner provides the memory, passes packets and the time, and calls `advance` at `deadline`.
package struct BLEReceiver {
    /// Nanoseconds from the time stamp of a message to its routing, 0...100 ms; 0: messages are routed as they arrive.
    package let buffer: UInt64
    private var reader = BLEPacketReader()
    private var parser = StreamParser()
    private var clock = BLEClock()
    private var waiting: MessageBuffer

    /// - Parameter slots: initialized memory for `BLELimits.buffered` messages, which only this receiver uses.
    package init(buffer: UInt64, _ slots: UnsafeMutableBufferPointer<MessageBuffer.Waiting>) {
        self.buffer = buffer
        waiting = MessageBuffer(slots)
    }

    /// Malformed parts of packets, which were dropped; wraps.
    package var malformed: UInt32 { reader.malformed }
    /// Whether the peer's time stamps do not go on with time. Its messages are routed as they arrive.
    package var hasNoStamps: Bool { clock.hasNoStamps }
    /// When the next message is due, in nanoseconds; `UInt64.max`: none waits.
    package var deadline: UInt64 { waiting.deadline }

    /// Reads a packet and passes the messages that are due to `deliver`.
    package mutating func receive(_ packet: UnsafeRawBufferPointer, at now: UInt64, deliver: (Message) -> Void) {
        var (reader, parser) = (reader, parser)
        reader.read(packet) { byte, stamp in
            parser.feed(byte) { route($0, stamp, at: now, deliver) }
        }
        (self.reader, self.parser) = (reader, parser)
    }

    /// Passes the messages that are due by `now` to `deliver`.
    package mutating func advance(to now: UInt64, deliver: (Message) -> Void) {
        while waiting.deadline <= now, let message = waiting.take() { deliver(message) }
    }

    /// The peer has gone: delivers what waits, ends an open SysEx and forgets an unfinished message (S3, S4). The clock
    /// of the next peer may be another.
    package mutating func end(deliver: (Message) -> Void) {
        while let message = waiting.take() { deliver(message) }
        parser.finish(deliver)
        reader.forget()
        clock = BLEClock()
    }

    /// Delivers a message, or keeps it until its time. A message without a time stamp goes as soon as its order allows.
    private mutating func route(
        _ message: Message, _ stamp: UInt16?, at now: UInt64, _ deliver: (Message) -> Void
    ) {
        var due = now
        if let stamp, let sent = clock.time(of: stamp, at: now), buffer > 0 { due = sent &+ buffer }
        if due <= now && waiting.deadline == UInt64.max { return deliver(message) }
        if waiting.isFull, let oldest = waiting.take() { deliver(oldest) }
        waiting.append(message, at: due)
    }
}
