import MIDI
import Plan

/// A MIDI message written in hex, with placeholders: `B[CH] 10 [MSB]`.
struct Pattern: Hashable {
    var pieces: [Piece]

    enum Piece: Hashable {
        case byte(UInt8)
        case msb
        case lsb
        /// A status byte without its channel, `B[CH]`: the upper half, with 0 in the lower half.
        case channel(UInt8)
        case any
        /// One of several bytes; only in inputs.
        case either([UInt8])

        /// Whether the piece is the first byte of a message.
        var isStatus: Bool {
            switch self {
            case .byte(let byte), .channel(let byte): Status.isStatus(byte)
            case .msb, .lsb, .any, .either: false
            }
        }
    }

    enum Reading {
        case good(Pattern)
        /// The text is not a valid pattern. The string describes what is expected instead.
        case bad(String)
    }

    /// Whether the pattern's value has 14 bits.
    var isFine: Bool { pieces.contains(.lsb) }

    /// Whether the pattern contains a placeholder for a value.
    var hasValue: Bool { isFine || pieces.contains(.msb) }

    /// Whether the internal clock sends messages that match the pattern (R20).
    var comesFromClock: Bool {
        [Status.songPosition, Status.timingClock, Status.start, Status.continue, Status.stop].contains(firstByte)
    }

    var firstByte: UInt8 {
        switch pieces.first {
        case .byte(let byte), .channel(let byte): byte
        default: 0
        }
    }

    /// A hash that identifies the pattern (64-bit FNV-1a).
    var digest: UInt64 {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for piece in pieces {
            for code in piece.codes { digest = (digest ^ code) &* 0x100_0000_01B3 }
        }
        return digest
    }

    static func read(_ text: Text) -> Reading {
        var pieces: [Piece] = []
        for word in Word.split(text) ?? [] {
            guard let piece = piece(word.text) else {
                return .bad(
                    "bytes in hex, [MSB], [LSB], [CH] or [**], separated by spaces; `\(clipped(word.text))` is not one "
                        + "of these"
                )
            }
            pieces.append(piece)
        }
        if pieces.count > Limits.patternBytes {
            return .bad("at most \(Limits.patternBytes) bytes, the limit `patternBytes`; it has \(pieces.count)")
        }
        if pieces.first?.isStatus != true { return .bad("a whole message, with its status byte 80..FF first") }
        return .good(Pattern(pieces: pieces))
    }

    private static func piece(_ text: Text) -> Piece? {
        switch text {
        case "[MSB]": return .msb
        case "[LSB]": return .lsb
        case "[**]": return .any
        default: break
        }
        let bytes = text.bytes
        guard let first = bytes.first, let high = Digits.value(ofHex: first) else { return nil }
        if bytes.count == 5, text.from(1) == "[CH]" { return .channel(high << 4) }
        guard bytes.count == 2, let low = Digits.value(ofHex: bytes[1]) else { return nil }
        return .byte(high << 4 | low)
    }
}

extension Pattern.Piece {
    /// Numbers that identify the piece in a hash.
    fileprivate var codes: [UInt64] {
        switch self {
        case .byte(let byte): [UInt64(byte)]
        case .channel(let byte): [0x100 | UInt64(byte)]
        case .msb: [0x200]
        case .lsb: [0x201]
        case .any: [0x202]
        case .either(let bytes): [0x300 | UInt64(bytes.count)] + bytes.map { UInt64($0) }
        }
    }
}
