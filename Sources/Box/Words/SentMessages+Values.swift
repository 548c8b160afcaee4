import Configuration
import MIDI

// Values that a `UMPLayout` names and that have a form of their own.
extension SentMessages {
    /// Whether the value after the next `=` has 32 bits: `0x80000000`, `50 %`, or a number after `32-bit`.
    var hasFineValue: Bool {
        guard let sign = words.prefix(4).firstIndex(of: "=") else { return false }
        let value = words[(sign + 1)...]
        guard let first = value.first else { return false }
        let isAfterWidth = sign > words.startIndex && words[sign - 1] == "32-bit"
        return isAfterWidth || first.hasPrefix("0x") || first.hasSuffix("%") || value.dropFirst().first == "%"
    }

    /// Reads `= VALUE` of 32 bits.
    mutating func fine(_ shown: String) throws(Problem) -> UInt32 {
        _ = accept("32-bit")
        _ = accept("=")
        return try scaled(UInt32.max, shown)
    }

    /// Reads `= +1000`.
    mutating func change() throws(Problem) -> UInt32 {
        _ = accept("=")
        let text = take() ?? ""
        let digits = text.hasPrefix("+") ? String(text.dropFirst()) : text
        guard let value = Int32(digits).map({ UInt32(bitPattern: $0) }) ?? SentMessages.number(digits) else {
            throw Problem(message: "'relative \(text)': a change is a number such as +1000 or -1000, of 32 bits")
        }
        return value
    }

    mutating func controllerNumber() throws(Problem) -> UInt8 {
        let word = take() ?? ""
        if let number = UInt8(word), number <= 127 { return number }
        if let number = ControllerNames.controller(Array(word.utf8).span) { return number }
        throw Problem(message: "'cc \(word)': it must be cc and a number 0..127 or a name")
    }

    /// Reads decimal numbers with a separator between them, each up to its greatest.
    mutating func list(
        _ greatest: [UInt32], _ separator: Character, _ shown: String, _ rule: String
    ) throws(Problem) -> [UInt32] {
        let text = take() ?? ""
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt32($0) }
        guard parts.count == greatest.count, numbers.count == parts.count,
            zip(numbers, greatest).allSatisfy({ $0 <= $1 })
        else { throw Problem(message: "'\(shown) \(text)': it must be \(rule)") }
        return numbers
    }

    // MARK: - Flex Data

    /// Reads a tempo in BPM, or in hex as units of 10 ns per quarter note.
    mutating func tempo() throws(Problem) -> UInt32 {
        let text = take() ?? ""
        if text.hasPrefix("0x"), let units = SentMessages.number(text) { return units }
        if let bpm = Digits.decimal(Array(text.utf8)[...]), bpm > 0,
            let units = UMPText.tempoUnits(billionths: UInt64(bpm))
        {
            return units
        }
        throw Problem(message: "'flex tempo \(text)': a tempo is a number of BPM above 1.4, such as 120.5")
    }

    /// Reads `3/4` or `12/8 thirty-seconds 12`.
    mutating func timeSignature() throws(Problem) -> UInt32 {
        let (text, rule) = (words.first ?? "", "such as 3/4 or 6/8")
        let parts = try list([255, 1 << 15], "/", "flex time-signature", rule)
        if parts[1].nonzeroBitCount != 1 {
            throw Problem(message: "'flex time-signature \(text)': it must be \(rule)")
        }
        let parts32 = accept("thirty-seconds") ? try number("flex time-signature thirty-seconds", 0...255) : 8
        return parts[0] << 24 | UInt32(parts[1].trailingZeroBitCount) << 16 | parts32 << 8
    }

    /// Reads a tonic, a kind and at most `count` alterations: `C# minor-7th add-9 lower-5`.
    ///
    /// - Parameter part: the beginning of the names of fields: empty, or `bass-`.
    mutating func chord(
        _ part: String, _ count: Int, _ layout: UMPLayout, _ ump: inout Message
    ) throws(Problem) {
        let (accidentals, letter) = try tonic()
        layout.put(accidentals, part + "accidentals", into: &ump)
        layout.put(letter, part + "tonic", into: &ump)
        layout.put(try index(in: UMPNames.chords, "flex chord"), part + "chord", into: &ump)
        var number = 1
        while number <= count, let (kind, degree) = words.first.flatMap({ SentMessages.alteration($0) }) {
            layout.put(kind, "\(part)alteration-\(number)", into: &ump)
            layout.put(degree, "\(part)degree-\(number)", into: &ump)
            words.removeFirst()
            number += 1
        }
    }

    private mutating func tonic() throws(Problem) -> (accidentals: UInt32, letter: UInt32) {
        let text = take() ?? ""
        let isSame = text.hasPrefix("same-")
        let name = isSame ? String(text.dropFirst(5)) : text
        let accidentals = String(name.dropFirst())
        guard let letter = UMPNames.tonics.firstIndex(of: String(name.prefix(1))),
            let count = ["bb", "b", "", "#", "##"].firstIndex(of: accidentals), !isSame || accidentals.isEmpty
        else {
            throw Problem(message: "'flex chord \(text)': a chord begins with its tonic, such as C, F# or Bb")
        }
        return (UInt32(bitPattern: isSame ? -8 : Int32(count) - 2) & 0xF, UInt32(letter))
    }

    private static func alteration(_ word: String) -> (kind: UInt32, degree: UInt32)? {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = UMPNames.alterations.firstIndex(of: String(parts[0])),
            let degree = UInt32(parts[1]), degree <= 15
        else { return nil }
        return (UInt32(kind), degree)
    }

    // MARK: - Bytes

    /// Reads bytes of two hex digits, as many as follow, at most `most`.
    mutating func data(most: Int = .max) -> [UInt8] {
        let bytes = words.prefix(most).map { SentMessages.byte($0) }.prefix { $0 != nil }.compactMap { $0 }
        words = words.dropFirst(bytes.count)
        return bytes
    }

    /// Puts bytes into a UMP, from byte `first` on.
    static func filled(_ ump: Message, _ bytes: some Sequence<UInt8>, from first: Int) -> Message {
        var ump = ump
        for (offset, byte) in bytes.enumerated() { ump.set(byte, at: first + offset) }
        return ump
    }
}
