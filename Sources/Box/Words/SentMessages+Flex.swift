import MIDI

// Flex Data (M2-104-UM 7.5).
extension SentMessages {
    /// Reads a Flex Data message after `flex`. The message is for the group unless a channel is written.
    mutating func flex() throws(Problem) {
        let kind = words.first ?? ""
        if let status = UMPNames.metadataTexts.firstIndex(of: kind) { return try flexText(1, UInt32(status)) }
        if let status = UMPNames.performanceTexts.firstIndex(of: kind) { return try flexText(2, UInt32(status)) }
        words.removeFirst(words.isEmpty ? 0 : 1)
        switch kind {
        case "tempo": try addFlex(0, (try tempo(), 0, 0))
        case "time-signature": try addFlex(1, (try timeSignature(), 0, 0))
        case "metronome": try metronome()
        case "key-signature":
            let accidentals = try signed("flex key-signature", -8...7)
            let tonic = accept("tonic") ? try index(in: UMPNames.tonics, "flex key-signature tonic") : 0
            try addFlex(5, (accidentals << 28 | tonic << 24, 0, 0))
        case "chord": try flexChord()
        default:
            throw Problem(
                message: "'flex \(kind)': it must be tempo, time-signature, metronome, key-signature, chord, lyrics or "
                    + "another text")
        }
    }

    private mutating func addFlex(_ status: UInt32, _ data: (UInt32, UInt32, UInt32)) throws(Problem) {
        let suffixes = try suffixes()
        add(Part(umps: [Message(SentMessages.flexHead(0, 0, status, suffixes), data.0, data.1, data.2)]))
    }

    private static func flexHead(_ piece: UInt32, _ bank: UInt32, _ status: UInt32, _ suffixes: Suffixes) -> UInt32 {
        // Address 1 is the group, 0 a channel.
        let address = suffixes.channel.map { UInt32($0) << 16 } ?? 1 << 20
        return 0xD000_0000 | UInt32(suffixes.group) << 24 | piece << 22 | address | bank << 8 | status
    }

    /// Reads a tempo in BPM, or in hex as units of 10 ns per quarter note.
    private mutating func tempo() throws(Problem) -> UInt32 {
        let text = take() ?? ""
        if text.hasPrefix("0x"), let units = SentMessages.number(text) { return units }
        if let bpm = Digits.decimal(Array(text.utf8)[...]), bpm > 0,
            let units = UMPText.tempoUnits(billionths: UInt64(bpm))
        {
            return units
        }
        throw Problem(message: "'flex tempo \(text)': a tempo is a number of BPM above 1.4, such as 120.5")
    }

