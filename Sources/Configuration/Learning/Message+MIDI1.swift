import MIDI

extension Message {
    /// Calls `body` with the equivalent MIDI 1.0 messages: the message itself, or the translation of a MIDI 2.0
    /// channel message (M2-115-U). Does not call it for a message without an equivalent in MIDI 1.0.
    package func forEachMIDI1(_ body: (Message) -> Void) {
        switch type {
        case MessageType.midi2Channel: ProtocolDown.translate(self) { body($0) }
        case MessageType.system, MessageType.midi1Channel, MessageType.sysEx, MessageType.box: body(self)
        default: break
        }
    }
}
