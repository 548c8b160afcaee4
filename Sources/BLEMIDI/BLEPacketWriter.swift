import MIDI

/// Puts the messages to one peer into packets (MIDI over Bluetooth Low Energy 1.0, RP-052), in the form that the
/// receivers in the field understand, as B9 has it: each message with its time stamp and its status byte, SysEx in
/// packets of its own.
///
/// A packet grows in the caller's memory until the caller takes it.
package struct BLEPacketWriter {
    package enum Outcome: Equatable, Sendable {
        /// The message is in the packet.
        case written
        /// The packet must be taken first.
        case full
        /// A SysEx is under way. The message waits for its end: real-time for `BLELimits.patience` at most, after which
        /// it may be put again.
        case waits
    }

    /// Bytes of the ATT MTU that both ends have agreed on, 23...517. It may change between packets.
    package var mtu: Int
    /// Bytes of the packet.
    var length = 0
    /// The packet takes no further message: it holds the end of a SysEx, or a message that must be alone.
    var isComplete = false
    /// The beginning of a SysEx was written, its end was not.
    var isInSysEx = false
    /// The first time stamp of the packet, in milliseconds; nil: it has none.
    private var first: UInt64?
    /// The newest time, in milliseconds.
    private var newest: UInt64 = 0

    package init(mtu: Int) { self.mtu = mtu }

    /// Bytes of the longest packet.
    var capacity: Int {
        let range = BLELimits.mtu
        return min(max(range.lowerBound, min(mtu, range.upperBound)) - BLELimits.overhead, BLELimits.packet)
    }

    /// Returns the length of the packet, 0 if it is empty, and begins the next one.
    package mutating func take() -> Int {
        let taken = length
        (length, isComplete, first) = (0, false, nil)
        return taken
    }

    /// Writes a message into the packet. A message that bytes of MIDI 1.0 cannot express counts as written.
    ///
    /// - Parameters:
    ///   - time: when the router sent the message, in nanoseconds.
    ///   - packet: the same memory until the packet is taken, of `BLELimits.packet` bytes.
    package mutating func put(
        _ message: Message, sentAt time: UInt64, now: UInt64, into packet: UnsafeMutableRawBufferPointer
    ) -> Outcome {
        var bytes = InlineArray<8, UInt8>(repeating: 0)
        let count = StreamWriter.encode(message, into: &bytes)
        let stamp = max(time / BLETimeStamp.millisecond, newest)
        if message.type == MessageType.sysEx { return putSysEx(message, bytes, count, stamp, packet) }
        if count == 0 { return .written }
        if isInSysEx && (!message.isRealTime || now < time + BLELimits.patience) { return .waits }
        // BlueZ takes upper bits of 0 for "none yet", and misreads the second message.
        let isAlone = isInSysEx || BLETimeStamp.high(stamp) == 0
        if length > 0 && (isAlone || !hasRoom(count + 1, stamp)) { return .full }
        if length == 0 { begin(stamp, packet) }
        writeStamp(stamp, packet)
        write(bytes, 0..<count, packet)
        isComplete = isAlone
        return .written
    }

    /// Whether `count` bytes of this time, time stamps included, fit into the packet.
    func hasRoom(_ count: Int, _ stamp: UInt64) -> Bool {
        !isComplete && length + count <= capacity && stamp - (first ?? stamp) <= BLELimits.span
    }

    /// Begins a packet with its header.
    mutating func begin(_ stamp: UInt64, _ packet: UnsafeMutableRawBufferPointer) {
        packet[0] = 0x80 | BLETimeStamp.high(stamp)
        length = 1
        newest = stamp
    }

    /// Writes a time stamp. The header has the upper bits of the first.
    mutating func writeStamp(_ stamp: UInt64, _ packet: UnsafeMutableRawBufferPointer) {
        if first == nil {
            packet[0] = 0x80 | BLETimeStamp.high(stamp)
            first = stamp
        }
        packet[length] = 0x80 | BLETimeStamp.low(stamp)
        length += 1
        newest = stamp
    }

    mutating func write(
        _ bytes: InlineArray<8, UInt8>, _ range: Range<Int>, _ packet: UnsafeMutableRawBufferPointer
    ) {
        for index in range {
            packet[length] = bytes[index]
            length += 1
        }
    }
}
