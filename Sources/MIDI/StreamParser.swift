/// Turns a MIDI 1.0 byte stream into messages, by rules S1, S2, S3, S4, S5.
///
/// A value of fixed size that holds at most one message less a byte, or six bytes of a SysEx. However the stream is cut into
/// reads, the same comes out of it. Active Sensing comes out like any other message; consuming it (rule S7) is the
/// business of who knows the port. Note On with velocity 0 stays what it is (rule S5).
public struct StreamParser: Sendable {
    /// Where a SysEx stands.
    enum SysEx: UInt8 {
        /// None is open.
        case none
        /// Open, and nothing of it has gone out: it can still be dropped without a trace.
        case held
        /// Open, and its Start has gone out: it must be closed.
        case flowing
        /// Closed by the box; the sender does not know yet.
        case ignored
    }

    /// The group of everything that comes out, 0...15.
    public let group: UInt8
    /// The head of the channel messages that come out: their type and group.
    private let head: UInt32
    /// Data bytes dropped because no status was in force (rule S3), each byte one; wraps.
    public internal(set) var droppedBytes: UInt32 = 0

    /// The status data bytes belong to: a channel status (running status), or a system common under way; 0 for none.
    var status: UInt8 = 0
    /// The first of two data bytes, if it is there.
    var first: UInt8 = 0
    var hasFirst = false
    var sysEx = SysEx.none
    /// How many of `held` are filled, 0...6, and the bytes themselves, the last one lowest.
    var heldCount: UInt8 = 0
    var held: UInt64 = 0

    /// - Parameter group: what comes out carries it, 0...15. In the box that is 0; `translate --group` wants others.
    public init(group: UInt8 = 0) {
        self.group = group & 0x0F
        head = 0x2000_0000 | UInt32(group & 0x0F) << 24
    }

    /// Whether a SysEx is open, as a receiver of what comes out would see it or is about to.
    @inline(__always)
    public var isInSysEx: Bool { sysEx == .held || sysEx == .flowing }

    func hasSameHead(as other: inout StreamParser) -> Bool { head == other.head }

    /// Takes the next byte of the stream; `emit` is called with each message that it completes, at most twice.
    @inline(__always)
    public mutating func feed(_ byte: UInt8, _ emit: (Message) -> Void) {
        if breaksSysEx(byte) { emit(breakSysEx()) }
        if let message = take(byte) { emit(message) }
    }

    /// Takes bytes of a piece of the stream, of any length, from a place on, until they complete a message.
    ///
    /// - Returns: the message; there may be more in what is left. Nil: all bytes are taken, and none is complete.
    @inline(__always)
    public mutating func next(in bytes: UnsafeRawBufferPointer, at place: inout Int) -> Message? {
        nextWhole(in: bytes, at: &place) ?? nextByBytes(in: bytes, at: &place)
    }

    /// The same where nothing is under way and a channel message of three bytes stands there, which is so mostly. Nil: it
    /// is not so, and no byte is taken.
    @inline(__always)
    public mutating func nextWhole(in bytes: UnsafeRawBufferPointer, at place: inout Int) -> Message? {
        if bytes.count &- place < 3 || !isBetween { return nil }
        let (status, first, second) = (bytes[place], bytes[place &+ 1], bytes[place &+ 2])
        if !StreamParser.hasTwoData(status) || first | second >= 0x80 { return nil }
        self.status = status
        place &+= 3
        return Message(head | UInt32(status) << 16 | UInt32(first) << 8 | UInt32(second))
    }

    /// Takes the last byte of a channel message of three, which comes by itself from a wire. Nil: it is none, and is not
    /// taken.
    @inline(__always)
    public mutating func last(_ byte: UInt8) -> Message? {
        if !hasFirst || byte >= 0x80 || sysEx != .none || !StreamParser.hasTwoData(status) { return nil }
        hasFirst = false
        return Message(head | UInt32(status) << 16 | UInt32(first) << 8 | UInt32(byte))
    }

    /// Nothing is under way: what comes next begins a message, be it with running status.
    @inline(__always)
    public var isBetween: Bool { sysEx == .none && !hasFirst }
}
