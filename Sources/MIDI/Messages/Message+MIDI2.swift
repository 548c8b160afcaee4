// Channel messages of the MIDI 2.0 protocol (M2-104-UM 7.4), message type 4: two words, the second of which is the
// value.
extension Message {
    /// Makes a MIDI 2.0 channel message.
    ///
    /// - Parameters:
    ///   - status: status and channel, 0x00...0xEF.
    ///   - index1: the third byte of the first word: a key, a controller, or the bank of a controller.
    ///   - index2: the fourth byte of the first word.
    ///   - value: the second word.
    ///   - group: 0...15.
    package init(midi2Status status: UInt8, _ index1: UInt8, _ index2: UInt8, _ value: UInt32, group: UInt8) {
        let head = 0x4000_0000 | UInt32(group & 0x0F) << 24 | UInt32(status) << 16
        self.init(head | UInt32(index1) << 8 | UInt32(index2), value)
    }

    /// A MIDI 2.0 channel message, 00...EF.
    @inlinable package var isMIDI2ChannelMessage: Bool { type == MessageType.midi2Channel }

    /// A MIDI 2.0 channel message about one note: per-note controllers, pitch bend and management (M2-104-UM 7.4).
    ///
    /// Asks only for the status: the type must be known to be that of a MIDI 2.0 channel message.
    @inlinable package var isPerNote: Bool {
        switch Status.withoutChannel(status) {
        case 0x00, 0x10, 0x60, 0xF0: true
        default: false
        }
    }

    /// The canonical form of this MIDI 2.0 channel message: indices without their top bit, unused bytes and bits 0.
    ///
    /// Nil for undefined statuses and for messages of other types.
    package var canonicalMIDI2: Message? {
        guard isMIDI2ChannelMessage else { return nil }
        return switch Status.withoutChannel(status) {
        // Registered and assignable controllers: per note, of the channel, and relative.
        case 0x00...0x50: Message(word0 & 0xFFFF_7F7F, word1)
        // 0x60 is pitch bend per note.
        case 0x60, Status.polyPressure, Status.controlChange: Message(word0 & 0xFFFF_7F00, word1)
        case Status.noteOff, Status.noteOn: canonicalNote
        case Status.programChange: canonicalProgram
        case Status.channelPressure, Status.pitchBend: Message(word0 & 0xFFFF_0000, word1)
        // Per-note management has two flags: detach and reset.
        case 0xF0: Message(word0 & 0xFFFF_7F03)
        default: nil
        }
    }

    // Attribute type 0 means that there is no attribute.
    private var canonicalNote: Message {
        Message(word0 & 0xFFFF_7FFF, word0 & 0xFF == 0 ? word1 & 0xFFFF_0000 : word1)
    }

    // Without the bank-valid bit there is no bank.
    private var canonicalProgram: Message {
        let hasBank = word0 & 1 != 0
        return Message(word0 & 0xFFFF_0001, word1 & (hasBank ? 0x7F00_7F7F : 0x7F00_0000))
    }
}
