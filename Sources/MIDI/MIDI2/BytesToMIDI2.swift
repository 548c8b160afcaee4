/// Translates MIDI 1.0 bytes to messages of the MIDI 2.0 protocol: `translate --from bytes --to ump2`.
package struct BytesToMIDI2: Sendable {
    private var parser: StreamParser
    private var up = ProtocolUp()

    /// - Parameter group: the group of all emitted messages, 0...15.
    package init(group: UInt8 = 0) {
        parser = StreamParser(group: group)
    }

    /// Translates the next byte and calls `emit` with each message that the byte completes, at most three times.
    package mutating func feed(_ byte: UInt8, _ emit: (Message) -> Void) {
        parser.feed(byte) { up.feed($0, emit) }
    }

    /// Ends the input: breaks an open SysEx, then emits the waiting values in the order of their channels.
    package mutating func finish(_ emit: (Message) -> Void) {
        parser.finish { up.feed($0, emit) }
        up.finish(emit)
    }
}
