/// A parsed RTP packet with MIDI (RFC 3550, 5.1 and RFC 6295, 2.1 and 3). It points into the bytes that were parsed.
struct Packet {
    static let version: UInt8 = 2
    static let payloadType: UInt8 = 97
    static let headerBytes = 12

    let sequence: UInt16
    let timestamp: UInt32
    let ssrc: UInt32
    /// The MIDI list, without the header of the command section.
    let commands: UnsafeRawBufferPointer
    /// The Z bit: a delta time precedes the first command.
    let beginsWithDelta: Bool
    /// The recovery journal and any bytes after it; nil without the J bit.
    let journal: UnsafeRawBufferPointer?

    /// Parses a packet; nil if the bytes are no packet of payload type 97, or its lengths contradict each other.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > Packet.headerBytes, bytes[0] >> 6 == Packet.version else { return nil }
        guard bytes[1] & 0x7F == Packet.payloadType else { return nil }
        sequence = bytes.word16(at: 2)
        timestamp = bytes.word32(at: 4)
        ssrc = bytes.word32(at: 8)
        var end = bytes.count
        if bytes[0] & 0x20 != 0 {
            let padding = Int(bytes[end - 1])
            if padding == 0 || padding > end - Packet.headerBytes { return nil }
            end -= padding
        }
        var start = Packet.headerBytes + 4 * Int(bytes[0] & 0x0F)
        if bytes[0] & 0x10 != 0 {
            if start + 4 > end { return nil }
            start += 4 + 4 * Int(bytes.word16(at: start + 2))
        }
        if start >= end { return nil }
        // The header of the command section: B, J, Z, P and the length.
        let header = bytes[start]
        var length = Int(header & 0x0F)
        start += 1
        if header & 0x80 != 0 {
            if start >= end { return nil }
            length = length << 8 | Int(bytes[start])
            start += 1
        }
        if start + length > end { return nil }
        commands = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
        beginsWithDelta = header & 0x20 != 0
        journal = header & 0x40 != 0 ? UnsafeRawBufferPointer(rebasing: bytes[start + length..<end]) : nil
    }
}

extension Packet {
    /// Bytes before the command section's data: the RTP header and the longest header of the section.
    static let overhead = headerBytes + 2

    /// Writes the headers of a packet. `memory` holds `length` bytes of commands from `overhead` on, after which the
    /// journal of `journal` bytes follows (0: none). Returns the index in `memory` at which the packet begins.
    static func writeHeader(
        sequence: UInt16, timestamp: UInt32, ssrc: UInt32, length: Int, journal: Int,
        to memory: UnsafeMutableRawBufferPointer
    ) -> Int {
        let start = length > 15 ? 0 : 1
        let marker: UInt8 = length > 0 ? 0x80 : 0
        memory[start] = version << 6
        memory[start + 1] = marker | payloadType
        memory.put(sequence, at: start + 2)
        memory.put(timestamp, at: start + 4)
        memory.put(ssrc, at: start + 8)
        let flags: UInt8 = journal > 0 ? 0x40 : 0
        if length > 15 {
            memory[12] = 0x80 | flags | UInt8(length >> 8)
            memory[13] = UInt8(truncatingIfNeeded: length)
        } else {
            memory[13] = flags | UInt8(length)
        }
        return start
    }
}
