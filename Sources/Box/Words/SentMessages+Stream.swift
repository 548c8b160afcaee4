import MIDI

// Stream messages (M2-104-UM 7.1), which have no group.
extension SentMessages {
    /// Reads a stream message after `stream`.
    mutating func stream() throws(Problem) {
        let kind = take() ?? ""
        let shown = "stream \(kind)"
        func head(_ status: UInt32, _ rest: UInt32 = 0) -> UInt32 { 0xF000_0000 | status << 16 | rest }
        switch kind {
        case "endpoint-discovery":
            let version = try version(shown)
            add(Part(umps: [Message(head(0x00, version), flags(UMPNames.endpointFilters))]))
        case "endpoint-info": try endpointInfo(shown, head(0x01, try version(shown)))
        case "device-identity": try identity(shown, head(0x02))
        case "endpoint-name": try streamText(shown, head(0x03), from: 2)
        case "product-id": try streamText(shown, head(0x04), from: 2)
        case "configuration-request", "configuration":
            let spoken = try spokenProtocol(shown)
            add(Part(umps: [Message(head(kind == "configuration" ? 0x06 : 0x05, spoken << 8 | jitter()))]))
        case "block-discovery":
            let block = accept("all") ? 0xFF : try number(shown, 0...0xFE)
            add(Part(umps: [Message(head(0x10, block << 8 | flags(UMPNames.blockFilters)))]))
        case "block-info": try blockInfo(shown, head(0x11))
        case "block-name": try streamText(shown, head(0x12, try number(shown, 0...255) << 8), from: 3)
        case "start-of-clip": add(Part(umps: [Message(head(0x20))]))
        case "end-of-clip": add(Part(umps: [Message(head(0x21))]))
        default:
            throw Problem(message: "'\(shown)' is not a stream message; there are endpoint-discovery, endpoint-name, …")
        }
    }

    /// Reads `version 1.1`.
    private mutating func version(_ shown: String) throws(Problem) -> UInt32 {
        try expect("version", shown)
        let text = take() ?? ""
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard parts.count == 2, let major = parts[0], let minor = parts[1] else {
            throw Problem(message: "'\(shown) version \(text)': it must be two numbers with a point, such as 1.1")
        }
        return UInt32(major) << 8 | UInt32(minor)
    }

    /// Reads names of bits, in any order, and returns the bits.
    private mutating func flags(_ names: [String]) -> UInt32 {
        var bits: UInt32 = 0
        while let bit = words.first.flatMap({ names.firstIndex(of: $0) }) {
            bits |= 1 << UInt32(bit)
            words.removeFirst()
        }
        return bits
    }

    private mutating func jitter() -> UInt32 { (accept("jr-receive") ? 2 : 0) | (accept("jr-send") ? 1 : 0) }

    private mutating func spokenProtocol(_ shown: String) throws(Problem) -> UInt32 {
        if accept("protocol") { return try number("\(shown) protocol", 0...255) }
        return try index(in: UMPNames.protocols, shown)
    }

    private mutating func endpointInfo(_ shown: String, _ head: UInt32) throws(Problem) {
        try expect("blocks", shown)
        var bits = try number("\(shown) blocks", 0...127) << 24
        if accept("static") { bits |= 1 << 31 }
        if accept("midi-1.0") { bits |= 1 << 8 }
        if accept("midi-2.0") { bits |= 1 << 9 }
        add(Part(umps: [Message(head, bits | jitter())]))
    }

    private mutating func identity(_ shown: String, _ head: UInt32) throws(Problem) {
        try expect("manufacturer", shown)
        var ump = SentMessages.filled(Message(head), try bytes(3, shown)[...], from: 5)
        try expect("family", shown)
        ump = SentMessages.filled(ump, halves(try number("\(shown) family", 0...16383)), from: 8)
        try expect("model", shown)
        ump = SentMessages.filled(ump, halves(try number("\(shown) model", 0...16383)), from: 10)
        try expect("version", shown)
        add(Part(umps: [SentMessages.filled(ump, try bytes(4, shown)[...], from: 12)]))
    }

    /// Splits a value into two bytes of seven bits, the least significant first.
    private func halves(_ value: UInt32) -> ArraySlice<UInt8> { [UInt8(value & 0x7F), UInt8(value >> 7)] }

    private mutating func bytes(_ count: Int, _ shown: String) throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let byte = words.first.flatMap({ SentMessages.byte($0) }) else {
                throw Problem(message: "'\(shown)' needs \(count) bytes of two hex digits there")
            }
            bytes.append(byte)
            words.removeFirst()
        }
        return bytes
    }

    private mutating func streamText(_ shown: String, _ head: UInt32, from first: Int) throws(Problem) {
        let (piece, text) = try self.piece(of: shown)
        guard let umps = SentMessages.texts(text, piece, from: first, { head | $0 << 26 }) else {
            throw Problem(message: "'\(shown)': one packet holds \(16 - first) bytes of text")
        }
        add(Part(umps: umps))
    }

    private mutating func blockInfo(_ shown: String, _ head: UInt32) throws(Problem) {
        var first = head | (try number(shown, 0...127)) << 8
        if try index(in: ["inactive", "active"], shown) == 1 { first |= 1 << 15 }
        try expect("direction", shown)
        first |= try index(in: UMPNames.directions, "\(shown) direction")
        try expect("groups", shown)
        let group = try number("\(shown) groups", 1...256) - 1
        try expect("count", shown)
        let count = try number("\(shown) count", 0...255)
        try expect("midi-1.0", shown)
        first |= try index(in: UMPNames.midi1, "\(shown) midi-1.0") << 2
        try expect("hint", shown)
        first |= try index(in: UMPNames.hints, "\(shown) hint") << 4
        try expect("ci", shown)
        let version = try number("\(shown) ci", 0...255)
        try expect("sysex8-streams", shown)
        let streams = try number("\(shown) sysex8-streams", 0...255)
        add(Part(umps: [Message(first, group << 24 | count << 16 | version << 8 | streams)]))
    }
}
