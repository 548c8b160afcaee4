import Compact

/// One whole message of `play` or `send`, as the socket takes it, and what a browser holds by it.
struct PlayedMessage: Equatable {
    /// Bytes of two hex digits, or words of eight.
    var words: String
    var effect = Effect.none

    enum Effect: Equatable {
        case none
        /// A note begins, or a controller leaves its rest. `release` ends the note, or lets the controller rest.
        case begins(UInt32, release: String)
        case ends(UInt32)
    }

    /// Reads whole messages without running status, bytes or UMPs; nil if the words are none.
    static func read(_ words: ArraySlice<LineWords.Word>) -> [PlayedMessage]? {
        if words.isEmpty { return nil }
        let packets = words.compactMap { LineWords.packetWord($0) }
        if packets.count == words.count { return messages(packets[...]) }
        let bytes = words.compactMap { LineWords.byte($0) }
        return bytes.count == words.count ? messages(bytes[...]) : nil
    }

    /// Whether the effect is that of a note: the same key may be held several times.
    static func isNote(_ held: UInt32) -> Bool { held & 0xF000 == 0x8000 }

    // MARK: - MIDI 1.0

    private static func messages(_ bytes: ArraySlice<UInt8>) -> [PlayedMessage]? {
        var (rest, messages) = (bytes, [] as [PlayedMessage])
        while let status = rest.first {
            guard status >= 0x80, let count = length(rest) else { return nil }
            let message = Array(rest.prefix(count))
            let data = status == 0xF0 ? message.dropFirst().dropLast() : message.dropFirst()
            if message.count < count || data.contains(where: { $0 >= 0x80 }) { return nil }
            messages.append(PlayedMessage(words: Digits.hex(message), effect: effect(of: message)))
            rest = rest.dropFirst(count)
        }
        return messages
    }

    /// Bytes of the message that begins a text; nil for a SysEx without an end.
    private static func length(_ bytes: ArraySlice<UInt8>) -> Int? {
        switch bytes[bytes.startIndex] {
        case 0xF0: bytes.firstIndex(of: 0xF7).map { $0 - bytes.startIndex + 1 }
        case 0xC0...0xDF, 0xF1, 0xF3: 2
        case 0xF4...0xFF: 1
        default: 3
        }
    }

    /// What a message of MIDI 1.0 holds: notes, pedals (controllers 64 to 69), pressure and pitch bend.
    private static func effect(of message: [UInt8]) -> Effect {
        let (status, data) = (message[0] & 0xF0, message.dropFirst())
        let channel = message[0] & 0x0F
        guard let first = data.first, let last = data.last else { return .none }
        func held(_ kind: UInt8, _ number: UInt8) -> UInt32 {
            UInt32(kind) << 8 | UInt32(channel) << 8 | UInt32(number)
        }
        switch status {
        case 0x90 where last > 0:
            return .begins(held(0x80, first), release: Digits.hex([0x80 | channel, first, 0x40]))
        case 0x80, 0x90: return .ends(held(0x80, first))
        case 0xB0 where 64...69 ~= first && last > 0:
            return .begins(held(0xB0, first), release: Digits.hex([0xB0 | channel, first, 0]))
        case 0xB0 where 64...69 ~= first: return .ends(held(0xB0, first))
        case 0xD0 where last > 0: return .begins(held(0xD0, 0), release: Digits.hex([0xD0 | channel, 0]))
        case 0xD0: return .ends(held(0xD0, 0))
        case 0xE0 where first != 0 || last != 0x40:
            return .begins(held(0xE0, 0), release: Digits.hex([0xE0 | channel, 0, 0x40]))
        case 0xE0: return .ends(held(0xE0, 0))
        default: return .none
        }
    }

    // MARK: - Universal MIDI Packets

    /// Words of a packet by its type (M2-104-UM, table 4).
    private static let sizes = [1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]

    private static func messages(_ words: ArraySlice<UInt32>) -> [PlayedMessage]? {
        var (rest, messages) = (words, [] as [PlayedMessage])
        while let first = rest.first {
            let packet = Array(rest.prefix(sizes[Int(first >> 28)]))
            if packet.count < sizes[Int(first >> 28)] { return nil }
            messages.append(PlayedMessage(words: Digits.hex(packet), effect: effect(of: packet)))
            rest = rest.dropFirst(packet.count)
        }
        return messages
    }

    /// What a packet holds: notes of MIDI 1.0 and MIDI 2.0. The box itself releases all else with the connection.
    private static func effect(of packet: [UInt32]) -> Effect {
        let (type, status) = (packet[0] >> 28, packet[0] >> 20 & 0x0F)
        if type != 2 && type != 4 || status != 8 && status != 9 { return .none }
        // The group is part of what is held: bits 16 to 19.
        let key = packet[0] >> 8 & 0x7F
        let held = 0x8000 | (packet[0] >> 16 & 0x0F) << 8 | key | (packet[0] >> 24 & 0x0F) << 16
        // A Note On with velocity 0 is a Note Off in MIDI 1.0 alone.
        if status == 8 || type == 2 && packet[0] & 0x7F == 0 { return .ends(held) }
        let off = packet[0] & 0xFF0F_0000 | 0x0080_0000 | key << 8
        return .begins(held, release: type == 2 ? Digits.hex([off | 0x40]) : Digits.hex([off, 0]))
    }
}
