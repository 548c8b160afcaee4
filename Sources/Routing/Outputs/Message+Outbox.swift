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
        default: isWhole ? .other : .kept
        }
    }

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
