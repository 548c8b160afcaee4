import Configuration
import MIDI

// Messages whose words are those of a `UMPLayout`.
extension SentMessages {
    /// Reads the values of a message after its name, then its channel and group, and adds the message.
    mutating func read(_ layout: UMPLayout) throws(Problem) {
        var ump = Message(layout.head)
        /// What errors show before the next value.
        var label = layout.shown
        /// Whether the next value is left out with the word before it.
        var isLeftOut = false
        for value in layout.values {
            if isLeftOut {
                isLeftOut = false
                continue
            }
            switch value {
            case .word(let word):
                try expect(word, layout.name)
                label = "\(layout.name) \(word)"
            case .filler(let word):
                try expect(word, layout.name)
                label = layout.name
            case .option(let word):
                isLeftOut = !accept(word)
                label = "\(layout.name) \(word)"
            case .note:
                let name = take() ?? ""
                layout.put(UInt32(try key(name, "\(label) \(name)")), "key", into: &ump)
                label = "\(layout.name) \(name)"
            case .text:
                guard let text = take() else { throw Problem(message: "'\(layout.name)' needs a text in quotes") }
                let first = layout.field("text-1").byte
                return try addPieces(of: Array(text.utf8), layout, ump, position: "form", from: first)
            case .data: return try addPieces(of: data(), layout, ump, position: "status", from: 3)
            default:
                try read(value, layout, label, &ump)
                label = layout.name
            }
        }
        try finish(&ump)
        if ump.hasBytes { add(ump.bytes, group: 0) } else { add(Part(umps: [ump])) }
    }

    /// Reads one value into its fields.
    private mutating func read(
        _ value: UMPValue, _ layout: UMPLayout, _ label: String, _ ump: inout Message
    ) throws(Problem) {
        func put(_ value: UInt32, _ field: String) { layout.put(value, field, into: &ump) }
        switch value {
        case .number(let field): put(try number(label, 0...layout.field(field).greatest), field)
        case .ordinal(let field): put(try number(label, 1...256) - 1, field)
        case .wide(let lsb, let msb):
            let number = try number(label, 0...16383)
            put(number & 0x7F, lsb)
            put(number >> 7, msb)
        case .list(let fields, let separator, let rule):
            let fields = fields.map { layout.field($0) }
            for (field, number) in zip(fields, try list(fields.map { $0.greatest }, separator, label, rule)) {
                field.put(number, into: &ump)
            }
        case .names(let field, let names): put(try index(in: names, label), field)
        case .flag(let word, let field): if accept(word) { put(1, field ?? word) }
        case .asks(let words):
            while let word = self.words.first, words.contains(word) {
                put(1, "asks-\(word)")
                self.words.removeFirst()
            }
        case .bytes(let field, let count):
            let bytes = data(most: count)
            if bytes.count < count {
                throw Problem(message: "'\(layout.name)' needs \(count) bytes of two hex digits there")
            }
            ump = SentMessages.filled(ump, bytes, from: layout.field(field).byte)
        case .piece(let field): put(piece(), field)
        case .payload:
            let bytes = data()
            if bytes.count > 14 { throw Problem(message: "'\(layout.name)': one packet holds 14 bytes") }
            ump = SentMessages.filled(ump, bytes, from: 2)
        case .controller: put(UInt32(try controllerNumber()), "controller")
        case .keyPressure where !hasFineValue:
            _ = accept("=")
            ump = Message(0x20A0_0000 | ump.word0 & 0x7F00 | (try number(label, 0...127)))
        case .keyPressure: ump.word1 = try fine("\(label) =")
        case .value: ump.word1 = try fine("\(layout.name) =")
        case .change: ump.word1 = try change()
        case .perNoteController:
            put(try index(in: ["registered", "assignable"], label), "status")
            put(try number(label, 0...127), "controller")
            ump.word1 = try fine("\(layout.name) =")
        case .management:
            if !accept("none") && words.first != "detach" && words.first != "reset" {
                throw Problem(message: "'\(label)' needs detach, reset, both of them or none")
            }
            for word in ["detach", "reset"] where accept(word) { put(1, word) }
        case .bank:
            _ = accept("bank")
            if accept("none") { break }
            let bank = try list([127, 127], "/", "bank", "two numbers 0..127 with a slash, such as 0/5")
            put(1, "bank-valid")
            put(bank[0], "bank-msb")
            put(bank[1], "bank-lsb")
        case .tempo: ump.word1 = try tempo()
        case .timeSignature: ump.word1 = try timeSignature()
        case .accidentals:
            let text = take() ?? ""
            guard let number = Int32(text), -8...7 ~= number else {
                throw Problem(message: "'\(label) \(text)': it must be -8..7")
            }
            put(UInt32(bitPattern: number) & 0xF, "accidentals")
        case .chord:
            try chord("", 4, layout, &ump)
            if accept("bass") { try chord("bass-", 2, layout, &ump) }
        case .spokenProtocol:
            let isNumber = accept("protocol")
            let number = isNumber ? try number("\(label) protocol", 0...255) : try index(in: UMPNames.protocols, label)
            put(number, "protocol")
        case .block: put(accept("all") ? 0xFF : try number(label, 0...0xFE), "block")
        case .word, .filler, .option, .note, .text, .data, .attribute, .controllerName: break
        }
    }

    /// Reads what follows the values of a message: channel and group, as its type has them.
    private mutating func finish(_ ump: inout Message) throws(Problem) {
        switch ump.type {
        case MessageType.utility, MessageType.stream: break
        case MessageType.system, MessageType.longData: ump = ump.on(group: try group())
        default:
            let suffixes = try suffixes()
            ump = ump.on(group: suffixes.group)
            ump.word0 |= UInt32(suffixes.channelBits) << 16
            // Address 1 of Flex Data is the group, 0 a channel.
            if ump.type == MessageType.flexData && suffixes.channel == nil { ump.word0 |= 1 << 20 }
        }
    }

    /// Reads channel and group, and adds text or data: as one UMP if its position is written, else as many as it needs.
    ///
    /// - Parameters:
    ///   - position: the name of the field for the position (`UMPNames.pieces`).
    ///   - first: the index of the first byte in a UMP.
    private mutating func addPieces(
        of bytes: [UInt8], _ layout: UMPLayout, _ head: Message, position: String, from first: Int
    ) throws(Problem) {
        let (capacity, position) = (16 - first, layout.field(position))
        let isPiece = position.value(in: head) != 0
        var head = head
        try finish(&head)
        let isData = head.type == MessageType.longData
        if isPiece && bytes.count > capacity {
            let shown = isData ? "\(layout.name) stream \(layout.value("stream", in: head))" : layout.name
            throw Problem(message: "'\(shown)': one packet holds \(capacity) bytes" + (isData ? "" : " of text"))
        }
        var (umps, rest): ([Message], ArraySlice<UInt8>) = ([], bytes[...])
        repeat {
            let (isFirst, isLast) = (umps.isEmpty, rest.count <= capacity)
            var ump = SentMessages.filled(head, rest.prefix(capacity), from: first)
            if !isPiece { position.put(isFirst ? isLast ? 0 : 1 : isLast ? 3 : 2, into: &ump) }
            // The count includes the byte of the stream number.
            if isData { layout.put(UInt32(min(rest.count, capacity) + 1), "bytes", into: &ump) }
            umps.append(ump)
            rest = rest.dropFirst(capacity)
        } while !rest.isEmpty
        add(Part(umps: umps))
    }
}
