import MIDI

extension Message {
    /// The MIDI 1.0 bytes of the message without running status, 0...8. See `PackedBytes`.
    var bytes: [UInt8] {
        var encoded = InlineArray<8, UInt8>(repeating: 0)
        let count = StreamWriter.encode(self, into: &encoded)
        return (0..<count).map { encoded[$0] }
    }
}
