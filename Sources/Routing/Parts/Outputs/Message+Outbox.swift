import MIDI

extension Message {
    /// Whether it may be dropped by itself: pieces of a longer SysEx may not.
    var isWhole: Bool { type != MessageType.sysEx || sysExStatus == .complete }

    /// What it counts as when something has to give way (S8).
    var kindWaiting: Outbox.Kind {
        switch kind {
        case .controlChange, .pitchBend, .channelPressure, .polyPressure: .controller
        case .noteOn: isNoteOff ? .kept : .noteOn
        case .noteOff: .kept
        default: isWhole && !isPieceOfLongData ? .other : .kept
        }
    }

    /// Whether it is a piece of a SysEx of 8 bits or of a mixed data set, which may not be dropped by itself.
    private var isPieceOfLongData: Bool { type == MessageType.longData && word0 & 0x00F0_0000 != 0 }

    /// Bytes on a MIDI 1.0 wire, running status not counted.
    var wireLength: Int {
        if type != MessageType.sysEx { return MessageLength.bytes(status: status) }
        switch sysExStatus {
        case .complete: return sysExCount + 2
        case .start, .end: return sysExCount + 1
        case .continue, nil: return sysExCount
        }
    }
}
