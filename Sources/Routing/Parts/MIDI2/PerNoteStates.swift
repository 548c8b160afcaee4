import MIDI
import Plan

/// The keys of each destination whose per-note controllers or per-note bend were moved (U5). These values persist after
/// the note ends, so panic resets them (H10).
struct PerNoteStates {
    /// One bit for each key: channel by 128 keys.
    private typealias Keys = InlineArray<32, UInt64>

    private let keys: UnsafeMutablePointer<Keys>

    static let byteCount = Memory.byteCount(of: Keys.self, Limits.ports)

    init(_ memory: inout Memory) { keys = memory.take(Limits.ports, repeating: Keys(repeating: 0)) }

    /// Records a MIDI 2.0 channel message that was sent to a destination.
    func hear(_ ump: Message, at destination: PortIndex) {
        let word = Int(ump.channel) << 1 | Int(ump.data1) >> 6 & 1
        let bit: UInt64 = 1 &<< UInt64(ump.data1)
        if ump.resetsPerNote {
            keys[destination.position][word] &= ~bit
        } else if ump.movesPerNote {
            keys[destination.position][word] |= bit
        }
    }

    /// The first moved key from `first` on, as channel times 128 plus key; nil if there is none.
    func next(from first: Int, at destination: PortIndex) -> Int? {
        var index = first
        while index < 16 * 128 {
            let rest = keys[destination.position][index >> 6] &>> UInt64(index & 63)
            if rest != 0 { return index + rest.trailingZeroBitCount }
            index = (index | 63) + 1
        }
        return nil
    }

    func forEachTable(_ visit: (UnsafeMutableRawBufferPointer) -> Void) { visit(.of(keys, Limits.ports)) }
}

extension Message {
    /// Whether this is a per-note controller or per-note pitch bend.
    fileprivate var movesPerNote: Bool { isPerNote && Status.withoutChannel(status) != 0xF0 }

    /// Whether this is Per-Note Management with the reset bit.
    fileprivate var resetsPerNote: Bool { Status.withoutChannel(status) == 0xF0 && word0 & 1 != 0 }
}
