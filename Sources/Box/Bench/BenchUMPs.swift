import MIDI

// Messages between UMP ports, and between a UMP port and a MIDI 1.0 port: the cost of resolution and translation.
extension BenchTasks {
    static let umps = [
        ump("ump-thru", "MIDI 2.0 note thru", BenchBoxes.umps()),
        ump(
            "ump-split", "MIDI 2.0 split with transpose and curve",
            BenchBoxes.umps(
                "restrict: { notes: C4..G9 }, notes: { shift: 12 }, velocity: { curve: { softness: 30 } }")),
        BenchTask(
            "ump-remap", "32-bit remap",
            box: BenchBoxes.umps(
                "controllers: { remap: [{ from: cc 1, to: cc 74, linear: { in: 0..127, out: 20..100 } }] }"),
            words: controllers, messages: 2),
        ump("ump-down", "MIDI 2.0 note to a MIDI 1.0 port", BenchBoxes.umps(to: "")),
        BenchTask("ump-up", "MIDI 1.0 note to a MIDI 2.0 port", box: BenchBoxes.umps(from: ""), note, messages: 2),
    ]

    private static let words: [UInt32] = [0x4090_3C00, 0x6423_0000, 0x4080_3C00, 0x4012_0000]
    private static let controllers: [UInt32] = [0x40B0_0100, 0x8000_1234, 0x40B0_0100, 0x0000_1234]

    private static func ump(_ key: String, _ name: String, _ box: String) -> BenchTask {
        BenchTask(key, name, box: box, words: words, messages: 2)
    }
}
