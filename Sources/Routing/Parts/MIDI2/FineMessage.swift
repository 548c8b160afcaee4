import MIDI
import Plan

/// The UMP of the MIDI 2.0 channel message that is being routed (U3, U4).
///
/// Such a message is routed as its *shadow*: the MIDI 1.0 message or messages that it becomes for MIDI 1.0
/// destinations. Thus ranges, conditions, lists, latches and the ledger work as for any message. A destination that
/// speaks MIDI 2.0 receives the UMP instead, with key, channel and value changed by the settings, at full
/// resolution.
struct FineMessage {
    /// The first word of the shadow being routed; 0 if no UMP is being routed.
    private var shadow: UInt32 = 0
    private(set) var ump = Message(0)
    /// Whether the shadow is the last of its UMP. The UMP is sent with the last shadow only: the earlier Control
    /// Changes of a parameter or of a bank with its program have no UMP of their own.
    private(set) var isLast = true
    /// Whether the shadow is the first of its UMP.
    private(set) var isFirst = true

    /// Creates the state in which no MIDI 2.0 message is being routed.
    init() {}

    init(_ ump: Message, shadow: Message, isFirst: Bool = true, isLast: Bool = true) {
        (self.ump, self.shadow, self.isFirst, self.isLast) = (ump, shadow.word0, isFirst, isLast)
    }

    /// Whether a message is the shadow being routed. Compares the word, because other messages, such as a value that
    /// was waited for, may be routed in between.
    @inline(__always)
    func stands(for message: Message) -> Bool { message.word0 == shadow }

    /// Whether a MIDI 2.0 message is being routed.
    var isOn: Bool { shadow != 0 }
}

// MARK: - What the settings make of it

extension FineMessage {
    /// Returns the UMP of a note, or of a message about a note, moved to the channel and key of a MIDI 1.0 message.
    /// A pitch attribute is shifted with the key (U4).
    ///
    /// - Parameters:
    ///   - out: the first word of the message to the destination.
    ///   - velocity: 16 bits; nil to leave it unchanged.
    func note(_ out: UInt32, velocity: UInt16? = nil) -> Message {
        var note = ump
        note.word0 = ump.word0 & ~0x000F_7F00 | out & 0x000F_7F00
        if let velocity { note.word1 = UInt32(velocity) << 16 | ump.word1 & 0xFFFF }
        let isNote = ump.status & 0xE0 == Status.noteOff
        if isNote && ump.word0 & 0xFF == FineMessage.pitchAttribute {
            note.word1 =
                note.word1 & 0xFFFF_0000 | shifted(note.word1 & 0xFFFF, by: Int32(note.data1) - Int32(ump.data1))
        }
        return note
    }

    /// The 16-bit velocity of a note.
    var velocity: UInt16 { UInt16(truncatingIfNeeded: ump.word1 >> 16) }

    /// The 32-bit value of the controller that a move belongs to (min-center-max).
    ///
    /// The value of a derived input may come from several messages: the halves of a pair, or data increment. Then it is
    /// scaled up, because the UMP contains only a part of it.
    ///
    /// - Parameter bits: the resolution of the input, 7 or 14 bits.
    func value(of move: ControllerMove, bits: UInt32) -> UInt32 {
        let value = UInt32(truncatingIfNeeded: move.value)
        if move.slot < ControlInput.derived || ump.word1 >> (32 - bits) == value { return ump.word1 }
        return Scaling.up(value, from: bits, to: 32)
    }

    /// Whether the value equals a scaled-up 7-bit value, so that it was probably translated from MIDI 1.0 (U4).
    var isScaledUp: Bool { Scaling.up(ump.word1 >> 25, from: 7, to: 32) == ump.word1 }

    /// Attribute type Pitch 7.9: the note in the upper seven bits, 1/512 semitones below (M2-104-UM 7.4.2).
    private static var pitchAttribute: UInt32 { 3 }

    private func shifted(_ pitch: UInt32, by semitones: Int32) -> UInt32 {
        UInt32(min(max(Int32(pitch) + semitones * 512, 0), 0xFFFF))
    }
}

extension Message {
    /// Returns this MIDI 1.0 message of a retained controller, adjusted to be at rest exactly if its UMP is (U5):
    /// the state of a MIDI 2.0 destination is based on 32 bits. Other messages are returned unchanged.
    func resting(as ump: Message) -> Message {
        guard let controller = RetainedController(self) else { return self }
        let rests = ump.word1 == (controller == .pitchBend ? 0x8000_0000 : 0)
        if rests == (controller.value(of: self) == controller.rest) { return self }
        let rest = controller.atRest(channel: channel)
        return rests ? rest : Message(rest.word0 | (controller == .channelPressure ? 1 << 8 : 1))
    }
}
