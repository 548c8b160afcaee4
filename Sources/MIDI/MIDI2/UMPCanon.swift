/// Translates words to canonical messages of the MIDI 1.0 protocol: `translate --from ump --to ump`, and `ump2` to
/// `ump`.
///
/// Keeps groups and the division of SysEx into UMPs, closes a broken SysEx, and drops undefined messages.
package struct UMPCanon: Sendable {
    private let source: MIDIProtocol
    private var reader = UMPReader()
    private var gate = SysExGate()

    /// - Parameter source: `midi1` drops MIDI 2.0 channel messages, `midi2` translates them.
    package init(from source: MIDIProtocol = .midi1) {
        self.source = source
    }

    /// Translates the next word and calls `emit` with each message that the word completes, at most five times.
    package mutating func feed(_ word: UInt32, _ emit: (Message) -> Void) {
        guard let message = reader.feed(word), gate.admits(message, emit) else { return }
        if source == .midi2 && message.isMIDI2ChannelMessage {
            ProtocolDown.translate(message, emit)
        } else if let canonical = message.canonical {
            emit(canonical)
        }
    }

    /// Ends the input: drops an incomplete UMP, then closes each open SysEx in the order of groups.
    package mutating func finish(_ emit: (Message) -> Void) {
        reader.reset()
        gate.finish(emit)
    }
}

/// Translates the words of one group to MIDI 1.0 bytes: `translate --from ump --to bytes`, and `ump2` to `bytes`.
///
/// Writes F0 and the bytes of a SysEx UMP as soon as the UMP arrives.
package struct UMPToBytes: Sendable {
    /// The group that is translated, 0...15. Other groups are left out.
    package let group: UInt8
    private var canon: UMPCanon

    /// - Parameter source: `midi1` drops MIDI 2.0 channel messages, `midi2` translates them.
    package init(from source: MIDIProtocol = .midi1, group: UInt8 = 0) {
        self.group = group & 0x0F
        canon = UMPCanon(from: source)
    }

    /// Translates the next word and calls `emit` with each resulting byte, at most 13 times.
    package mutating func feed(_ word: UInt32, _ emit: (UInt8) -> Void) {
        canon.feed(word) { [group] message in UMPToBytes.write(message, of: group, emit) }
    }

    /// Ends the input: closes an open SysEx with F7.
    package mutating func finish(_ emit: (UInt8) -> Void) {
        canon.finish { [group] message in UMPToBytes.write(message, of: group, emit) }
    }

    private static func write(_ message: Message, of group: UInt8, _ emit: (UInt8) -> Void) {
        guard message.group == group else { return }
        var writer = StreamWriter()
        writer.write(message, at: 0, into: emit)
    }
}
