/// `only` of a restriction (R23), compiled into the filters of the routing: every kind that it does not name is
/// filtered. Bits of `filtered` above those of the kinds say what else it means.
extension Routing {
    /// Whether the routing has `only`.
    package static let onlyBit: UInt32 = 1 << 31
    /// Whether some Control Changes pass although their kind is filtered: those of the words behind `parameters`.
    package static let choosesBit: UInt32 = 1 << 30
    /// Whether a full frame of time code passes although SysEx is filtered.
    package static let fullFrameBit: UInt32 = 1 << 29

    package var hasOnly: Bool { filtered & Routing.onlyBit != 0 }
    package var passesFullFrames: Bool { filtered & Routing.fullFrameBit != 0 }

    /// The index in `parameters` of the two words with the Control Changes that `only` names.
    package static let chosenWord = 4

    /// Whether `only` names a Control Change, so that it passes although its kind is filtered.
    // Out of line, because only filtered messages come here.
    @inline(never)
    package func chooses(_ controller: UInt8) -> Bool {
        guard filtered & Routing.choosesBit != 0, let parameters else { return false }
        return parameters[Routing.chosenWord + Int(controller >> 6)] & (1 << UInt64(controller & 63)) != 0
    }
}
