import MIDI

// Flex Data (M2-104-UM 7.5): messages about the music, of a group or of one of its channels.
extension UMPText {
    /// A Flex Data message without its group; nil if its status is undefined.
    static func flex(_ ump: Message) -> String? {
        guard let body = flexBody(ump) else { return nil }
        // Address 0 is a channel, 1 the group.
        return "flex " + body + (ump.word0 >> 20 & 3 == 0 ? " channel \(ump.channel + 1)" : "")
    }

    private static func flexBody(_ ump: Message) -> String? {
        let (bank, status) = (ump.word0 >> 8 & 0xFF, Int(ump.word0 & 0xFF))
        switch bank {
        case 0: return setup(ump, status)
        case 1 where status < UMPNames.metadataTexts.count:
            return text(ump, UMPNames.metadataTexts[status])
        case 2 where status < UMPNames.performanceTexts.count:
            return text(ump, UMPNames.performanceTexts[status])
        default: return nil
        }
    }

    private static func setup(_ ump: Message, _ status: Int) -> String? {
        switch status {
        case 0: return "tempo \(tempo(ump.word1))"
        case 1:
            let power = ump.word1 >> 16 & 0xFF
            if power > 15 { return nil }
            let parts = ump.word1 >> 8 & 0xFF
            return "time-signature \(ump.word1 >> 24)/\(1 << power)\(parts == 8 ? "" : " thirty-seconds \(parts)")"
        case 2:
            let (one, two) = (ump.word1, ump.word2)
            let accents = "\(one >> 16 & 0xFF)/\(one >> 8 & 0xFF)/\(one & 0xFF)"
            return "metronome \(one >> 24) accents \(accents) subdivisions \(two >> 24)/\(two >> 16 & 0xFF)"
        case 5:
            let tonic = Int(ump.word1 >> 24 & 0xF)
            if tonic >= UMPNames.tonics.count { return nil }
            return "key-signature \(accidentals(ump.word1 >> 28)) tonic \(UMPNames.tonics[tonic])"
        case 6: return chord(ump)
        default: return nil
        }
    }

    /// Sharps, or flats as a negative number, from four bits.
    private static func accidentals(_ bits: UInt32) -> Int { bits < 8 ? Int(bits) : Int(bits) - 16 }

    /// The tempo in BPM, with the fewest decimals that give the same UMP again; in hex if there are none.
    ///
    /// - Parameter units: the UMP's tempo, in units of 10 ns per quarter note.
    static func tempo(_ units: UInt32) -> String {
        if units >= 6 {
            let exact = (6_000_000_000_000_000_000 + UInt64(units) / 2) / UInt64(units)
            var step: UInt64 = 1_000_000_000
            while step > 0 {
                let rounded = (exact + step / 2) / step * step
                if tempoUnits(billionths: rounded) == units { return DecimalText.exact(billionths: rounded) }
                step /= 10
            }
        }
        var text = Array("0x".utf8)
        Digits.hex(units, 8, into: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Converts a tempo in billionths of a BPM to units of 10 ns per quarter note; nil if a UMP cannot hold the
    /// result.
    static func tempoUnits(billionths: UInt64) -> UInt32? {
        if billionths == 0 { return nil }
        return UInt32(exactly: (6_000_000_000_000_000_000 + billionths / 2) / billionths)
    }

    // MARK: - Chords

    private static func chord(_ ump: Message) -> String? {
        let (one, two, three) = (ump.word1, ump.word2, ump.word3)
        guard let name = chord(one >> 24, one >> 16 & 0xFF, [one >> 8, one, two >> 24, two >> 16]),
            let bass = chord(three >> 24, three >> 16 & 0xFF, [three >> 8, three])
        else { return nil }
        return "chord \(name)" + (three == 0 ? "" : " bass \(bass)")
    }

    /// A tonic, a kind and alterations: `C# minor-7th add-9 lower-5`. Nil if one of them is undefined.
    private static func chord(_ tonic: UInt32, _ kind: UInt32, _ alterations: [UInt32]) -> String? {
        guard let letter = letter(tonic), Int(kind) < UMPNames.chords.count else { return nil }
        var text = "\(letter) \(UMPNames.chords[Int(kind)])"
        for alteration in alterations.map({ $0 & 0xFF }) where alteration != 0 {
            guard Int(alteration >> 4) < UMPNames.alterations.count else { return nil }
            text += " \(UMPNames.alterations[Int(alteration >> 4)])-\(alteration & 0xF)"
        }
        return text
    }

    /// A letter with sharps or flats, from eight bits; in a bass, `same-` means the tonic of the chord.
    private static func letter(_ bits: UInt32) -> String? {
        let (accidentals, letter) = (accidentals(bits >> 4 & 0xF), Int(bits & 0xF))
        if letter >= UMPNames.tonics.count { return nil }
        return switch accidentals {
        case -8: "same-\(UMPNames.tonics[letter])"
        case -2...2:
            UMPNames.tonics[letter] + String(repeating: accidentals < 0 ? "b" : "#", count: abs(accidentals))
        default: nil
        }
    }

    // MARK: - Texts

    private static func text(_ ump: Message, _ name: String) -> String {
        let piece = UMPNames.pieces[Int(ump.word0 >> 22 & 3)]
        return "\(name)\(piece.isEmpty ? "" : " " + piece) \(quoted(ump, from: 4))"
    }

    /// The text in the bytes of a UMP from an index on, in quotes. Zeros at the end are padding. Control characters
    /// are replaced by `?`.
    static func quoted(_ ump: Message, from first: Int) -> String {
        var bytes: [UInt8] = []
        for index in first..<16 {
            bytes.append(UInt8(truncatingIfNeeded: ump.word(index / 4) >> UInt32(24 - index % 4 * 8)))
        }
        while bytes.last == 0 { bytes.removeLast() }
        let shown = bytes.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }
        var text: [UInt8] = [UInt8(ascii: "\"")]
        for byte in Array(String(decoding: shown, as: UTF8.self).utf8) {
            if byte == UInt8(ascii: "\"") { text.append(byte) }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self) + "\""
    }
}
