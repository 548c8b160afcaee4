import MIDI

// Messages, and real-time inside them.
extension BLEPacketReader {
    /// Reads the data bytes of a message whose status is known. Real-time inside the message follows it, because its
    /// time is later: so the message waits for nothing.
    mutating func readMessage(
        _ status: UInt8, in packet: UnsafeRawBufferPointer, _ index: inout Int, _ emit: (UInt8, UInt16?) -> Void
    ) {
        let start = index
        let length = MessageLength.bytes(status: status) - 1
        var data = InlineArray<2, UInt8>(repeating: 0)
        var count = 0
        while count < length && index < packet.count {
            let realTime = BLEPacketReader.realTimeLength(in: packet, at: index)
            if realTime == 0 && Status.isStatus(packet[index]) { break }
            if realTime == 0 {
                data[count] = packet[index]
                count += 1
            }
            index += max(realTime, 1)
        }
        if count == length {
            emit(status, stamp)
            for place in 0..<count { emit(data[place], stamp) }
            endsInChannelMessage = Status.isChannel(status)
        } else {
            countMalformed()
        }
        if index - start > count { emitRealTime(in: packet, start..<index, emit) }
    }

    /// Passes on the real-time messages among the data bytes of a message.
    private mutating func emitRealTime(
        in packet: UnsafeRawBufferPointer, _ range: Range<Int>, _ emit: (UInt8, UInt16?) -> Void
    ) {
        var index = range.lowerBound
        while index < range.upperBound {
            let length = BLEPacketReader.realTimeLength(in: packet, at: index)
            if length == 2 { readStamp(packet[index]) }
            if length > 0 { emit(packet[index + length - 1], stamp) }
            index += max(length, 1)
        }
    }

    /// Reads data bytes of a SysEx, up to a time stamp. Some peers send real-time and F7 without one.
    mutating func readSysEx(
        in packet: UnsafeRawBufferPointer, _ index: inout Int, _ emit: (UInt8, UInt16?) -> Void
    ) {
        endsInChannelMessage = false
        while index < packet.count && isInSysEx {
            let byte = packet[index]
            if byte == Status.sysExEnd && BLEPacketReader.byte(after: index, in: packet) < Status.sysExEnd {
                isInSysEx = false
            } else if Status.isStatus(byte) && BLEPacketReader.realTimeLength(in: packet, at: index) != 1 {
                return
            }
            emit(byte, stamp)
            index += 1
        }
    }

    /// The length of a real-time message where a data byte is expected: 2 with its time stamp, 1 without; 0 if
    /// something else stands there.
    private static func realTimeLength(in packet: UnsafeRawBufferPointer, at index: Int) -> Int {
        if !Status.isStatus(packet[index]) { return 0 }
        let next = byte(after: index, in: packet)
        if Status.isRealTime(next) { return 2 }
        // A time stamp would have a status behind it.
        return Status.isRealTime(packet[index]) && !Status.isStatus(next) ? 1 : 0
    }

    /// The byte after an index; 0 at the end of the packet.
    private static func byte(after index: Int, in packet: UnsafeRawBufferPointer) -> UInt8 {
        index + 1 < packet.count ? packet[index + 1] : 0
    }
}
