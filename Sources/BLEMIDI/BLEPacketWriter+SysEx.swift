import MIDI

// SysEx over any number of packets.
extension BLEPacketWriter {
    /// Writes a piece of a SysEx, which is never divided between packets.
    ///
    /// - Parameters:
    ///   - bytes: the piece with its F0 and F7.
    ///   - stamp: milliseconds.
    mutating func putSysEx(
        _ piece: Message, _ bytes: InlineArray<8, UInt8>, _ count: Int, _ stamp: UInt64,
        _ packet: UnsafeMutableRawBufferPointer
    ) -> Outcome {
        let begins = piece.sysExStatus == .start || piece.sysExStatus == .complete
        let ends = piece.sysExStatus == .end || piece.sysExStatus == .complete
        // A malformed piece, or one whose SysEx did not begin.
        if count == 0 || !begins && !isInSysEx { return .written }
        let needed = count + (begins ? 1 : 0) + (ends ? 1 : 0)
        // A packet that is not empty, not complete and does not begin this SysEx holds an earlier part of it.
        if length > 0 && (begins || !hasRoom(needed, stamp)) { return .full }
        if length == 0 { begin(stamp, packet) }
        if begins { writeStamp(stamp, packet) }
        write(bytes, 0..<(ends ? count - 1 : count), packet)
        if ends {
            writeStamp(stamp, packet)
            write(bytes, count - 1..<count, packet)
        }
        (isInSysEx, isComplete) = (!ends, ends)
        return .written
    }
}
