// Data, Flex Data and stream messages (M2-104-UM 7.1, 7.5, 7.7 to 7.9).
extension UMPLayout {
    static let data: [UMPLayout] = [
        // `SentMessages.sysEx` reads it.
        UMPLayout(0x3000_0000, "sysex", bytes("data", 6), [.piece("status"), .data]),
        UMPLayout(
            0x5000_0000, "sysex8", "bytes 4 stream 8 " + bytes("data", 13),
            [.piece("status"), .word("stream"), .number("stream"), .data], mask: 0x00C0_0000),
        UMPLayout(
            0x5080_0000, "mixed-data header",
            "set 4 bytes 16 chunks 16 chunk 16 manufacturer 16 device 16 sub-id-1 16 sub-id-2 16",
            [
                .number("set"), .filler("bytes"), .number("bytes"), .word("chunk"),
                .list(["chunk", "chunks"], separator: "/", rule: "a number and how many there are, such as 1/4"),
                .filler("manufacturer"), .number("manufacturer"), .filler("device"), .number("device"),
                .filler("sub-ids"), .number("sub-id-1"), .number("sub-id-2"),
            ], shown: "mixed-data"),
        UMPLayout(
            0x5090_0000, "mixed-data payload", "set 4 " + bytes("data", 14), [.number("set"), .payload],
            shown: "mixed-data"),
    ]

    static let flex: [UMPLayout] = [
        UMPLayout(0xD000_0000, "flex tempo", "ten-nanoseconds-of-quarter 32", [.tempo]),
        UMPLayout(0xD000_0001, "flex time-signature", "beats 8 unit-power 8 thirty-seconds 8", [.timeSignature]),
        UMPLayout(
            0xD000_0002, "flex metronome",
            "clocks 8 accent-1 8 accent-2 8 accent-3 8 subdivisions-1 8 subdivisions-2 8",
            [
                .number("clocks"), .option("accents"),
                .list(["accent-1", "accent-2", "accent-3"], separator: "/", rule: "3 numbers 0..255 with slashes"),
                .option("subdivisions"),
                .list(["subdivisions-1", "subdivisions-2"], separator: "/", rule: "2 numbers 0..255 with slashes"),
            ]),
        UMPLayout(
            0xD000_0005, "flex key-signature", "accidentals 4 tonic 4",
            [.accidentals, .option("tonic"), .names("tonic", UMPNames.tonics)]),
        UMPLayout(
            0xD000_0006, "flex chord",
            "accidentals 4 tonic 4 chord 8 alteration-1 4 degree-1 4 alteration-2 4 degree-2 4 alteration-3 4 "
                + "degree-3 4 alteration-4 4 degree-4 4 reserved 16 bass-accidentals 4 bass-tonic 4 bass-chord 8 "
                + "bass-alteration-1 4 bass-degree-1 4 bass-alteration-2 4 bass-degree-2 4",
            [.chord]),
    ]

    /// The texts of Flex Data by bank and status, then the undefined statuses of both banks.
    static let texts: [UMPLayout] =
        UMPNames.metadataTexts.enumerated().map { text(0xD000_0100 | UInt32($0), $1) }
        + UMPNames.performanceTexts.enumerated().map { text(0xD000_0200 | UInt32($0), $1) }
        + [0xD000_0100, 0xD000_0200].map { UMPLayout($0, "", bytes("text", 12), mask: 0xFF00) }

    private static func text(_ head: UInt32, _ name: String) -> UMPLayout {
        UMPLayout(head, "flex \(name)", bytes("text", 12), [.piece("form"), .text])
    }

    static let stream: [UMPLayout] = [
        UMPLayout(
            0xF000_0000, "stream endpoint-discovery",
            "version-major 8 version-minor 8 reserved 27 asks-configuration 1 asks-product-id 1 asks-name 1 "
                + "asks-identity 1 asks-info 1",
            [.word("version"), .version, .asks(["info", "identity", "name", "product-id", "configuration"])]),
        UMPLayout(
            0xF001_0000, "stream endpoint-info",
            "version-major 8 version-minor 8 static-blocks 1 blocks 7 reserved 14 midi-2.0 1 midi-1.0 1 reserved 6 "
                + "jr-receive 1 jr-send 1",
            [
                .word("version"), .version, .word("blocks"), .number("blocks"), .flag("static", field: "static-blocks"),
                .flag("midi-1.0"), .flag("midi-2.0"), .flag("jr-receive"), .flag("jr-send"),
            ]),
        UMPLayout(
            0xF002_0000, "stream device-identity",
            "reserved 16 reserved 8 manufacturer-1 8 manufacturer-2 8 manufacturer-3 8 family-lsb 8 family-msb 8 "
                + "model-lsb 8 model-msb 8 version-1 8 version-2 8 version-3 8 version-4 8",
            [
                .word("manufacturer"), .bytes("manufacturer-1", 3),
                .word("family"), .wide(lsb: "family-lsb", msb: "family-msb"),
                .word("model"), .wide(lsb: "model-lsb", msb: "model-msb"), .word("version"), .bytes("version-1", 4),
            ]),
        UMPLayout(0xF003_0000, "stream endpoint-name", bytes("text", 14), [.piece("form"), .text]),
        UMPLayout(0xF004_0000, "stream product-id", bytes("text", 14), [.piece("form"), .text]),
        UMPLayout(0xF005_0000, "stream configuration-request", configuration, spokenConfiguration),
        UMPLayout(0xF006_0000, "stream configuration", configuration, spokenConfiguration),
        UMPLayout(
            0xF010_0000, "stream block-discovery", "block 8 reserved 6 asks-name 1 asks-info 1",
            [.block, .asks(["info", "name"])]),
        UMPLayout(
            0xF011_0000, "stream block-info",
            "active 1 block 7 reserved 2 hint 2 midi-1.0 2 direction 2 first-group 8 groups 8 ci-version 8 "
                + "sysex8-streams 8",
            [
                .number("block"), .names("active", ["inactive", "active"]),
                .word("direction"), .names("direction", ["reserved", "in", "out", "both"]),
                .word("groups"), .ordinal("first-group"), .word("count"), .number("groups"),
                // At `slow`, a MIDI 1.0 block has 31.25 kBd.
                .word("midi-1.0"), .names("midi-1.0", ["no", "yes", "slow", "reserved"]),
                .word("hint"), .names("hint", ["unknown", "receiver", "sender", "both"]),
                .word("ci"), .number("ci-version"), .word("sysex8-streams"), .number("sysex8-streams"),
            ]),
        UMPLayout(
            0xF012_0000, "stream block-name", "block 8 " + bytes("text", 13),
            [.number("block"), .piece("form"), .text]),
        UMPLayout(0xF020_0000, "stream start-of-clip"), UMPLayout(0xF021_0000, "stream end-of-clip"),
    ]

    private static let configuration = "protocol 8 reserved 6 jr-receive 1 jr-send 1"
    private static let spokenConfiguration: [UMPValue] = [.spokenProtocol, .flag("jr-receive"), .flag("jr-send")]

    /// Fields of `count` bytes: `data-1 8 data-2 8`.
    private static func bytes(_ name: String, _ count: Int) -> String {
        (1...count).map { "\(name)-\($0) 8" }.joined(separator: " ")
    }
}
