import Configuration
import MIDI
import TestSupport
import Testing

@testable import Box

/// The text of Universal MIDI Packets, and the words of `treadle send` for them (U12).
@Suite struct UMPTextTests {
    private static var reader: MessageText { MessageText(middleC: 4, language: .english) }

    private func ump(_ words: String) -> Message {
        let words = words.split(separator: " ").map { UInt32($0, radix: 16)! }
        var ump = Message(words[0])
        if words.count > 1 { ump.word1 = words[1] }
        if words.count > 2 { ump.word2 = words[2] }
        if words.count > 3 { ump.word3 = words[3] }
        #expect(words.count == ump.wordCount)
        return ump
    }

    private func sent(_ arguments: [String]) throws -> [Message] {
        try SentMessages(arguments, UMPTextTests.reader).parts.flatMap { $0.messages }
    }

    /// M2-104-UM: every message by name and value, and read back from its text.
    static let texts = [
        // Utility, 7.2.
        ("00000000", "noop"), ("00101234", "jr-clock 4660"), ("0020FFFF", "jr-timestamp 65535"),
        ("003001E0", "delta-clockstamp-ticks 480"), ("004FFFFF", "delta-clockstamp 1048575"),
        // System, 7.6.
        ("10F10500", "time-code 5"), ("12F20101", "song-position 129 group 3"), ("10F30700", "song-select 7"),
        ("10F60000", "tune-request"), ("10F80000", "clock"), ("10FA0000", "start"), ("10FB0000", "continue"),
        ("10FC0000", "stop"), ("1FFE0000", "active-sensing group 16"), ("10FF0000", "reset"),
        // MIDI 1.0 channel messages, 7.3.
        ("20903C5A", "note C4 90 channel 1"), ("21813C40", "note-off C4 64 channel 2 group 2"),
        ("20903C00", "note C4 0 channel 1"), ("20A03C05", "key-pressure C4 = 5 channel 1"),
        ("20B00764", "cc 7 = 100 (volume) channel 1"), ("20B10364", "cc 3 = 100 channel 2"),
        ("20C50C00", "program 12 channel 6"), ("20D00500", "channel-pressure = 5 channel 1"),
        ("20E00040", "pitch-bend = 8192 channel 1"),
        // SysEx 7, 7.7.
        ("30047E7F 09010000", "sysex 7E 7F 09 01"), ("31164312 00010203", "sysex start 43 12 00 01 02 03 group 2"),
        ("30200000 00000000", "sysex continue"), ("30317F00 00000000", "sysex end 7F"),
        // MIDI 2.0 channel messages, 7.4.
        ("40903C00 9C400000", "note C4 velocity 40000 channel 1"),
        ("40903C03 9C407900", "note C4 velocity 40000 pitch 60.5 channel 1"),
        ("40903C03 00000001", "note C4 velocity 0 pitch 0.001953125 channel 1"),
        ("4F8F3C01 FFFF1234", "note-off C4 velocity 65535 attribute manufacturer 4660 channel 16 group 16"),
        ("40903C02 80000005", "note C4 velocity 32768 attribute profile 5 channel 1"),
        ("40903CFF 80000005", "note C4 velocity 32768 attribute 255 5 channel 1"),
        ("40A03C00 80000000", "key-pressure C4 = 0x80000000 (50.0 %) channel 1"),
        ("40003C07 FFFFFFFF", "per-note controller C4 registered 7 = 0xFFFFFFFF (volume, 100.0 %) channel 1"),
        ("40003C03 79000000", "per-note controller C4 registered 3 = 0x79000000 (pitch 60.5) channel 1"),
        ("40123C4A 00000000", "per-note controller C4 assignable 74 = 0x00000000 (0.0 %) channel 3"),
        ("40603C00 40000000", "per-note bend C4 = 0x40000000 (25.0 %) channel 1"),
        ("40F03C00 00000000", "per-note management C4 none channel 1"),
        ("40F03C01 00000000", "per-note management C4 reset channel 1"),
        ("40F03C02 00000000", "per-note management C4 detach channel 1"),
        ("40F03C03 00000000", "per-note management C4 detach reset channel 1"),
        ("40200005 80000001", "rpn 0/5 = 0x80000001 (modulation range, 50.0 %) channel 1"),
        ("40200105 80000001", "rpn 1/5 = 0x80000001 (50.0 %) channel 1"),
        ("40300108 C0000000", "nrpn 1/8 = 0xC0000000 (75.0 %) channel 1"),
        ("40400005 000003E8", "relative rpn 0/5 = +1000 channel 1"),
        ("40500005 FFFFFFFF", "relative nrpn 0/5 = -1 channel 1"),
        ("40500005 80000000", "relative nrpn 0/5 = -2147483648 channel 1"),
        ("42B04A00 80000000", "cc 74 = 0x80000000 (brightness, 50.0 %) channel 1 group 3"),
        ("40B00300 00000001", "cc 3 = 0x00000001 (0.0 %) channel 1"),
        ("40C00000 0C000000", "program 12 bank none channel 1"), ("40C00001 0C000003", "program 12 bank 0/3 channel 1"),
        ("40D00000 80000000", "channel-pressure = 0x80000000 (50.0 %) channel 1"),
        ("40E00000 80000000", "pitch-bend = 0x80000000 (50.0 %) channel 1"),
        // SysEx 8 and mixed data sets, 7.8 and 7.9.
        ("50010000 00000000 00000000 00000000", "sysex8 stream 0"),
        ("510E0312 34FF0000 00000000 0000000A", "sysex8 stream 3 12 34 FF 00 00 00 00 00 00 00 00 00 0A group 2"),
        ("50120512 00000000 00000000 00000000", "sysex8 start stream 5 12"),
        ("50330580 81000000 00000000 00000000", "sysex8 end stream 5 80 81"),
        (
            "50830064 00040001 007D0001 00020003",
            "mixed-data header 3 bytes 100 chunk 1/4 manufacturer 125 device 1 sub-ids 2 3"
        ),
        (
            "529F0102 03040506 0708090A 0B0C0D0E",
            "mixed-data payload 15 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E group 3"
        ),
        // Flex Data, 7.5.
        ("D0100000 02FAF080 00000000 00000000", "flex tempo 120"),
        ("D2100000 02F7C00A 00000000 00000000", "flex tempo 120.50374 group 3"),
        ("D0100000 00000000 00000000 00000000", "flex tempo 0x00000000"),
        ("D0100001 03020800 00000000 00000000", "flex time-signature 3/4"),
        ("D0100001 06030C00 00000000 00000000", "flex time-signature 6/8 thirty-seconds 12"),
        ("D0100002 18040000 02000000 00000000", "flex metronome 24 accents 4/0/0 subdivisions 2/0"),
        ("D0100005 D3000000 00000000 00000000", "flex key-signature -3 tonic C"),
        ("D0050005 70000000 00000000 00000000", "flex key-signature 7 tonic ? channel 6"),
        ("D0000006 13091941 00000000 00000000", "flex chord C# minor-7th add-9 lower-1 channel 1"),
        ("D0000006 F20D0000 00000000 07010000", "flex chord Bb dominant bass G major channel 1"),
        (
            "D0000006 E7153211 21310000 80000000",
            "flex chord Gbb half-diminished raise-2 add-1 subtract-1 raise-1 bass same-? none channel 1"
        ),
        ("D0100006 00000000 00000000 00000000", "flex chord ? none"),
        ("D0100104 41206E61 6D650000 00000000", "flex copyright \"A name\""),
        ("D0100101 00000000 00000000 00000000", "flex project-name \"\""),
        ("D0030201 6C612C20 22C3A422 286D2900", "flex lyrics \"la, \"\"ä\"\"(m)\" channel 4"),
        ("D0500201 54776969 696E6B6C 652C2074", "flex lyrics start \"Twiiinkle, t\""),
        ("D0D00203 61000000 00000000 00000000", "flex ruby end \"a\""),
        // Stream messages, 7.1.
        (
            "F0000101 0000001F 00000000 00000000",
            "stream endpoint-discovery version 1.1 info identity name product-id configuration"
        ),
        ("F0000102 00000000 00000000 00000000", "stream endpoint-discovery version 1.2"),
        (
            "F0010101 83000303 00000000 00000000",
            "stream endpoint-info version 1.1 blocks 3 static midi-1.0 midi-2.0 jr-receive jr-send"
        ),
        (
            "F0020000 0000211D 01000201 00010203",
            "stream device-identity manufacturer 00 21 1D family 1 model 130 version 00 01 02 03"
        ),
        ("F0035472 6561646C 65000000 00000000", "stream endpoint-name \"Treadle\""),
        ("F4043132 33343536 37383930 31323334", "stream product-id start \"12345678901234\""),
        ("F0050201 00000000 00000000 00000000", "stream configuration-request midi-2.0 jr-send"),
        ("F0060100 00000000 00000000 00000000", "stream configuration midi-1.0"),
        ("F0060700 00000000 00000000 00000000", "stream configuration protocol 7"),
        ("F010FF03 00000000 00000000 00000000", "stream block-discovery all info name"),
        ("F0100102 00000000 00000000 00000000", "stream block-discovery 1 name"),
        (
            "F011823B 00020108 00000000 00000000",
            "stream block-info 2 active direction both groups 1 count 2 midi-1.0 slow hint both ci 1 sysex8-streams 8"
        ),
        ("F012014D 61696E00 00000000 00000000", "stream block-name 1 \"Main\""),
        ("F0200000 00000000 00000000 00000000", "stream start-of-clip"),
        ("F0210000 00000000 00000000 00000000", "stream end-of-clip"),
        // What no words stand for: reserved bits, undefined messages, and text that is none.
        ("40903C00 9C400001", "40903C00 9C400001 (note C4 velocity 40000 channel 1)"),
        ("40B0CA00 80000000", "40B0CA00 80000000 (cc 74 = 0x80000000 [brightness, 50.0 %] channel 1)"),
        ("40700000 00000000", "40700000 00000000"), ("00F00000", "00F00000"), ("10F40000", "10F40000"),
        ("D0100201 6C0A0000 00000000 00000000", "D0100201 6C0A0000 00000000 00000000 (flex lyrics \"l?\")"),
        ("30085555 55555555", "30085555 55555555"),
    ]

