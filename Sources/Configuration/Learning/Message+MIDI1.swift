import MIDI

extension Message {
    /// Calls `body` with the MIDI 1.0 messages that say the same: the message itself, or what a MIDI 2.0 channel message
    /// translates to (M2-115-U). A message that MIDI 1.0 lacks gives none.
    public func forEachMIDI1(_ body: (Message) -> Void) {
        switch type {
        case MessageType.midi2Channel: ProtocolDown.translate(self) { body($0) }
        case MessageType.system, MessageType.midi1Channel, MessageType.sysEx, MessageType.box: body(self)
        default: break
        }
    }
}