    private mutating func timeSignature() throws(Problem) -> UInt32 {
        let text = take() ?? ""
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt32($0) }
        guard parts.count == 2, let beats = parts[0], beats <= 255, let unit = parts[1], unit.nonzeroBitCount == 1,
            unit <= 1 << 15
        else {
            throw Problem(message: "'flex time-signature \(text)': it must be such as 3/4 or 6/8")
        }
        let parts32 = accept("thirty-seconds") ? try number("flex time-signature thirty-seconds", 0...255) : 8
        return beats << 24 | UInt32(unit.trailingZeroBitCount) << 16 | parts32 << 8
    }

    /// Reads `metronome 24 accents 4/0/0 subdivisions 0/0`: clocks per click, clicks between accents, and clicks within
    /// a click.
    private mutating func metronome() throws(Problem) {
        let clocks = try number("flex metronome", 0...255)
        let accents = accept("accents") ? try bytes(3, "flex metronome accents") : [0, 0, 0]
        let divisions = accept("subdivisions") ? try bytes(2, "flex metronome subdivisions") : [0, 0]
        let first = clocks << 24 | accents[0] << 16 | accents[1] << 8 | accents[2]
        try addFlex(2, (first, divisions[0] << 24 | divisions[1] << 16, 0))
    }

    /// Reads `count` numbers 0..255 with slashes.
    private mutating func bytes(_ count: Int, _ shown: String) throws(Problem) -> [UInt32] {
        let text = take() ?? ""
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt8($0) }
        if numbers.count != count || numbers.contains(nil) {
            throw Problem(message: "'\(shown) \(text)': it must be \(count) numbers 0..255 with slashes")
        }
        return numbers.compactMap { $0.map { UInt32($0) } }
    }

    /// Reads a signed number of four bits.
    private mutating func signed(_ shown: String, _ range: ClosedRange<Int32>) throws(Problem) -> UInt32 {
        let text = take() ?? ""
        guard let value = Int32(text), range ~= value else {
            throw Problem(message: "'\(shown) \(text)': it must be \(range.lowerBound)..\(range.upperBound)")
        }
        return UInt32(bitPattern: value) & 0xF
    }

    // MARK: - Chords

    private mutating func flexChord() throws(Problem) {
        let chord = try self.chord(4)
        let bass = accept("bass") ? try self.chord(2) : (head: 0, alterations: [0, 0])
        let alterations = chord.alterations
        let first = chord.head << 16 | alterations[0] << 8 | alterations[1]
        let last = bass.head << 16 | bass.alterations[0] << 8 | bass.alterations[1]
        try addFlex(6, (first, alterations[2] << 24 | alterations[3] << 16, last))
    }

    /// Reads a tonic, a kind and at most `count` alterations: `C# minor-7th add-9 lower-5`.
    private mutating func chord(_ count: Int) throws(Problem) -> (head: UInt32, alterations: [UInt32]) {
        let tonic = try letter()
        let kind = try index(in: UMPNames.chords, "flex chord")
        var alterations: [UInt32] = []
        while alterations.count < count, let alteration = words.first.flatMap({ SentMessages.alteration($0) }) {
            alterations.append(alteration)
            words.removeFirst()
        }
        while alterations.count < count { alterations.append(0) }
        return (tonic << 8 | kind, alterations)
    }

    private mutating func letter() throws(Problem) -> UInt32 {
        let text = take() ?? ""
        let isSame = text.hasPrefix("same-")
        let name = isSame ? String(text.dropFirst(5)) : text
        let accidentals = String(name.dropFirst())
        guard let letter = UMPNames.tonics.firstIndex(of: String(name.prefix(1))),
            let count = ["bb", "b", "", "#", "##"].firstIndex(of: accidentals), !isSame || accidentals.isEmpty
        else {
            throw Problem(message: "'flex chord \(text)': a chord begins with its tonic, such as C, F# or Bb")
        }
        let bits: Int32 = isSame ? -8 : Int32(count) - 2
        return (UInt32(bitPattern: bits) & 0xF) << 4 | UInt32(letter)
    }

    private static func alteration(_ word: String) -> UInt32? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = UMPNames.alterations.firstIndex(of: String(parts[0])),
            let degree = UInt32(parts[1]), degree <= 15
        else { return nil }
        return UInt32(kind) << 4 | degree
    }

    // MARK: - Texts

    private mutating func flexText(_ bank: UInt32, _ status: UInt32) throws(Problem) {
        let kind = take() ?? ""
        let (piece, text) = try self.piece(of: "flex \(kind)")
        let suffixes = try suffixes()
        let umps = SentMessages.texts(text, piece, from: 4) {
            SentMessages.flexHead($0, bank, status, suffixes)
        }
        guard let umps else { throw Problem(message: "'flex \(kind)': one packet holds 12 bytes of text") }
        add(Part(umps: umps))
    }

    /// Reads `start`, `continue` or `end`, if any, and a text.
    mutating func piece(of shown: String) throws(Problem) -> (UInt32, String) {
        let piece = piece()
        guard let text = take() else { throw Problem(message: "'\(shown)' needs a text in quotes") }
        return (piece, text)
    }

    /// Makes the UMPs of a text: one if `piece` is its position, else as many as the text needs.
    ///
    /// - Parameters:
    ///   - piece: the UMP's position in a longer text (`UMPNames.pieces`); 0 for a whole text.
    ///   - first: the index of the first byte of text in a UMP.
    ///   - head: returns the first word of a UMP at a position.
    /// - Returns: nil if the text of a single UMP is too long.
    static func texts(_ text: String, _ piece: UInt32, from first: Int, _ head: (UInt32) -> UInt32) -> [Message]? {
        var rest = Array(text.utf8)[...]
        let capacity = 16 - first
        if piece != 0 && rest.count > capacity { return nil }
        var umps: [Message] = []
        repeat {
            let (isFirst, isLast) = (umps.isEmpty, rest.count <= capacity)
            let place: UInt32 = isFirst ? isLast ? 0 : 1 : isLast ? 3 : 2
            umps.append(filled(Message(head(piece == 0 ? place : piece)), rest.prefix(capacity), from: first))
            rest = rest.dropFirst(capacity)
        } while !rest.isEmpty
        return umps
    }

    /// Puts bytes into a UMP, from byte `first` on.
    static func filled(_ ump: Message, _ bytes: ArraySlice<UInt8>, from first: Int) -> Message {
        var ump = ump
        for (offset, byte) in bytes.enumerated() {
            let index = first + offset
            let bits = UInt32(byte) << UInt32(24 - index % 4 * 8)
            switch index / 4 {
            case 0: ump.word0 |= bits
            case 1: ump.word1 |= bits
            case 2: ump.word2 |= bits
            default: ump.word3 |= bits
            }
        }
        return ump
    }
}
