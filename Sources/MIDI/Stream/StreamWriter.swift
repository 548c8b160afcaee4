/// Turns messages into MIDI 1.0 bytes, with running status for ports that ask for it (rule S6).
package struct StreamWriter: Sendable {
    /// The longest time that a status may be left out after it was sent: 300 ms in ns (rule S6).
    package static let refresh: UInt64 = 300_000_000

    /// Whether repeated channel statuses are left out. Off by default, because many receivers fail on running status.
    package let runningStatus: Bool
    /// The status in force at the receiver; 0 for none.
    private var status: UInt8 = 0
    /// When `status` was last sent, in ns.
    private var sentAt: UInt64 = 0

    package init(runningStatus: Bool = false) {
        self.runningStatus = runningStatus
    }

    /// Writes a message of type 1, 2 or 3. Other types write no bytes.
    ///
    /// - Parameters:
    ///   - time: now, in ns of a clock that does not go back.
    ///   - emit: called with each byte in order, 0 to 8 times.
    package mutating func write(_ message: Message, at time: UInt64, into emit: (UInt8) -> Void) {
        let packed = pack(message, at: time)
        for index in 0..<packed.count { emit(packed[index]) }
    }

    /// Writes a message into memory with room for 8 bytes, all of which may be overwritten.
    ///
    /// - Returns: the number of bytes of the message, 0...8.
    @inline(__always)
    package mutating func write(_ message: Message, at time: UInt64, to memory: UnsafeMutablePointer<UInt8>) -> Int {
        let packed = pack(message, at: time)
        UnsafeMutableRawPointer(memory).storeBytes(of: packed.bytes.littleEndian, as: UInt64.self)
        return packed.count
    }

    /// Writes a channel message without running status into memory with room for 4 bytes, all of which may be
    /// overwritten.
    ///
    /// - Returns: the number of bytes of the message, 2 or 3.
    @inline(__always)
    package static func writeChannelMessage(_ message: Message, to memory: UnsafeMutablePointer<UInt8>) -> Int {
        // Equals the first bytes of `PackedBytes`.
        let bytes = (message.word0 << 8).byteSwapped & 0x7F_7FFF
        UnsafeMutableRawPointer(memory).storeBytes(of: bytes.littleEndian, as: UInt32.self)
        return message.word0 & 0x60_0000 == 0x40_0000 ? 2 : 3
    }

    /// Writes a middle piece of a SysEx into memory with room for 8 bytes, all of which may be overwritten.
    ///
    /// - Returns: the number of bytes of the piece, 0...6.
    @inline(__always)
    package static func writeMiddleOfSysEx(_ message: Message, to memory: UnsafeMutablePointer<UInt8>) -> Int {
        let bytes = (UInt64(message.word0) << 48 | UInt64(message.word1) << 16).byteSwapped & 0x7F7F_7F7F_7F7F
        UnsafeMutableRawPointer(memory).storeBytes(of: bytes.littleEndian, as: UInt64.self)
        return message.sysExCount
    }

    /// Forgets the status in force, so that the next status is sent: after a reconnect or an overrun, the receiver may
    /// have missed the last one.
    package mutating func reset() {
        status = 0
    }

    @inline(__always)
    private mutating func pack(_ message: Message, at time: UInt64) -> PackedBytes {
        var packed = PackedBytes(message)
        if runningStatus && omitsStatus(message, at: time) { packed.dropFirst() }
        return packed
    }

    /// Returns whether to leave out the status byte, and records the status in force at the receiver.
    private mutating func omitsStatus(_ message: Message, at time: UInt64) -> Bool {
        guard !message.isRealTime else { return false }
        guard message.isChannelMessage else {
            status = 0  // the receiver clears its running status too (S2)
            return false
        }
        if message.status == status && time &- sentAt <= StreamWriter.refresh { return true }
        status = message.status
        sentAt = time
        return false
    }
}
