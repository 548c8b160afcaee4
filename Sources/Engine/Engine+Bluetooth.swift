import MIDI

extension Engine {
    /// Receives a message of a Bluetooth peer like the bytes of a cable, Active Sensing included (B11). A recording has
    /// the bytes at the time of their routing, so that it plays without the peer.
    package func receive(asBytes message: Message, from port: UInt8, at time: UInt64) {
        var bytes = InlineArray<8, UInt8>(repeating: 0)
        let count = StreamWriter.encode(message, into: &bytes)
        if count == 0 { return }
        withUnsafeBytes(of: &bytes) { bytes in
            receive(UnsafeRawBufferPointer(rebasing: bytes[..<count]), from: port, at: time)
        }
    }
}
