/// Turns a MIDI 1.0 byte stream into messages, by rules S1 to S5.
///
/// A value of fixed size that holds at most one message less a byte, or six bytes of a SysEx. Each byte costs the same,
/// however the stream is cut into reads. Active Sensing comes out like any other message; consuming it (rule S7) is the
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
    /// Data bytes dropped because no status was in force (rule S3), each byte one; wraps.
    public internal(set) var droppedBytes: UInt32 = 0

    /// The status data bytes belong to: a channel status (running status), or a system common under way; 0 for none.
    var status: UInt8 = 0
    /// The first of two data bytes, if it is there.
    var first: UInt8 = 0
    var hasFirst = false
    var sysEx = SysEx.none
    /// How many of `held` are filled, 0...6.
    var heldCount: UInt8 = 0
    var held = InlineArray<6, UInt8>(repeating: 0)

    /// - Parameter group: what comes out carries it, 0...15. In the box that is 0; `translate --group` wants others.
    public init(group: UInt8 = 0) {
        self.group = group & 0x0F
    }

    /// Whether a SysEx is open, as a receiver of what comes out would see it or is about to.
    public var isInSysEx: Bool { sysEx == .held || sysEx == .flowing }

    /// Takes the next byte of the stream; `emit` is called with each message that it completes, at most twice.
    @inline(__always)
    public mutating func feed(_ byte: UInt8, _ emit: (Message) -> Void) {
        if byte < 0x80 {
            feedData(byte, emit)
        } else if byte >= 0xF8 {
            // S1, S2: real-time leaves everything else as it is; F9 and FD are nothing.
            if MessageLength.bytes(status: byte) == 1 { emit(system(byte)) }
        } else {
            feedStatus(byte, emit)
        }
    }

    /// Takes a piece of the stream, of any length.
    public mutating func feed(_ bytes: Span<UInt8>, _ emit: (Message) -> Void) {
        for index in bytes.indices { feed(bytes[index], emit) }
    }
}
