import MIDI
import Plan

extension Pattern {
    /// The UMPs that this pattern sends as an output.
    var umps: [MessageTemplate.UMP] {
        var umps = messages.ranges.flatMap { range in
            pieces[range.lowerBound] == .byte(Status.sysEx) ? sysEx(range.dropFirst().dropLast()) : [short(range)]
        }
        umps[0].count = UInt16(umps.count)
        return umps
    }

    /// Makes the UMP of a message of up to three bytes.
    private func short(_ range: Range<Int>) -> MessageTemplate.UMP {
        let bytes = pieces[range].map { $0.fixed } + [0, 0]
        var ump = MessageTemplate.UMP(Message(status: bytes[0], bytes[1], bytes[2]))
        for index in range {
            fill(index, of: &ump, byte: index == range.lowerBound ? nil : index - range.lowerBound - 1)
        }
        return ump
    }

    /// Makes the UMPs of a SysEx, each with up to six data bytes.
    private func sysEx(_ data: Range<Int>) -> [MessageTemplate.UMP] {
        var umps: [MessageTemplate.UMP] = []
        var start = data.lowerBound
        repeat {
            let part = start..<Swift.min(start + Message.sysExCapacity, data.upperBound)
            var bytes = InlineArray<6, UInt8>(repeating: 0)
            for index in part { bytes[index - start] = pieces[index].fixed }
            let isFirst = start == data.lowerBound
            let isLast = part.upperBound == data.upperBound
            let status: SysExStatus = isFirst ? isLast ? .complete : .start : isLast ? .end : .continue
            var ump = MessageTemplate.UMP(Message(sysEx: status, bytes, count: part.count))
            for index in part { fill(index, of: &ump, byte: index - start) }
            umps.append(ump)
            start = part.upperBound
        } while start < data.upperBound
        return umps
    }

    /// Marks where a UMP contains a value or channel.
    private func fill(_ index: Int, of ump: inout MessageTemplate.UMP, byte: Int?) {
        switch pieces[index] {
        case .msb: ump.addGap(isFine ? .high : .low, byte: byte)
        case .lsb: ump.addGap(.low, byte: byte)
        case .channel: ump.addGap(.channel, byte: byte)
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
