import MIDI
import Plan

/// The song position of each source in ticks, and which sources are running: for a continue without a song position
/// (K4).
struct SongPositions {
    /// Song positions in ticks, indexed by source.
    private let ticks: UnsafeMutablePointer<UInt32>
    /// Sources that are running, one bit each.
    private(set) var running: UInt64 = 0

    static let byteCount = Memory.byteCount(of: UInt32.self, Limits.sources)

    init(_ memory: inout Memory) { ticks = memory.take(Limits.sources, repeating: 0) }

    mutating func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) {
        visit(.of(ticks, Limits.sources))
        withUnsafeMutableBytes(of: &running, visit)
    }

    /// Checks restored bytes: every position must be in range.
    func hasValidState() -> Bool {
        for source in 0..<Limits.sources where ticks[source] > UInt32.max / 2 { return false }
        return true
    }

    /// The song position of a source in ticks.
    func ticks(of source: UInt8) -> UInt32 { ticks[Int(source)] }

    /// Sets the position of a source from its F2.
    func locate(_ message: Message, from source: UInt8) { ticks[Int(source)] = message.sixteenths * 6 }

    /// Updates the position of a source, after its message has been routed.
    mutating func count(_ kind: MessageKind, from source: UInt8) {
        let bit: UInt64 = 1 &<< UInt64(source)
        switch kind {
        case .start:
            ticks[Int(source)] = 0
            running |= bit
        case .continue: running |= bit
        case .stop: running &= ~bit
        case .timingClock where running & bit != 0: ticks[Int(source)] &+= 1
        default: break
        }
    }
}

extension Message {
    /// The song position of an F2: sixteenths since the beginning, 0...16383.
    var sixteenths: UInt32 { UInt32(data2) << 7 | UInt32(data1) }
}
