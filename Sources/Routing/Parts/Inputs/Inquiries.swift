import MIDI
import Program

/// A piece of a MIDI-CI message that a port has received, for the responder of the box (U9).
public struct InquiryPiece: BitwiseCopyable {
    /// A SysEx packet.
    public let message: Message
    /// The place at which it came in.
    public let port: PortIndex
}

/// The MIDI-CI messages that the sources are sending (U11), and the pieces of them that the responder has not taken yet.
///
/// MIDI-CI is Universal SysEx `F0 7E device 0D …` (M2-101-UM 5.1), so the first three data bytes of a SysEx decide. Pieces
/// are not gathered here: they go one by one to a thread that may allocate.
struct Inquiries {
    /// Whether anybody answers. Otherwise MIDI-CI messages only disappear, as in `render`.
    var isAnswered = false
    /// MIDI-CI messages that were dropped because they were too long or came too fast; wraps.
    private(set) var dropped: UInt32 = 0
    /// The sources whose last SysEx, open or not, is a MIDI-CI message, one bit each.
    private var open: UInt64 = 0
    /// Those of `open` whose pieces the responder gets.
    private var kept: UInt64 = 0
    /// The sources of packets whose SysEx began with too few bytes to decide, one bit each.
    private var undecided: UInt64 = 0
    /// `open` and `undecided` in one word: each piece of any SysEx asks for it.
    private var concerned: UInt64 = 0
    private let streams: UnsafeMutablePointer<Stream>
    private let pieces: UnsafeMutablePointer<InquiryPiece>
    /// Places in `pieces` count on; the remainder is the index.
    private var written: UInt32 = 0
    private var read: UInt32 = 0

    private struct Stream {
        /// Data bytes of the open MIDI-CI message so far.
        var length: UInt16 = 0
        /// The first data bytes of an undecided SysEx, at most two.
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

    /// Whether the open SysEx of a source, or the one that ends now, is a MIDI-CI message.
    @inline(__always)
    func isOpen(_ source: UInt8) -> Bool { open & Inquiries.bit(source) != 0 }

    /// Whether a further piece of a source's SysEx concerns this table.
    @inline(__always)
    func takesPieces(of source: UInt8) -> Bool { concerned & Inquiries.bit(source) != 0 }

    private mutating func settle() { concerned = open | undecided }
}

// MARK: - Telling MIDI-CI from other SysEx

extension Inquiries {
    enum Beginning { case inquiry, other, undecided }

    /// Tells what the first piece of a SysEx begins.
    static func beginning(_ message: Message) -> Beginning {
        let count = message.sysExCount
        if count > 0 && message.sysExByte(0) != UniversalSysEx.nonRealTime { return .other }
        if count > 2 { return message.sysExByte(2) == UniversalSysEx.capabilityInquiry ? .inquiry : .other }
        return message.sysExStatus == .start ? .undecided : .other
    }

    /// Keeps the first piece of an undecided SysEx.
    mutating func wait(_ message: Message, from source: UInt8) {
        undecided |= Inquiries.bit(source)
        settle()
        streams[Int(source)].first = message
    }

    /// Takes the beginning of an undecided SysEx, once; nil if there is none.
    mutating func takeUndecided(of source: UInt8) -> Message? {
        if undecided & Inquiries.bit(source) == 0 { return nil }
        undecided &= ~Inquiries.bit(source)
        settle()
        return streams[Int(source)].first
    }
}

// MARK: - Pieces for the responder

extension Inquiries {
    /// Begins a MIDI-CI message of a source. `isKept`: the responder answers at this port.
    mutating func begin(_ source: UInt8, isKept: Bool) {
        open |= Inquiries.bit(source)
        settle()
        kept = isKept && isAnswered ? kept | Inquiries.bit(source) : kept & ~Inquiries.bit(source)
        streams[Int(source)].length = 0
    }

    /// Another SysEx of a source begins.
    mutating func forget(_ source: UInt8) {
        open &= ~Inquiries.bit(source)
        undecided &= ~Inquiries.bit(source)
        settle()
    }

    /// Keeps a piece for the responder. A message that is too long or finds no room goes no further: its end never
    /// comes, so the responder forgets its beginning.
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

    /// Whether no piece waits for the responder.
    @inline(__always)
    var isEmpty: Bool { written == read }

    /// The oldest piece; nil: none waits.
    var first: InquiryPiece? { isEmpty ? nil : pieces[Int(read) & (Limits.inquiryPieces - 1)] }

    /// Forgets the oldest piece, which there must be.
    mutating func removeFirst() { read &+= 1 }
}
