import MIDI
import Plan

/// A piece of a received MIDI-CI message, for the box's responder (U9).
package struct InquiryPiece: BitwiseCopyable {
    /// A SysEx UMP.
    package let message: Message
    /// The routing place (port and group) that received the piece.
    package let port: PortIndex
}

/// The MIDI-CI messages that sources are sending (U11), with the pieces that the responder has not read yet.
///
/// MIDI-CI is Universal SysEx `F0 7E device 0D ...` (M2-101-UM 5.1), so the first three data bytes identify it. Pieces
/// are not assembled here: they are passed singly to a thread that may allocate.
struct Inquiries {
    /// Whether a responder runs. Otherwise MIDI-CI messages are only discarded, as in `render`.
    var isAnswered = false
    /// Number of MIDI-CI messages dropped because they were too long or arrived too fast; wraps.
    private(set) var dropped: UInt32 = 0
    /// Sources whose last SysEx, finished or not, is a MIDI-CI message, one bit each.
    private var open: UInt64 = 0
    /// Sources in `open` whose pieces are stored for the responder, one bit each.
    private var kept: UInt64 = 0
    /// UMP sources whose SysEx began with too few bytes to identify it, one bit each.
    private var undecided: UInt64 = 0
    /// Union of `open` and `undecided`, read for every piece of any SysEx.
    private var concerned: UInt64 = 0
    private let streams: UnsafeMutablePointer<Stream>
    private let pieces: UnsafeMutablePointer<InquiryPiece>
    /// Numbers of pieces written and read so far; the remainder is the index into `pieces`.
    private var written: UInt32 = 0
    private var read: UInt32 = 0

    private struct Stream {
        /// Number of data bytes of the open MIDI-CI message so far.
        var length: UInt16 = 0
        /// The first piece of an undecided SysEx, with at most two data bytes.
        var first = Message(0)
    }

    static let byteCount =
        Memory.byteCount(of: Stream.self, Limits.sources)
        + Memory.byteCount(of: InquiryPiece.self, Limits.inquiryPieces)

    init(_ memory: inout Memory) {
        streams = memory.take(Limits.sources, repeating: Stream())
        let none = InquiryPiece(message: Message(0), port: .none)
        pieces = memory.take(Limits.inquiryPieces, repeating: none)
    }

    @inline(__always)
    private static func bit(_ source: UInt8) -> UInt64 { 1 &<< UInt64(source) }

    /// Whether the current SysEx of a source, or the one that ends now, is a MIDI-CI message.
    @inline(__always)
    func isOpen(_ source: UInt8) -> Bool { open & Inquiries.bit(source) != 0 }

    /// Whether further pieces of a source's SysEx must be passed to this table.
    @inline(__always)
    func admitsPieces(of source: UInt8) -> Bool { concerned & Inquiries.bit(source) != 0 }

    private mutating func settle() { concerned = open | undecided }
}

// MARK: - Telling MIDI-CI from other SysEx

extension Inquiries {
    enum Beginning { case inquiry, other, undecided }

    /// Identifies a SysEx by its first piece.
    static func beginning(_ message: Message) -> Beginning {
        let count = message.sysExCount
        if count > 0 && message.sysExByte(0) != UniversalSysEx.nonRealTime { return .other }
        if count > 2 { return message.sysExByte(2) == UniversalSysEx.capabilityInquiry ? .inquiry : .other }
        return message.sysExStatus == .start ? .undecided : .other
    }

    /// Stores the first piece of an undecided SysEx.
    mutating func wait(_ message: Message, from source: UInt8) {
        undecided |= Inquiries.bit(source)
        settle()
        streams[Int(source)].first = message
    }

    /// Removes and returns the first piece of an undecided SysEx; nil if there is none.
    mutating func takeUndecided(of source: UInt8) -> Message? {
        if undecided & Inquiries.bit(source) == 0 { return nil }
        undecided &= ~Inquiries.bit(source)
        settle()
        return streams[Int(source)].first
    }
}

// MARK: - Pieces for the responder

extension Inquiries {
    /// Begins a MIDI-CI message of a source. `isKept`: store its pieces, because the responder answers at this port.
    mutating func begin(_ source: UInt8, isKept: Bool) {
        open |= Inquiries.bit(source)
        settle()
        kept = isKept && isAnswered ? kept | Inquiries.bit(source) : kept & ~Inquiries.bit(source)
        streams[Int(source)].length = 0
    }

    /// Resets a source, because it begins another SysEx.
    mutating func forget(_ source: UInt8) {
        open &= ~Inquiries.bit(source)
        undecided &= ~Inquiries.bit(source)
        settle()
    }

    /// Stores a piece for the responder. If the message is too long or the queue is full, the rest is dropped: the end
    /// never arrives, so the responder discards the beginning.
    mutating func keep(_ message: Message, from source: UInt8) {
        if kept & Inquiries.bit(source) == 0 { return }
        let length = streams[Int(source)].length &+ UInt16(message.sysExCount)
        let isFull = written &- read >= UInt32(Limits.inquiryPieces)
        if isFull || length > UInt16(Limits.inquiryBytes) {
            kept &= ~Inquiries.bit(source)
            dropped &+= 1
            return
        }
        streams[Int(source)].length = length
        pieces[Int(written) & (Limits.inquiryPieces - 1)] = InquiryPiece(
            message: message, port: PortIndex(rawValue: source))
        written &+= 1
        if message.sysExStatus == .end { kept &= ~Inquiries.bit(source) }
    }

    /// Whether no piece is queued for the responder.
    @inline(__always)
    var isEmpty: Bool { written == read }

    /// The oldest queued piece; nil if there is none.
    var first: InquiryPiece? { isEmpty ? nil : pieces[Int(read) & (Limits.inquiryPieces - 1)] }

    /// Removes the oldest piece. There must be one.
    mutating func removeFirst() { read &+= 1 }
}
