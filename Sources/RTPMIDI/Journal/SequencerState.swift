import MIDI

/// Whether a sequencer runs, and where (RFC 6295, B.3).
///
/// The position is that of the next Timing Clock, in clocks. Chapter Q contains either this position (D = 0), which is
/// still to be played, or the position before it (D = 1), which was played last.
struct SequencerState: Equatable, BitwiseCopyable {
    /// Positions wrap after 19 bits.
    static let positions: UInt32 = 1 << 19

    private(set) var isRunning = false
    /// The clock that the next Timing Clock plays, 0..<`positions`.
    private(set) var next: UInt32 = 0
    /// Whether the position before `next` has played: the D bit.
    private(set) var hasPlayed = false
    /// Whether Continue came after Start.
    private(set) var isContinued = false

    /// Records a System Real-Time or Song Position Pointer. Returns whether it changes the state.
    mutating func record(_ message: Message) -> Bool {
        let before = self
        switch message.status {
        case Status.songPosition:
            (next, hasPlayed) = (UInt32(message.bend) * 6, false)
            return true
        case Status.start:
            self = SequencerState(isRunning: true, next: 0, hasPlayed: false, isContinued: false)
            return true
        case Status.continue:
            (isRunning, isContinued) = (true, true)
        case Status.stop:
            isRunning = false
        case Status.timingClock where isRunning:
            (next, hasPlayed) = ((next + 1) % SequencerState.positions, true)
        default:
            break
        }
        return self != before
    }
}

/// Bits of chapter Q (RFC 6295, B.3).
enum SequencerBits {
    static let isRunning: UInt8 = 0x40
    static let hasPlayed: UInt8 = 0x20
    static let hasPosition: UInt8 = 0x10
    static let hasTimeTools: UInt8 = 0x08
}

extension SequencerState {
    /// Writes chapter Q.
    func write(of packet: UInt32, into writer: inout JournalWriter) {
        let position = hasPlayed ? (next + SequencerState.positions - 1) % SequencerState.positions : next
        // The start of the song is written without a position, which means Start; a Continue at the start needs the
        // position.
        let hasPosition = position != 0 || isRunning && !hasPlayed && isContinued
        var bits = UInt8(position >> 16) | (isRunning ? SequencerBits.isRunning : 0)
        if hasPlayed { bits |= SequencerBits.hasPlayed }
        if hasPosition { bits |= SequencerBits.hasPosition }
        writer.put(bits, of: packet)
        if hasPosition {
            writer.put(UInt8(truncatingIfNeeded: position >> 8))
            writer.put(UInt8(truncatingIfNeeded: position))
        }
    }

    /// Reads a chapter Q that was checked. TIMETOOLS are skipped: no session asks for them.
    init(chapter bytes: UnsafeRawBufferPointer) {
        let hasPosition = bytes[0] & SequencerBits.hasPosition != 0
        let clocks = hasPosition ? UInt32(bytes[1]) << 8 | UInt32(bytes[2]) : 0
        let position = hasPosition ? UInt32(bytes[0] & 7) << 16 | clocks : 0
        hasPlayed = bytes[0] & SequencerBits.hasPlayed != 0
        next = hasPlayed ? (position + 1) % SequencerState.positions : position
        isRunning = bytes[0] & SequencerBits.isRunning != 0
        isContinued = hasPosition
    }
}
