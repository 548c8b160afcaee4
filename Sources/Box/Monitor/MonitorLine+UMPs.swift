import MIDI

extension MonitorLine {
    /// The UMPs of a message: one, or those of a SysEx; none for a footswitch, tilt or an action.
    var umps: [Message] {
        switch content {
        case .bytes(let bytes): SentMessages.umps(of: bytes, group: 0)
        case .ump(let ump): [ump]
        case .words, .action: []
        }
    }
}
