import MIDI

extension Message {
    /// Whether the message may be dropped alone: pieces of a longer SysEx may not.
    var isWhole: Bool { type != MessageType.sysEx || sysExStatus == .complete }

    /// The kind that decides which waiting message is dropped first (S8).
    var kindWaiting: Outbox.Kind {
        switch kind {
        case .controlChange, .pitchBend, .channelPressure, .polyPressure: .controller
        case .noteOn: isNoteOff ? .kept : .noteOn
        case .noteOff: .kept
        default: isWhole && !isPieceOfLongData ? .other : .kept
        }
    }

    /// Whether the message is a piece of an 8-bit SysEx or of a mixed data set, which may not be dropped alone.
    private var isPieceOfLongData: Bool { type == MessageType.longData && word0 & 0x00F0_0000 != 0 }

    /// Number of bytes on a MIDI 1.0 wire, without running status.
    var wireLength: Int {
        if type != MessageType.sysEx { return MessageLength.bytes(status: status) }
        switch sysExStatus {
        case .complete: return sysExCount + 2
        case .start, .end: return sysExCount + 1
        case .continue, nil: return sysExCount
        }
    }
}
