import MIDI
import Plan

extension Pattern {
    /// The packets that this pattern sends as an output.
    var packets: [MessageTemplate.Packet] {
        var packets = messages.ranges.flatMap { range in
            pieces[range.lowerBound] == .byte(Status.sysEx) ? sysEx(range.dropFirst().dropLast()) : [short(range)]
        }
        packets[0].count = UInt16(packets.count)
        return packets
    }

    /// Makes the packet of a message of up to three bytes.
    private func short(_ range: Range<Int>) -> MessageTemplate.Packet {
        let bytes = pieces[range].map { $0.fixed } + [0, 0]
        var packet = MessageTemplate.Packet(Message(status: bytes[0], bytes[1], bytes[2]))
        for index in range {
            fill(index, of: &packet, byte: index == range.lowerBound ? nil : index - range.lowerBound - 1)
        }
        return packet
    }

    /// Makes the packets of a SysEx, each with up to six data bytes.
    private func sysEx(_ data: Range<Int>) -> [MessageTemplate.Packet] {
        var packets: [MessageTemplate.Packet] = []
        var start = data.lowerBound
        repeat {
            let part = start..<Swift.min(start + Message.sysExCapacity, data.upperBound)
            var bytes = InlineArray<6, UInt8>(repeating: 0)
            for index in part { bytes[index - start] = pieces[index].fixed }
            let isFirst = start == data.lowerBound
            let isLast = part.upperBound == data.upperBound
            let status: SysExStatus = isFirst ? isLast ? .complete : .start : isLast ? .end : .continue
            var packet = MessageTemplate.Packet(Message(sysEx: status, bytes, count: part.count))
            for index in part { fill(index, of: &packet, byte: index - start) }
            packets.append(packet)
            start = part.upperBound
        } while start < data.upperBound
        return packets
    }

    /// Marks where a packet contains a value or channel.
    private func fill(_ index: Int, of packet: inout MessageTemplate.Packet, byte: Int?) {
        switch pieces[index] {
        case .msb: packet.addGap(isFine ? .high : .low, byte: byte)
        case .lsb: packet.addGap(.low, byte: byte)
        case .channel: packet.addGap(.channel, byte: byte)
        case .byte, .any, .either: break
        }
    }
}

extension Pattern.Piece {
    /// The byte, with 0 for a value or channel.
    fileprivate var fixed: UInt8 {
        switch self {
        case .byte(let byte), .channel(let byte): byte
        case .msb, .lsb, .any, .either: 0
        }
    }
}
