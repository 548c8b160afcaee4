import MIDI

/// Cuts the data of a segment of a SysEx (RFC 6295, 3.2) into the pieces of messages. Nothing is held back for the next
/// segment, so each byte counts for the packet that holds it.
enum SysExCutter {
    /// Calls `body` with each piece.
    ///
    /// - Parameters:
    ///   - hasBegun: earlier segments hold the beginning.
    ///   - isLast: the SysEx ends with this segment.
    static func cut(
        _ data: UnsafeRawBufferPointer, hasBegun: Bool, isLast: Bool, _ body: (Message) -> Void
    ) {
        var (index, hasBegun) = (0, hasBegun)
        repeat {
            var bytes = InlineArray<6, UInt8>(repeating: 0)
            let count = min(Message.sysExCapacity, data.count - index)
            for place in 0..<count { bytes[place] = data[index + place] }
            index += count
            let ends = isLast && index == data.count
            let status: SysExStatus = hasBegun ? (ends ? .end : .continue) : (ends ? .complete : .start)
            body(Message(sysEx: status, bytes, count: count))
            hasBegun = true
        } while index < data.count
    }
}
