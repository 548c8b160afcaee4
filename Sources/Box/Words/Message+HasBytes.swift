import MIDI

extension Message {
    /// Whether MIDI 1.0 bytes say the same: a message of that protocol in the first group, or one of the box itself.
    var hasBytes: Bool {
        switch type {
        case MessageType.system, MessageType.midi1Channel, MessageType.sysEx: group == 0
        case MessageType.box: true
        default: false
        }
    }
}
