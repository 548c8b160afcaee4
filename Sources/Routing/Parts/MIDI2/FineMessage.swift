import MIDI
import Program

/// The packet of the MIDI 2.0 channel message that is being routed (U3, U4).
///
/// Such a message is routed as its *shadow*: the MIDI 1.0 messages that it becomes where only those are spoken. So ranges,
/// conditions, lists, latches and the ledger work as for any message. Where the shadow goes to a place that speaks MIDI 2.0,
/// the packet goes in its stead, with key, channel and value as the settings make them, at full resolution.
struct FineMessage {
    /// The first word of the shadow that is being routed; 0, which no message has: no packet is.
    private var shadow: UInt32 = 0
    private(set) var packet = Message(0)
    /// Whether the shadow is the last of its packet. Only there the packet goes out: of four Control Changes of a parameter, or
    /// of a bank and its program, the others have no packet of their own.
    private(set) var isLast = true
    /// Whether the shadow is the first of its packet.
    private(set) var isFirst = true

    /// No message of MIDI 2.0 is being routed.
    init() {}

    init(_ packet: Message, shadow: Message, isFirst: Bool = true, isLast: Bool = true) {
        (self.packet, self.shadow, self.isFirst, self.isLast) = (packet, shadow.word0, isFirst, isLast)
    }

    /// Whether a message is the shadow that is being routed. Asked by the word: a message that is routed in between, such as a
    /// value that was waited for, is another.
    @inline(__always)
    func stands(for message: Message) -> Bool { message.word0 == shadow }

    /// Whether any message of MIDI 2.0 is being routed.
    var isOn: Bool { shadow != 0 }
}

// MARK: - What the settings make of it

extension FineMessage {
    /// Returns the packet of a note, or of a message about a note, with the channel and key of a MIDI 1.0 message. A pitch
    /// attribute moves along with the key (U4).
    ///
    /// - Parameters:
    ///   - out: the first word of the message to the destination.
    ///   - velocity: 16 bits; nil: as it is.
    func note(_ out: UInt32, velocity: UInt16? = nil) -> Message {
        var note = packet
        note.word0 = packet.word0 & ~0x000F_7F00 | out & 0x000F_7F00
        if let velocity { note.word1 = UInt32(velocity) << 16 | packet.word1 & 0xFFFF }
        let isNote = packet.status & 0xE0 == Status.noteOff
        if isNote && packet.word0 & 0xFF == FineMessage.pitchAttribute {
            note.word1 =
                note.word1 & 0xFFFF_0000 | shifted(note.word1 & 0xFFFF, by: Int32(note.data1) - Int32(packet.data1))
        }
        return note
    }

    /// The velocity of a note, 16 bits.
    var velocity: UInt16 { UInt16(truncatingIfNeeded: packet.word1 >> 16) }

    /// The value of a controller that a move is about, 32 bits (min-center-max).
    ///
    /// Several messages can make the value of a derived input: the halves of a pair, or data increment. Then the value is
    /// scaled up, because the packet has only a part of it.
    ///
    /// - Parameter bits: the bits of the input, 7 or 14.
    func value(of move: ControllerMove, bits: UInt32) -> UInt32 {
        let value = UInt32(truncatingIfNeeded: move.value)
        if move.slot < ControlInput.derived || packet.word1 >> (32 - bits) == value { return packet.word1 }
        return Scaling.up(value, from: bits, to: 32)
    }

    /// Whether the value is the scaled-up form of one of 7 bits, and so was probably translated (U4).
    var isScaledUp: Bool { Scaling.up(packet.word1 >> 25, from: 7, to: 32) == packet.word1 }

    /// Pitch 7.9: the note in the upper seven bits, 1/512 semitones below (M2-104-UM 7.4.2).
    private static var pitchAttribute: UInt32 { 3 }

    private func shifted(_ pitch: UInt32, by semitones: Int32) -> UInt32 {
        UInt32(min(max(Int32(pitch) + semitones * 512, 0), 0xFFFF))
    }
}

extension Message {
    /// This MIDI 1.0 message of a retained controller, at rest exactly where its packet is (U5): what is remembered of a place
    /// that speaks MIDI 2.0 goes by 32 bits. Other messages stay as they are.
    func resting(as packet: Message) -> Message {
        guard let controller = RetainedController(self) else { return self }
        let rests = packet.word1 == (controller == .pitchBend ? 0x8000_0000 : 0)
        if rests == (controller.value(of: self) == controller.rest) { return self }
        let rest = controller.atRest(channel: channel)
        return rests ? rest : Message(rest.word0 | (controller == .channelPressure ? 1 << 8 : 1))
    }
}
