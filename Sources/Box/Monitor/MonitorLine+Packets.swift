import MIDI

extension MonitorLine {
    /// The packets of a message: one, or those of a SysEx; none for a footswitch, tilt or an action.
    var packets: [Message] {
        switch content {
        case .bytes(let bytes): SentMessages.packets(of: bytes, group: 0)
        case .packet(let packet): [packet]
        case .words, .action: []
        }
    }
}
