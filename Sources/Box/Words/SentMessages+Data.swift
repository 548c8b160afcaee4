import MIDI

// SysEx 7, SysEx 8 and mixed data sets as single UMPs (M2-104-UM 7.7 to 7.9).
extension SentMessages {
    /// Reads bytes of two hex digits, as many as follow.
    private mutating func data() -> [UInt8] {
        var bytes: [UInt8] = []
        while let byte = words.first.flatMap({ SentMessages.byte($0) }) {
            bytes.append(byte)
            words.removeFirst()
        }
        return bytes
    }

    /// Reads `sysex 7E 7F 09 01`, or a SysEx from F0 to F7 as a monitor shows it.
    mutating func sysEx() throws(Problem) {
        let piece = piece()
        let bytes = data()
        if piece == 0 && bytes.first == Status.sysEx {
            words = (bytes.map { Digits.hex([$0]) } + words)[...]
            return try raw()
        }
        if bytes.contains(where: { Status.isStatus($0) }) {
            throw Problem(message: "'sysex \(Digits.hex(bytes))': its bytes are 00..7F")
        }
        let group = try group()
        if piece == 0 { return add(Part(umps: SentMessages.umps(of: [0xF0] + bytes + [0xF7], group: group))) }
        if bytes.count > Message.sysExCapacity {
            throw Problem(message: "'sysex \(Digits.hex(bytes))': one packet holds 6 bytes")
        }
        let head = 0x3000_0000 | UInt32(group) << 24 | piece << 20 | UInt32(bytes.count) << 16
        add(Part(umps: [SentMessages.filled(Message(head), bytes[...], from: 2)]))
    }

    /// Reads `sysex8 stream 0 12 34`. More than 13 bytes become several UMPs.
    mutating func sysEx8() throws(Problem) {
        let piece = piece()
        try expect("stream", "sysex8")
        let stream = try number("sysex8 stream", 0...255)
        var rest = data()[...]
        let group = try group()
        if piece != 0 && rest.count > 13 {
            throw Problem(message: "'sysex8 stream \(stream)': one packet holds 13 bytes")
        }
        var umps: [Message] = []
        repeat {
            let (isFirst, isLast) = (umps.isEmpty, rest.count <= 13)
            let place: UInt32 = piece != 0 ? piece : isFirst ? isLast ? 0 : 1 : isLast ? 3 : 2
            let count = UInt32(min(rest.count, 13) + 1)
            let head = 0x5000_0000 | UInt32(group) << 24 | place << 20 | count << 16 | stream << 8
            umps.append(SentMessages.filled(Message(head), rest.prefix(13), from: 3))
            rest = rest.dropFirst(13)
        } while !rest.isEmpty
        add(Part(umps: umps))
    }

    /// Reads one UMP of a mixed data set.
    mutating func mixedData() throws(Problem) {
        let kind = try index(in: ["header", "payload"], "mixed-data")
        let id = try number("mixed-data", 0...15)
        let head = 0x5080_0000 | kind << 20 | id << 16
        if kind == 1 {
            let bytes = data()
            if bytes.count > 14 { throw Problem(message: "'mixed-data payload': one packet holds 14 bytes") }
            let group = UInt32(try group())
            return add(Part(umps: [SentMessages.filled(Message(head | group << 24), bytes[...], from: 2)]))
        }
        let shown = "mixed-data header"
        try expect("bytes", shown)
        let count = try number(shown, 0...0xFFFF)
        try expect("chunk", shown)
        let text = take() ?? ""
        let chunk = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt16($0) }
        guard chunk.count == 2, let number = chunk[0], let total = chunk[1] else {
            throw Problem(message: "'\(shown) chunk \(text)': it must be a number and how many there are, such as 1/4")
        }
        try expect("manufacturer", shown)
        let manufacturer = try self.number(shown, 0...0xFFFF)
        try expect("device", shown)
        let device = try self.number(shown, 0...0xFFFF)
        try expect("sub-ids", shown)
        let (one, two) = (try self.number(shown, 0...0xFFFF), try self.number(shown, 0...0xFFFF))
        let group = UInt32(try group())
        let ump = Message(
            head | group << 24 | count, UInt32(total) << 16 | UInt32(number), manufacturer << 16 | device,
            one << 16 | two)
        add(Part(umps: [ump]))
    }
}
