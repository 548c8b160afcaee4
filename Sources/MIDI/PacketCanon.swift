/// Words to canonical messages of the MIDI 1.0 protocol: `translate --from ump --to ump`, and `ump2` to `ump`.
///
/// Groups stay, SysEx packets stay as they are cut; what is broken is closed and what is undefined dropped.
public struct PacketCanon: Sendable {
    private let source: MIDIProtocol
    private var reader = PacketReader()
    private var gate = SysExGate()

    /// - Parameter source: with `midi1`, MIDI 2.0 channel messages are dropped; with `midi2` they are translated.
    public init(from source: MIDIProtocol = .midi1) {
        self.source = source
    }

    /// Takes the next word; `emit` is called with what it completes, at most five times.
    public mutating func feed(_ word: UInt32, _ emit: (Message) -> Void) {
        guard let message = reader.feed(word), gate.admits(message, emit) else { return }
        if source == .midi2 && message.isMIDI2ChannelMessage {
            ProtocolDown.translate(message, emit)
        } else if let canonical = message.canonical {
            emit(canonical)
        }
    }

    /// The end of the input: open SysEx are closed by group, a half packet is dropped.
    public mutating func finish(_ emit: (Message) -> Void) {
        reader.reset()
        gate.finish(emit)
    }
}

/// Words to MIDI 1.0 bytes: `translate --from ump --to bytes`, and `ump2` to `bytes`.
///
/// One group is taken, the others are left out. Nothing is held: F0 and the bytes of a SysEx packet leave as it arrives.
public struct PacketsToBytes: Sendable {
    /// The group that is taken, 0...15.
    public let group: UInt8
    private var canon: PacketCanon

    /// - Parameter source: with `midi1`, MIDI 2.0 channel messages are dropped; with `midi2` they are translated.
    public init(from source: MIDIProtocol = .midi1, group: UInt8 = 0) {
        self.group = group & 0x0F
        canon = PacketCanon(from: source)
    }

    /// Takes the next word; `emit` is called with each byte, at most 13 times.
    public mutating func feed(_ word: UInt32, _ emit: (UInt8) -> Void) {
        canon.feed(word) { [group] message in PacketsToBytes.write(message, of: group, emit) }
    }

    /// The end of the input: an open SysEx gets its F7.
    public mutating func finish(_ emit: (UInt8) -> Void) {
        canon.finish { [group] message in PacketsToBytes.write(message, of: group, emit) }
    }

    private static func write(_ message: Message, of group: UInt8, _ emit: (UInt8) -> Void) {
        guard message.group == group else { return }
        var writer = StreamWriter()
        writer.write(message, at: 0, into: emit)
    }
}
