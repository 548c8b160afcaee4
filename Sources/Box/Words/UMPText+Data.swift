import MIDI

// Bytes and texts, and values of Flex Data (M2-104-UM 7.5).
extension UMPText {
    /// Sharps, or flats as a negative number, from four bits.
    static func accidentals(_ bits: UInt32) -> Int { bits < 8 ? Int(bits) : Int(bits) - 16 }

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
        return hex(units)
    }

    /// Converts a tempo in billionths of a BPM to units of 10 ns per quarter note; nil if a UMP cannot hold the
    /// result.
    static func tempoUnits(billionths: UInt64) -> UInt32? {
        if billionths == 0 { return nil }
        return UInt32(exactly: (6_000_000_000_000_000_000 + billionths / 2) / billionths)
    }

    /// A tonic, a kind and alterations: `C# minor-7th add-9 lower-5`. Nil if one of them is undefined.
    ///
    /// - Parameters:
    ///   - part: the beginning of the names of fields: empty, or `bass-`.
    ///   - count: how many alterations there may be.
    static func chord(_ part: String, _ count: Int, _ layout: UMPLayout, _ ump: Message) -> String? {
        func value(_ field: String) -> Int { Int(layout.value(part + field, in: ump)) }
        guard let tonic = tonic(accidentals(UInt32(value("accidentals"))), value("tonic")),
            value("chord") < UMPNames.chords.count
        else { return nil }
        var text = "\(tonic) \(UMPNames.chords[value("chord")])"
        for number in 1...count {
            let (kind, degree) = (value("alteration-\(number)"), value("degree-\(number)"))
            if kind == 0 && degree == 0 { continue }
            if kind >= UMPNames.alterations.count { return nil }
            text += " \(UMPNames.alterations[kind])-\(degree)"
        }
        return text
    }

    /// A letter with sharps or flats; in a bass, `same-` means the tonic of the chord.
    private static func tonic(_ accidentals: Int, _ letter: Int) -> String? {
        if letter >= UMPNames.tonics.count { return nil }
        return switch accidentals {
        case -8: "same-\(UMPNames.tonics[letter])"
        case -2...2:
            UMPNames.tonics[letter] + String(repeating: accidentals < 0 ? "b" : "#", count: abs(accidentals))
        default: nil
        }
    }

    // MARK: - Bytes and texts

    /// The bytes of SysEx 7 or SysEx 8 (M2-104-UM 7.7 and 7.8) in hex; nil if the UMP is malformed.
    static func data(_ ump: Message) -> String? {
        if ump.type == MessageType.sysEx {
            return ump.isSysEx ? Digits.hex((0..<ump.sysExCount).map { ump.sysExByte($0) }) : nil
        }
        // The count includes the byte of the stream number.
        let count = Int(ump.word0 >> 16 & 0xF) - 1
        return 0...13 ~= count ? Digits.hex(bytes(ump, from: 3, count)) : nil
    }

    /// The text in the bytes of a UMP from an index on, in quotes. Zeros at the end are padding. Control characters
    /// are replaced by `?`.
    static func quoted(_ ump: Message, from first: Int) -> String {
        var bytes = bytes(ump, from: first, 16 - first)
        while bytes.last == 0 { bytes.removeLast() }
        let shown = bytes.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: "?") : $0 }
        var text: [UInt8] = [UInt8(ascii: "\"")]
        for byte in Array(String(decoding: shown, as: UTF8.self).utf8) {
            if byte == UInt8(ascii: "\"") { text.append(byte) }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self) + "\""
    }

    /// Returns `count` bytes of a UMP, from byte `first` on.
    static func bytes(_ ump: Message, from first: Int, _ count: Int) -> [UInt8] {
        (first..<first + count).map {
            UInt8(truncatingIfNeeded: ump.word($0 / 4) >> UInt32(24 - $0 % 4 * 8))
        }
    }
}
