/// MIDI 1.0 bytes to messages of the MIDI 2.0 protocol: `translate --from bytes --to ump2`.
public struct BytesToMIDI2: Sendable {
    private var parser: StreamParser
    private var up = ProtocolUp()

    /// - Parameter group: what comes out carries it, 0...15.
    public init(group: UInt8 = 0) {
        parser = StreamParser(group: group)
    }

    /// Takes the next byte; `emit` is called with what it completes, at most three times.
    public mutating func feed(_ byte: UInt8, _ emit: (Message) -> Void) {
        parser.feed(byte) { up.feed($0, emit) }
    }

    /// The end of the input: a SysEx is broken, then waiting values go out by channel.
    public mutating func finish(_ emit: (Message) -> Void) {
        parser.finish { up.feed($0, emit) }
        up.finish(emit)
    }
}
