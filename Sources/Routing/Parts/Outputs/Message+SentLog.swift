import MIDI

extension Message {
    /// Whether the first word does not suffice to recognize the message: a UMP or a SysEx.
    var needsAllWords: Bool { isUMPOnly || type == MessageType.sysEx }

    /// The word by which a sent message is found: the first word, or a hash of all words of a UMP or SysEx.
    var wordInFeedback: UInt32 {
        if !needsAllWords { return word0 }
        let hash = word0 &* 0x9E37_79B1 ^ word1 &* 0x85EB_CA77 ^ word2 &* 0xC2B2_AE3D ^ word3
        return UInt32(MessageType.midi2Channel) << 28 | hash >> 4
    }
}
