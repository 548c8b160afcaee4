/// When the notes of a routing end, beside the release of their keys: after a length (H14), or when their hold ends
/// (R28). A routing has at most one of both.
package struct NoteRules: Equatable {
    // The low 24 bits are the length in microseconds, the others are the hold.
    private var bits: UInt32 = 0

    private static let holdShift: UInt32 = 24
    private static let toggle: UInt32 = 1
    private static let chord: UInt32 = 2
    /// The bit of a hold by conditions, and the bit of a sostenuto, beside the number of the hold, 1...63.
    private static let conditions: UInt32 = 0x40
    private static let sostenuto: UInt32 = 0x80

    package init() {}

    /// - Parameter length: the maximum length of notes in microseconds, at most 10 s; 0 for none.
    package init(length: UInt32) { bits = length }

    package init(_ hold: NoteHold) {
        switch hold {
        case .toggle: bits = NoteRules.toggle << NoteRules.holdShift
        case .chord: bits = NoteRules.chord << NoteRules.holdShift
        case .conditions(let number, let isSostenuto):
            let kind = isSostenuto ? NoteRules.sostenuto : NoteRules.conditions
            bits = (kind | UInt32(number)) << NoteRules.holdShift
        }
    }

    /// Whether notes end with the release of their keys only.
    @inline(__always)
    package var isEmpty: Bool { bits == 0 }

    /// The maximum length of notes in microseconds; 0 for none.
    package var length: UInt32 { bits & (1 << NoteRules.holdShift - 1) }

    /// How the routing holds notes; nil if it does not.
    package var hold: NoteHold? {
        let hold = bits >> NoteRules.holdShift
        switch hold {
        case 0: return nil
        case NoteRules.toggle: return .toggle
        case NoteRules.chord: return .chord
        default:
            let number = UInt8(truncatingIfNeeded: hold & (NoteRules.conditions - 1))
            return .conditions(number, isSostenuto: hold & NoteRules.sostenuto != 0)
        }
    }

    /// Whether the conditions of the hold are true; false without conditions.
    ///
    /// - Parameter holding: the holds that are true, one bit each by number.
    package func isHeld(by holding: UInt64) -> Bool {
        guard case .conditions(let number, _) = hold else { return false }
        return holding & 1 &<< UInt64(number) != 0
    }
}

/// How a routing holds notes beyond the release of their keys (R28).
package enum NoteHold: Equatable, Sendable {
    /// A press begins the note, and the next press of its key ends it.
    case toggle
    /// Notes sound until a key is pressed while none is down.
    case chord
    /// Releases wait while conditions are true: the number of the hold, 1...63, as those of remaps (R21). A sostenuto
    /// holds only notes whose keys are down when the conditions become true.
    case conditions(UInt8, isSostenuto: Bool)
}
