import MIDI
import Routing

/// A message written in hex, with placeholders: `B[CH] 10 [MSB]`.
struct Pattern {
    var bytes: [Piece]

    enum Piece: Equatable {
        case byte(UInt8)
        case msb
        case lsb
        /// A status byte whose channel is put in; the upper nibble.
        case channel(UInt8)
        case any

        var isByte: Bool {
            if case .byte = self { return true }
            return false
        }
    }

    enum Reading {
        case good(Pattern)
        /// What it must be instead.
        case bad(String)
    }

    static func read(_ text: String) -> Reading {
        var bytes: [Piece] = []
        for word in Word.split(text) ?? [] {
            guard let piece = piece(word.text) else {
                return .bad(
                    "bytes in hex, [MSB], [LSB], [CH] or [**], apart by blanks; `\(clipped(word.text))` is none")
            }
            bytes.append(piece)
        }
        if bytes.count > Limits.patternBytes {
            return .bad("at most \(Limits.patternBytes) bytes, the limit `patternBytes`; it has \(bytes.count)")
        }
        switch bytes.first {
        case .byte(0x80...), .channel(0x80...): return .good(Pattern(bytes: bytes))
        default: return .bad("a whole message, with its status byte 80..FF first")
        }
    }

    private static func piece(_ text: String) -> Piece? {
        switch text {
        case "[MSB]": return .msb
        case "[LSB]": return .lsb
        case "[**]": return .any
        default: break
        }
        let bytes = Array(text.utf8)
        guard let first = bytes.first, let high = Decimal.hexDigit(first) else { return nil }
        if bytes.count == 5, bytes[1...].elementsEqual("[CH]".utf8) { return .channel(high << 4) }
        guard bytes.count == 2, let low = Decimal.hexDigit(bytes[1]) else { return nil }
        return .byte(high << 4 | low)
    }

    /// The one message it is on a channel of 0...15, in packets, or what is wrong with it.
    func messages(channel: UInt8) -> [Message]? {
        var raw: [UInt8] = []
        for piece in bytes {
            switch piece {
            case .byte(let byte): raw.append(byte)
            case .channel(let high): raw.append(high | channel)
            default: return nil
            }
        }
        let data = raw.dropFirst()
        if raw[0] == 0xF0 {
            guard raw.count >= 2, raw.last == 0xF7, data.dropLast().allSatisfy({ $0 < 0x80 }) else { return nil }
            return sysEx(Array(data.dropLast()))
        }
        guard MessageLength.bytes(status: raw[0]) == raw.count, data.allSatisfy({ $0 < 0x80 }) else { return nil }
        return [Message(status: raw[0], raw.count > 1 ? raw[1] : 0, raw.count > 2 ? raw[2] : 0)]
    }

    /// A SysEx in packets of up to six bytes.
    private func sysEx(_ data: [UInt8]) -> [Message] {
        var packets: [Message] = []
        var start = 0
        repeat {
            let count = Swift.min(Message.sysExCapacity, data.count - start)
            var piece = InlineArray<6, UInt8>(repeating: 0)
            for index in 0..<count { piece[index] = data[start + index] }
            let isFirst = start == 0
            let isLast = start + count == data.count
            let status: SysExStatus = isFirst ? isLast ? .complete : .start : isLast ? .end : .continue
            packets.append(Message(sysEx: status, piece, count: count))
            start += count
        } while start < data.count
        return packets
    }
}
