import MIDI

extension Pattern {
    /// Describes what an input must be; nil if the pattern can be an input.
    var inputFault: String? {
        if let fault = messages.fault { return fault }
        if messages.ranges.count != 1 { return "one message; these are \(messages.ranges.count)" }
        for (piece, name) in [(Piece.msb, "[MSB]"), (.lsb, "[LSB]")] where pieces.filter({ $0 == piece }).count > 1 {
            return "a message with \(name) once at most, in an input"
        }
        if channels > 1 { return "a message with [CH] once at most, in an input" }
        if isFine && !pieces.contains(.msb) { return "a message with [MSB] beside [LSB], the upper half of its value" }
        return nil
    }

    /// Describes what an output must be; nil if the pattern can be an output.
    var outputFault: String? {
        if pieces.contains(.any) { return "a message without [**], which is for inputs" }
        let counts = [Piece.msb, .lsb].map { piece in pieces.filter { $0 == piece }.count } + [channels]
        for (count, name) in zip(counts, ["[MSB]", "[LSB]", "[CH]"]) where count > 10 {
            return "a message with \(name) 10 times at most; it has it \(count) times"
        }
        return messages.fault
    }

    private var channels: Int {
        pieces.filter {
            if case .channel = $0 { return true }
            return false
        }.count
    }

    /// Splits the pieces into ranges of one message each. If a message is not complete, `fault` describes what the
    /// pieces must be.
    var messages: (ranges: [Range<Int>], fault: String?) {
        var ranges: [Range<Int>] = []
        var start = 0
        while start < pieces.count {
            guard let status = status(at: start) else {
                return (ranges, "whole messages, each with its status byte first; no other byte may follow")
            }
            let end = pieces[(start + 1)...].firstIndex { $0.isStatus } ?? pieces.count
            if status == Status.sysEx {
                guard end < pieces.count, pieces[end] == .byte(Status.sysExEnd) else {
                    return (ranges, "a SysEx of data bytes 00..7F that ends in F7")
                }
                ranges.append(start..<end + 1)
                start = end + 1
                continue
            }
            let length = MessageLength.bytes(status: status)
            if length == 0 {
                return (ranges, "messages that MIDI defines; none begins with \(Digits.hex(UInt32(status), 2))")
            }
            if end - start != length {
                let data = length == 2 ? "1 data byte 00..7F" : "\(length - 1) data bytes 00..7F"
                return (
                    ranges,
                    "whole messages: one that begins with \(Digits.hex(UInt32(status), 2)) has "
                        + (length == 1 ? "no data byte" : data)
                )
            }
            ranges.append(start..<end)
            start = end
        }
        return (ranges, nil)
    }

    /// Returns the status byte at an index, with channel 0 for `[CH]`; nil if the piece is not a status byte.
    private func status(at index: Int) -> UInt8? {
        switch pieces[index] {
        case .byte(let byte) where Status.isStatus(byte): byte
        // Only channel messages have a channel in their status.
        case .channel(let byte) where Status.isChannel(byte): byte
        default: nil
        }
    }
}
