import MIDI

/// Takes the packets of one peer apart (MIDI over Bluetooth Low Energy 1.0, RP-052), with the faults that B11
/// tolerates.
///
/// What it passes on is a well-formed byte stream for `StreamParser`: each message has its status byte, and only SysEx
/// is interrupted, by real-time.
package struct BLEPacketReader {
    /// Malformed parts of packets, which were dropped; wraps.
    package private(set) var malformed: UInt32 = 0
    /// The running status; 0: none.
    var status: UInt8 = 0
    /// Whether a channel message was read last. Only then running status goes on in the next packet.
    var endsInChannelMessage = false
    var isInSysEx = false
    /// The newest time stamp of this packet, in milliseconds, 13 bits; nil before the first.
    private(set) var stamp: UInt16?
    /// The upper six bits of the next time stamp.
    private var high: UInt16 = 0

    package init() {}

    /// Drops an unfinished SysEx and the running status: the peer has gone.
    package mutating func forget() {
        (status, endsInChannelMessage, isInSysEx) = (0, false, false)
    }

    /// Reads a packet and passes its bytes of MIDI to `emit`, each with the time stamp of its message: milliseconds of
    /// 13 bits, or nil if the packet has none before it.
    package mutating func read(_ packet: UnsafeRawBufferPointer, _ emit: (UInt8, UInt16?) -> Void) {
        if packet.isEmpty { return }
        if !Status.isStatus(packet[0]) { return countMalformed() }
        // Bit 6 of the header is reserved. Some peers set it.
        high = UInt16(packet[0] & 0x3F)
        stamp = nil
        if !endsInChannelMessage { status = 0 }
        var index = 1
        while index < packet.count { readNext(in: packet, &index, emit) }
    }

    /// Reads a time stamp, if one is next, and what follows it.
    private mutating func readNext(
        in packet: UnsafeRawBufferPointer, _ index: inout Int, _ emit: (UInt8, UInt16?) -> Void
    ) {
        if Status.isStatus(packet[index]) {
            readStamp(packet[index])
            index += 1
            if index == packet.count { return countMalformed() }
        }
        let byte = packet[index]
        if Status.isStatus(byte) {
            index += 1
            readStatus(byte, in: packet, &index, emit)
        } else if isInSysEx {
            readSysEx(in: packet, &index, emit)
        } else if status != 0 {
            readMessage(status, in: packet, &index, emit)
        } else {
            skipData(in: packet, &index)
        }
    }

    private mutating func readStatus(
        _ byte: UInt8, in packet: UnsafeRawBufferPointer, _ index: inout Int, _ emit: (UInt8, UInt16?) -> Void
    ) {
        endsInChannelMessage = false
        if Status.isRealTime(byte) { return emit(byte, stamp) }
        if byte == Status.sysExEnd {
            if !isInSysEx { return countMalformed() }
            isInSysEx = false
            return emit(byte, stamp)
        }
        // The last SysEx has no end.
        if isInSysEx { countMalformed() }
        isInSysEx = byte == Status.sysEx
        if isInSysEx {
            emit(byte, stamp)
            readSysEx(in: packet, &index, emit)
        } else if MessageLength.bytes(status: byte) > 0 {
            // System messages leave the running status in force, unlike on a cable.
            if Status.isChannel(byte) { status = byte }
            readMessage(byte, in: packet, &index, emit)
        } else {
            // The undefined F4 and F5 end a SysEx, as on a cable (S2).
            emit(byte, stamp)
            skipData(in: packet, &index)
        }
    }

    /// Drops data bytes that belong to no message.
    private mutating func skipData(in packet: UnsafeRawBufferPointer, _ index: inout Int) {
        countMalformed()
        while index < packet.count && !Status.isStatus(packet[index]) { index += 1 }
    }

    mutating func countMalformed() {
        malformed &+= 1
        endsInChannelMessage = false
    }

    /// Reads the lower seven bits of a time stamp. Bits that fall within a packet add one to the upper six.
    mutating func readStamp(_ byte: UInt8) {
        let low = UInt16(byte & 0x7F)
        if let stamp, low < stamp & 0x7F { high = (high + 1) & 0x3F }
        stamp = high << 7 | low
    }
}
