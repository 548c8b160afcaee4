/// Turns a MIDI 1.0 byte stream into messages, by rules S1, S2, S3, S4, S5.
///
/// A value of fixed size that holds at most all but one byte of a message, or six bytes of a SysEx. The result does not
/// depend on how the stream is divided into reads. Active Sensing is emitted like any other message: the port consumes
/// it (rule S7). Note On with velocity 0 stays unchanged (rule S5).
package struct StreamParser: Sendable {
    /// The state of a SysEx.
    enum SysEx: UInt8 {
        /// No SysEx is open.
        case none
        /// Open, and no piece was emitted: it can still be dropped without a trace.
        case held
        /// Open, and its Start was emitted: it must be closed.
        case flowing
        /// Closed by the box, while the sender may still be sending it.
        case ignored
    }

    /// The group of all emitted messages, 0...15.
    package let group: UInt8
    /// Message type and group of the emitted channel messages, as the top bits of their first word.
    private let head: UInt32
    /// The number of data bytes dropped because no status was in force (rule S3); wraps.
    package internal(set) var droppedBytes: UInt32 = 0

    /// The status that data bytes belong to: a channel status (running status), or an incomplete system common; 0 for
    /// none.
    var status: UInt8 = 0
    /// The first of two data bytes, valid if `hasFirst`.
    var first: UInt8 = 0
    var hasFirst = false
    var sysEx = SysEx.none
    /// The number of held bytes, 0...6, and the bytes themselves, the last one in the lowest byte.
    var heldCount: UInt8 = 0
    var held: UInt64 = 0

    /// - Parameter group: the group of all emitted messages, 0...15. The box uses 0, `translate --group` any.
    package init(group: UInt8 = 0) {
        self.group = group & 0x0F
        head = UInt32(MessageType.midi1Channel) << 28 | UInt32(group & 0x0F) << 24
    }

    /// Whether a SysEx is open, even if none of its pieces was emitted yet.
    @inline(__always)
    package var isInSysEx: Bool { sysEx == .held || sysEx == .flowing }

    func hasSameHead(as other: inout StreamParser) -> Bool { head == other.head }

    /// Parses the next byte and calls `emit` with each message that the byte completes, at most twice.
    @inline(__always)
    package mutating func feed(_ byte: UInt8, _ emit: (Message) -> Void) {
        if breaksSysEx(byte) { emit(breakSysEx()) }
        if let message = accept(byte) { emit(message) }
    }

    /// Parses bytes from `index` on until a message is complete, and advances `index` past them.
    ///
    /// - Returns: the message, after which more may follow; nil if all bytes are consumed and no message is complete.
    @inline(__always)
    package mutating func next(in bytes: UnsafeRawBufferPointer, at index: inout Int) -> Message? {
        nextWhole(in: bytes, at: &index) ?? nextByBytes(in: bytes, at: &index)
    }

    /// Fast path: consumes the next three bytes if they are one whole channel message. Nil, consuming none, if they are
    /// not or a partial message is pending.
    @inline(__always)
    package mutating func nextWhole(in bytes: UnsafeRawBufferPointer, at index: inout Int) -> Message? {
        if bytes.count &- index < 3 || !isIdle { return nil }
        let (status, first, second) = (bytes[index], bytes[index &+ 1], bytes[index &+ 2])
        if !StreamParser.hasTwoDataBytes(status) || Status.isStatus(first | second) { return nil }
        self.status = status
        index &+= 3
        return Message(head | UInt32(status) << 16 | UInt32(first) << 8 | UInt32(second))
    }

    /// Fast path for a wire that delivers single bytes: consumes the last byte of a three-byte channel message. Nil,
    /// without consuming it, for any other byte.
    @inline(__always)
    package mutating func last(_ byte: UInt8) -> Message? {
        if !hasFirst || Status.isStatus(byte) || sysEx != .none || !StreamParser.hasTwoDataBytes(status) { return nil }
        hasFirst = false
        return Message(head | UInt32(status) << 16 | UInt32(first) << 8 | UInt32(byte))
    }

    /// Whether no partial message is pending.
    @inline(__always)
    package var isIdle: Bool { sysEx == .none && !hasFirst }
}
