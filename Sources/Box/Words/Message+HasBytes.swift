import MIDI

extension Message {
    /// Whether the message is shown without a UMP: it is a MIDI 1.0 message of the first group, or one of the box's
    /// own.
    var hasBytes: Bool {
        switch type {
        case MessageType.system, MessageType.midi1Channel, MessageType.sysEx: group == 0
        case MessageType.box: true
        default: false
        }
    }
}