    @Test(arguments: texts)
    func everyMessageHasATextThatSendReads(_ words: String, _ text: String) throws {
        #expect(UMPText().text(ump(words)) == text)
        #expect(try sent([text]) == [ump(words)])
        #expect(try sent([words]) == [ump(words)])
    }

    @Test(arguments: [
        ("note C4 velocity 40000 attribute pitch 60.5", "40903C03 9C407900"),
        ("note C4 velocity 50%", "40903C00 80000000"), ("note C4 velocity 0x10", "40903C00 00100000"),
        ("note C4 pitch 60.5 velocity 1", "40903C03 00017900"), ("note-off C4 pitch 1", "40803C03 80000200"),
        ("cc volume = 50 %", "40B00700 80000000"), ("cc 74 = 100%", "40B04A00 FFFFFFFF"),
        ("cc 74 32-bit = 3000000000", "40B04A00 B2D05E00"), ("cc 74 = 0x1", "40B04A00 00000001"),
        ("pitch-bend = 75% channel 2 group 2", "41E10000 C0000000"),
        ("channel-pressure 32-bit = 5", "40D00000 00000005"),
        ("rpn 0/5 = 0.1%", "40200005 00418937"), ("relative nrpn 1/2 -5", "40500102 FFFFFFFB"),
        ("flex tempo 90", "D0100000 03F940AB 00000000 00000000"),
        ("flex chord C minor", "D0100006 03070000 00000000 00000000"),
        ("flex metronome 24", "D0100002 18000000 00000000 00000000"),
        ("note C4 90 group 3", "22903C5A"), ("90 3C 5A 80 3C 40 group 3", "22903C5A 22803C40"),
        ("40903C00 C0000000 40803C00 00000000", "40903C00 C0000000 40803C00 00000000"),
        ("SysEx F0 7E 7F 09 01 F7", "30047E7F 09010000"),
        ("sysex 01 02 03 04 05 06 07", "30160102 03040506 30310700 00000000"),
    ])
    func wordsBecomeUMPs(_ words: String, _ umps: String) throws {
        #expect(try sent([words]).map { UMPText.hex($0) }.joined(separator: " ") == umps)
        #expect(
            try sent(words.split(separator: " ").map { String($0) }).map { UMPText.hex($0) }.joined(separator: " ")
                == umps)
    }

    @Test func textsAreCutIntoUMPs() throws {
        let umps = try sent(["flex", "lyrics", "Twinkle, twinkle, little star (again)", "cc", "7", "=", "1"])
        #expect(umps.count == 5 && umps[4] == Message(0x20B0_0701))
        #expect(umps.prefix(4).map { $0.word0 >> 22 & 3 } == [1, 2, 2, 3])
        let bytes = umps.prefix(4).flatMap { UMPText.bytes($0, from: 4, 12) }
        #expect(String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self) == "Twinkle, twinkle, little star (again)")
        let data = try sent(["sysex8 stream 1" + String(repeating: " 7F", count: 27)])
        #expect(data.map { $0.word0 } == [0x501E_017F, 0x502E_017F, 0x5032_017F])
    }

    @Test(
        arguments: [
            ("note C4 velocity 40000", 250_000_000),
            ("note C4 velocity 40000 pitch 60.5 for 2 s channel 2", 2_000_000_000),
        ] as [(String, UInt64)])
    func notesOfMIDI2HaveALength(_ words: String, _ length: UInt64) throws {
        let part = try #require(try SentMessages([words], UMPTextTests.reader).parts.first)
        let release = try #require(part.release)
        #expect(release.after == length)
        // The same key, channel and attribute, with the velocity that MIDI 1.0 recommends for a release.
        #expect(release.umps.map { $0.word0 } == [part.umps[0].word0 & ~0x0010_0000])
        #expect(release.umps[0].word1 == 0x8000_0000 | part.umps[0].word1 & 0xFFFF)
    }

    @Test(arguments: [
        ("note C4 velocity 65536", "0..65535"), ("note C4 velocity", "0..65535"), ("note C4 pitch 128", "0..127.998"),
        ("note C4 velocity 5 attribute 0 1", "manufacturer, profile or 1..255"), ("cc 74 = 101%", "0..100 %"),
        ("cc 128 = 5%", "a number 0..127 or a name"), ("cc 74 = 0x123456789", "0..4294967295"),
        ("rpn 0 = 5%", "two numbers 0..127 with a slash"), ("per-note C4", "bend, controller, management"),
        ("per-note management C4", "detach, reset"), ("relative rpn 0/5 = x", "such as +1000 or -1000"),
        ("flex", "'flex '"), ("flex tempo 1", "BPM above 1.4"), ("flex time-signature 3/5", "such as 3/4 or 6/8"),
        ("flex chord H minor", "such as C, F# or Bb"), ("flex lyrics", "needs a text in quotes"),
        ("flex lyrics start \"0123456789012\"", "holds 12 bytes"),
        ("40903C00", "a packet of 2 words, and 1 are written"),
        ("60000000", "type 6, which is reserved"), ("40903C00 C0000000 channel 2", "has its channel in its first word"),
        ("note C4 90 group 17", "groups are 1..16"), ("sysex8 12", "needs 'stream'"), ("stream what", "'stream what'"),
        ("note-off C4 velocity 5 for 1 s", "has no length"), ("sysex 80", "its bytes are 00..7F"),
    ])
    func errorSaysWhatIsRight(_ words: String, _ says: String) {
        #expect { try sent([words]) } throws: { ($0 as? SentMessages.Problem)?.message.contains(says) == true }
    }

    /// Every UMP of random words has a text, which `send` reads as the same UMP.
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func randomUMPsAreReadBack(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        let defined: [UInt32] = [0, 1, 2, 3, 4, 5, 0xD, 0xF]
        for index in 0..<5000 {
            var ump = Message(
                UInt32(truncatingIfNeeded: random.next()), UInt32(truncatingIfNeeded: random.next()),
                UInt32(truncatingIfNeeded: random.next()), UInt32(truncatingIfNeeded: random.next()))
            // Half of them have few bits, so that most are defined messages.
            if index & 1 == 0 {
                ump.word0 &= 0xFFFF_8303
                ump.word1 &= UInt32(truncatingIfNeeded: random.next())
                ump.word2 &= 0x00FF_0000
                ump.word3 = 0
            }
            ump.word0 = ump.word0 & 0x0FFF_FFFF | defined[Int(random.next() & 7)] << 28
            if ump.wordCount < 4 { ump.word3 = 0 }
            if ump.wordCount < 3 { ump.word2 = 0 }
            if ump.wordCount < 2 { ump.word1 = 0 }
            let text = UMPText().text(ump)
            let read = try sent([text])
            #expect(read == [ump], "TREADLE_SEED=\(seed) \(UMPText.hex(ump)): \(text)")
            if read != [ump] { break }
        }
    }
}
