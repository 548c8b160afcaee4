/// Turns messages into MIDI 1.0 bytes, with output running status where the port wants it (rule S6).
public struct StreamWriter: Sendable {
    /// How long a status may be left out since it was last sent: 300 ms in ns (rule S6).
    public static let refresh: UInt64 = 300_000_000

    /// Whether channel statuses that repeat are left out. Off: many receivers get it wrong.
    public let runningStatus: Bool
    /// The status the receiver has in force; 0 for none.
    private var status: UInt8 = 0
    /// When it was last really sent, in ns.
    private var sentAt: UInt64 = 0

    public init(runningStatus: Bool = false) {
        self.runningStatus = runningStatus
    }

    /// Writes a message of type 1, 2 or 3; others give nothing.
    ///
    /// - Parameters:
    ///   - time: now, in ns of a clock that does not go back.
    ///   - emit: called with each byte in order, 0 to 8 times.
    public mutating func write(_ message: Message, at time: UInt64, into emit: (UInt8) -> Void) {
        let packed = pack(message, at: time)
        for index in 0..<packed.count { emit(packed[index]) }
    }

    /// The same into memory with room for 8 bytes, all of which may be written.
    ///
    /// - Returns: how many of them are the message, 0...8.
    @inline(__always)
    public mutating func write(_ message: Message, at time: UInt64, to memory: UnsafeMutablePointer<UInt8>) -> Int {
        let packed = pack(message, at: time)
        UnsafeMutableRawPointer(memory).storeBytes(of: packed.bytes.littleEndian, as: UInt64.self)
        return packed.count
    }

    /// A channel message without running status into memory with room for 4 bytes, all of which may be written.
    ///
    /// - Returns: how many of them are the message, 2 or 3.
    @inline(__always)
    public static func writeChannelMessage(_ message: Message, to memory: UnsafeMutablePointer<UInt8>) -> Int {
        // As `PackedBytes` has them.
        let bytes = (message.word0 << 8).byteSwapped & 0x7F_7FFF
        UnsafeMutableRawPointer(memory).storeBytes(of: bytes.littleEndian, as: UInt32.self)
        return message.word0 & 0x60_0000 == 0x40_0000 ? 2 : 3
    }

    /// A piece from the middle of a SysEx into memory with room for 8 bytes, all of which may be written.
    ///
    /// - Returns: how many of them are the piece, 0...6.
    @inline(__always)
    public static func writeMiddleOfSysEx(_ message: Message, to memory: UnsafeMutablePointer<UInt8>) -> Int {
        let bytes = (UInt64(message.word0) << 48 | UInt64(message.word1) << 16).byteSwapped & 0x7F7F_7F7F_7F7F
        UnsafeMutableRawPointer(memory).storeBytes(of: bytes.littleEndian, as: UInt64.self)
        return message.sysExCount
    }

    /// Forgets the status in force, so that the next is sent: after a reconnect or an overrun the receiver may not have it.
    public mutating func reset() {
        status = 0
    }

    @inline(__always)
    private mutating func pack(_ message: Message, at time: UInt64) -> PackedBytes {
        var packed = PackedBytes(message)
        if runningStatus && omitsStatus(message, at: time) { packed.dropFirst() }
        return packed
    }

    /// Whether the status byte stays unsaid; keeps account of what the receiver has in force.
    private mutating func omitsStatus(_ message: Message, at time: UInt64) -> Bool {
        guard !message.isRealTime else { return false }
        guard message.isChannelMessage else {
            status = 0  // S2 holds at the receiver too
            return false
        }
        if message.status == status && time &- sentAt <= StreamWriter.refresh { return true }
        status = message.status
        sentAt = time
        return false
    }
}
