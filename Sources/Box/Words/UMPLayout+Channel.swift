import MIDI

// Utility, System and channel messages (M2-104-UM 7.2 to 7.4, 7.6).
extension UMPLayout {
    static let utility: [UMPLayout] = [
        UMPLayout(0x0000_0000, "noop"),
        UMPLayout(0x0010_0000, "jr-clock", "reserved 4 sender-clock 16", [.number("sender-clock")]),
        UMPLayout(0x0020_0000, "jr-timestamp", "reserved 4 timestamp 16", [.number("timestamp")]),
        UMPLayout(
            0x0030_0000, "delta-clockstamp-ticks", "reserved 4 ticks-of-quarter 16", [.number("ticks-of-quarter")]),
        UMPLayout(0x0040_0000, "delta-clockstamp", "ticks 20", [.number("ticks")]),
    ]

    static let system: [UMPLayout] = [
        UMPLayout(0x10F1_0000, "time-code", "reserved 1 time-code 7", [.number("time-code")]),
        UMPLayout(
            0x10F2_0000, "song-position", "reserved 1 position-lsb 7 reserved 1 position-msb 7",
            [.wide(lsb: "position-lsb", msb: "position-msb")]),
        UMPLayout(0x10F3_0000, "song-select", "reserved 1 song 7", [.number("song")]),
        UMPLayout(0x10F6_0000, "tune-request"), UMPLayout(0x10F8_0000, "clock"),
        UMPLayout(0x10FA_0000, "start"), UMPLayout(0x10FB_0000, "continue"), UMPLayout(0x10FC_0000, "stop"),
        UMPLayout(0x10FE_0000, "active-sensing"), UMPLayout(0x10FF_0000, "reset"),
    ]

    static let midi1: [UMPLayout] = [
        UMPLayout(0x2080_0000, "note-off", "reserved 1 key 7 reserved 1 velocity 7", [.note, .number("velocity")]),
        UMPLayout(0x2090_0000, "note", "reserved 1 key 7 reserved 1 velocity 7", [.note, .number("velocity")]),
        UMPLayout(
            0x20A0_0000, "key-pressure", "reserved 1 key 7 reserved 1 pressure 7",
            [.note, .word("="), .number("pressure")]),
        UMPLayout(
            0x20B0_0000, "cc", "reserved 1 controller 7 reserved 1 value 7",
            [.number("controller"), .word("="), .number("value"), .controllerName]),
        UMPLayout(0x20C0_0000, "program", "reserved 1 program 7", [.number("program")]),
        UMPLayout(0x20D0_0000, "channel-pressure", "reserved 1 pressure 7", [.word("="), .number("pressure")]),
        UMPLayout(
            0x20E0_0000, "pitch-bend", "reserved 1 bend-lsb 7 reserved 1 bend-msb 7",
            [.word("="), .wide(lsb: "bend-lsb", msb: "bend-msb")]),
    ]

    static let midi2: [UMPLayout] = [
        UMPLayout(
            0x4060_0000, "per-note bend", "reserved 1 key 7 reserved 8 bend 32", [.note, .value], shown: "per-note"),
        // Statuses 0x00 and 0x10: registered and assignable controllers.
        UMPLayout(
            0x4000_0000, "per-note controller", "reserved 1 key 7 controller 8 value 32", [.note, .perNoteController],
            shown: "per-note", mask: 0x00E0_0000),
        UMPLayout(
            0x40F0_0000, "per-note management", "reserved 1 key 7 reserved 6 detach 1 reset 1", [.note, .management],
            shown: "per-note"),
        UMPLayout(0x4020_0000, "rpn", parameter, [.parameter, .value]),
        UMPLayout(0x4030_0000, "nrpn", parameter, [.parameter, .value]),
        UMPLayout(0x4040_0000, "relative rpn", parameter, [.parameter, .change], shown: "rpn"),
        UMPLayout(0x4050_0000, "relative nrpn", parameter, [.parameter, .change], shown: "nrpn"),
        UMPLayout(0x4080_0000, "note-off", note, [.note, .word("velocity"), .number("velocity"), .attribute]),
        UMPLayout(0x4090_0000, "note", note, [.note, .word("velocity"), .number("velocity"), .attribute]),
        UMPLayout(0x40A0_0000, "key-pressure", "reserved 1 key 7 reserved 8 pressure 32", [.note, .keyPressure]),
        UMPLayout(0x40B0_0000, "cc", "reserved 1 controller 7 reserved 8 value 32", [.controller, .value]),
        UMPLayout(
            0x40C0_0000, "program",
            "reserved 15 bank-valid 1 reserved 1 program 7 reserved 9 bank-msb 7 reserved 1 bank-lsb 7",
            [.list(["program"], separator: "/", rule: "0..127"), .bank]),
        UMPLayout(0x40D0_0000, "channel-pressure", "reserved 16 pressure 32", [.value]),
        UMPLayout(0x40E0_0000, "pitch-bend", "reserved 16 bend 32", [.value]),
    ]

    private static let parameter = "reserved 1 bank 7 reserved 1 index 7 value 32"
    private static let note = "reserved 1 key 7 attribute-type 8 velocity 16 attribute 16"
}
