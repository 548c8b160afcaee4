import MIDI

// Messages of data: SysEx 7, SysEx 8 and mixed data sets (M2-104-UM 7.7 to 7.9).
extension UMPText {
    /// Appends the text of a UMP. Full middle UMPs of a SysEx in the first group have a fast path, because a file
    /// may have millions of them.
    func append(_ ump: Message, to text: inout [UInt8]) {
        let isFullMiddle = ump.word0 & ~0x7F7F == 0x3026_0000 && ump.word1 & 0x8080_8080 == 0
        if !isFullMiddle { return text += Array(self.text(ump).utf8) }
        text += UMPText.middle
        for index in 0..<6 {
            text.append(UInt8(ascii: " "))
            Digits.hex(UInt32(ump.sysExByte(index)), 2, into: &text)
        }
    }

    private static let middle = Array("sysex continue".utf8)

    /// One UMP of a SysEx of seven bits, without F0 and F7.
    static func sysEx(_ ump: Message) -> String? {
        guard ump.isSysEx, let piece = ump.sysExStatus else { return nil }
        let bytes = (0..<ump.sysExCount).map { ump.sysExByte($0) }
        return joined(["sysex", UMPNames.pieces[Int(piece.rawValue)], Digits.hex(bytes)])
    }

    /// One UMP of a SysEx 8 or of a mixed data set.
    static func longData(_ ump: Message) -> String? {
        let (status, count) = (ump.word0 >> 20 & 0xF, Int(ump.word0 >> 16 & 0xF))
        switch status {
        case 0...3:
            // The count includes the byte of the stream number.
            if !(1...14 ~= count) { return nil }
            let data = Digits.hex(bytes(ump, from: 3, count - 1))
            let piece = UMPNames.pieces[Int(status)]
            return joined(["sysex8", piece, "stream \(ump.word0 >> 8 & 0xFF)", data])
        case 8: return mixedHeader(ump, count)
        case 9: return "mixed-data payload \(count) \(Digits.hex(bytes(ump, from: 2, 14)))"
        default: return nil
        }
    }

    private static func mixedHeader(_ ump: Message, _ id: Int) -> String {
        let (one, two, three) = (ump.word1, ump.word2, ump.word3)
        return "mixed-data header \(id) bytes \(ump.word0 & 0xFFFF) chunk \(one & 0xFFFF)/\(one >> 16) "
            + "manufacturer \(two >> 16) device \(two & 0xFFFF) sub-ids \(three >> 16) \(three & 0xFFFF)"
    }

    /// Returns `count` bytes of a UMP, from byte `first` on.
    static func bytes(_ ump: Message, from first: Int, _ count: Int) -> [UInt8] {
        (first..<first + count).map {
            UInt8(truncatingIfNeeded: ump.word($0 / 4) >> UInt32(24 - $0 % 4 * 8))
        }
    }

    /// Joins the words that are not empty.
    static func joined(_ words: [String]) -> String {
        words.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
