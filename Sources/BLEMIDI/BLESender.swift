import MIDI

/// The output to one peer: the messages of a wake share packets, and real-time waits for the end of a SysEx (B9).
///
/// The owner provides the memory, puts messages, and calls `flush` at the end of each wake and at `deadline`.
package struct BLESender {
    private var writer: BLEPacketWriter
    private let packet: UnsafeMutableRawBufferPointer
    /// Real-time messages, each at the time at which it waits no longer.
    private var waiting: MessageBuffer

    /// - Parameters:
    ///   - packet: `BLELimits.packet` bytes, which only this sender uses.
    ///   - slots: initialized memory for `BLELimits.realTime` messages, which only this sender uses.
    init(
        _ packet: UnsafeMutableRawBufferPointer, _ slots: UnsafeMutableBufferPointer<MessageBuffer.Waiting>
    ) {
        writer = BLEPacketWriter(mtu: BLELimits.offeredMTU)
        self.packet = packet
        waiting = MessageBuffer(slots)
    }

    /// Bytes of the ATT MTU that both ends have agreed on. It may change after a `flush`.
    package var mtu: Int {
        get { writer.mtu }
        set { writer.mtu = newValue }
    }

    /// When a waiting message is due, in nanoseconds; `UInt64.max`: none waits.
    package var deadline: UInt64 { waiting.deadline }

    /// Puts a message into the packet, and passes each packet that is full to `send`.
    ///
    /// - Parameter time: when the router sent the message, in nanoseconds.
    /// - Returns: false if the message must wait for the end of a SysEx under way. From the router only real-time comes
    ///   within a SysEx (S8).
    package mutating func put(
        _ message: Message, sentAt time: UInt64, send: (UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        if writer.isInSysEx && message.isRealTime {
            if waiting.isFull { putOldest(send) }
            waiting.append(message, at: time &+ BLELimits.patience)
            return true
        }
        if !write(message, sentAt: time, send) { return false }
        while !writer.isInSysEx && waiting.deadline != UInt64.max { putOldest(send) }
        return true
    }

    /// Puts the real-time messages that have waited long enough, and passes the packet to `send`.
    package mutating func flush(at now: UInt64, send: (UnsafeRawBufferPointer) -> Void) {
        while waiting.deadline <= now { putOldest(send) }
        sendPacket(send)
    }

    /// The peer has gone: drops what it was not sent.
    package mutating func forget() {
        writer = BLEPacketWriter(mtu: writer.mtu)
        waiting.clear()
    }

    private mutating func putOldest(_ send: (UnsafeRawBufferPointer) -> Void) {
        let time = waiting.deadline &- BLELimits.patience
        if let message = waiting.take() { _ = write(message, sentAt: time, send) }
    }

    private mutating func write(
        _ message: Message, sentAt time: UInt64, _ send: (UnsafeRawBufferPointer) -> Void
    ) -> Bool {
        // Real-time has waited when it comes here.
        let now = time &+ BLELimits.patience
        var outcome = writer.put(message, sentAt: time, now: now, into: packet)
        if outcome == .full {
            sendPacket(send)
            outcome = writer.put(message, sentAt: time, now: now, into: packet)
        }
        return outcome == .written
    }

    private mutating func sendPacket(_ send: (UnsafeRawBufferPointer) -> Void) {
        let length = writer.take()
        if length > 0 { send(UnsafeRawBufferPointer(rebasing: packet[..<length])) }
    }
}
