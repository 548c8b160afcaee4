import MIDI

// Messages of data: SysEx 7, SysEx 8 and mixed data sets (M2-104-UM 7.7 to 7.9).
extension PacketText {
    /// Appends the text of a packet. Full middle packets of a SysEx in the first group have a fast path, because a file
    /// may have millions of them.
    func append(_ packet: Message, to text: inout [UInt8]) {
        let isFullMiddle = packet.word0 & ~0x7F7F == 0x3026_0000 && packet.word1 & 0x8080_8080 == 0
        if !isFullMiddle { return text += Array(self.text(packet).utf8) }
        text += PacketText.middle
        for index in 0..<6 {
            text.append(UInt8(ascii: " "))
            Digits.hex(UInt32(packet.sysExByte(index)), 2, into: &text)
        }
    }

    private static let middle = Array("sysex continue".utf8)

    /// One packet of a SysEx of seven bits, without F0 and F7.
    static func sysEx(_ packet: Message) -> String? {
        guard packet.isSysEx, let piece = packet.sysExStatus else { return nil }
        let bytes = (0..<packet.sysExCount).map { packet.sysExByte($0) }
        return joined(["sysex", PacketNames.pieces[Int(piece.rawValue)], Digits.hex(bytes)])
    }

    /// One packet of a SysEx 8 or of a mixed data set.
    static func longData(_ packet: Message) -> String? {
        let (status, count) = (packet.word0 >> 20 & 0xF, Int(packet.word0 >> 16 & 0xF))
        switch status {
        case 0...3:
            // The count includes the byte of the stream number.
            if !(1...14 ~= count) { return nil }
            let data = Digits.hex(bytes(packet, from: 3, count - 1))
            let piece = PacketNames.pieces[Int(status)]
            return joined(["sysex8", piece, "stream \(packet.word0 >> 8 & 0xFF)", data])
        case 8: return mixedHeader(packet, count)
        case 9: return "mixed-data payload \(count) \(Digits.hex(bytes(packet, from: 2, 14)))"
        default: return nil
        }
    }

    private static func mixedHeader(_ packet: Message, _ id: Int) -> String {
        let (one, two, three) = (packet.word1, packet.word2, packet.word3)
        return "mixed-data header \(id) bytes \(packet.word0 & 0xFFFF) chunk \(one & 0xFFFF)/\(one >> 16) "
            + "manufacturer \(two >> 16) device \(two & 0xFFFF) sub-ids \(three >> 16) \(three & 0xFFFF)"
    }

    /// Returns `count` bytes of a packet, from byte `first` on.
    static func bytes(_ packet: Message, from first: Int, _ count: Int) -> [UInt8] {
        (first..<first + count).map {
            UInt8(truncatingIfNeeded: packet.word($0 / 4) >> UInt32(24 - $0 % 4 * 8))
        }
    }

    /// Joins the words that are not empty.
    static func joined(_ words: [String]) -> String {
        words.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
