/// Words to canonical messages of the MIDI 2.0 protocol: `translate --from ump --to ump2`, and `ump2` to itself.
///
/// Groups stay, SysEx packets stay as they are cut. MIDI 1.0 channel messages are translated whichever way they come.
public struct PacketsToMIDI2: Sendable {
    private let source: MIDIProtocol
    private var reader = PacketReader()
    private var gate = SysExGate()
    private var up = ProtocolUp()

    /// - Parameter source: with `midi1`, MIDI 2.0 channel messages are dropped.
    public init(from source: MIDIProtocol) {
        self.source = source
    }

    /// Takes the next word; `emit` is called with what it completes, at most three times.
    public mutating func feed(_ word: UInt32, _ emit: (Message) -> Void) {
        guard let message = reader.feed(word), gate.admits(message, emit) else { return }
        if source == .midi1 && message.isMIDI2ChannelMessage { return }
        up.feed(message, emit)
    }

    /// The end of the input: open SysEx are closed by group, then waiting values go out by group and channel.
    public mutating func finish(_ emit: (Message) -> Void) {
        reader.reset()
        gate.finish(emit)
        up.finish(emit)
    }
}
