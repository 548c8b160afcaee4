/// Translates words to canonical messages of the MIDI 2.0 protocol: `translate --from ump --to ump2`, and `ump2` to
/// `ump2`.
///
/// Keeps groups and the division of SysEx into UMPs. Translates MIDI 1.0 channel messages from both protocols.
package struct UMPToMIDI2: Sendable {
    private let source: MIDIProtocol
    private var reader = UMPReader()
    private var gate = SysExGate()
    private var up = ProtocolUp()

    /// - Parameter source: `midi1` drops MIDI 2.0 channel messages.
    package init(from source: MIDIProtocol) {
        self.source = source
    }

    /// Translates the next word and calls `emit` with each message that the word completes, at most three times.
    package mutating func feed(_ word: UInt32, _ emit: (Message) -> Void) {
        guard let message = reader.feed(word), gate.admits(message, emit) else { return }
        if source == .midi1 && message.isMIDI2ChannelMessage { return }
        up.feed(message, emit)
    }

    /// Ends the input: closes each open SysEx in the order of groups, then emits waiting values in the order of groups
    /// and channels.
    package mutating func finish(_ emit: (Message) -> Void) {
        reader.reset()
        gate.finish(emit)
        up.finish(emit)
    }
}
