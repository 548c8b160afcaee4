import Testing

@testable import Configuration

/// R17: `message` patterns that are refused.
struct PatternDiagnosticsTests {
    private static func input(_ pattern: String, _ part: String) -> Marked {
        Marked(.remap, "from: §'message \"\(pattern)\"', to: cc 1", part)
    }

    private static func output(_ pattern: String, _ part: String) -> Marked {
        Marked(.remap, "from: cc 1, to: §'message \"\(pattern)\"'", part)
    }

    /// Inputs that can never match a message, or have no single value.
    @Test(arguments: [
        input("", "a whole message, with its status byte 80..FF first"),
        input("10 [MSB]", "with its status byte 80..FF first"),
        input("[**] 10 [MSB]", "with its status byte 80..FF first"),
        input("B0 1 [MSB]", "`1` is not one"),
        input("B0 [msb]", "`[msb]` is not one"),
        input("B0 10", "begins with B0 has 2 data bytes 00..7F"),
        input("C0 10 [MSB]", "begins with C0 has 1 data byte 00..7F"),
        input("FA [MSB]", "begins with FA has no data byte"),
        input("B0 10 80", "begins with B0 has 2 data bytes"),
        input("F[CH] 10 [MSB]", "whole messages"),
        input("F4", "begins with F4"),
        input("F7", "begins with F7"),
        input("F9", "begins with F9"),
        input("F0 7D [MSB]", "a SysEx of data bytes 00..7F that ends in F7"),
        input("F0 7D 80 [MSB] F7", "a SysEx of data bytes"),
        input("F0 7D 9[CH] [MSB] F7", "a SysEx of data bytes"),
        input("F0 7D F8 [MSB] F7", "a SysEx of data bytes"),
        input("F0 7D [MSB] F7 00", "no other byte may follow"),
        input("B0 10 [MSB] B0 11 00", "one message; these are 2"),
        input("B0 [MSB] [MSB]", "[MSB] once at most"),
        input("F0 [MSB] [LSB] [LSB] F7", "[LSB] once at most"),
        input("B[CH] 0[CH] [MSB]", "[CH] once at most"),
        input("B0 10 [LSB]", "[MSB] beside [LSB]"),
    ])
    func inputThatNeverMatchesIsRefused(_ marked: Marked) { marked.check() }

    /// Outputs that are not one or more well-formed messages.
    @Test(arguments: [
        output("B0 [**] [MSB]", "without [**]"),
        output("B0 10 [MSB] 11 [MSB]", "begins with B0 has 2 data bytes"),
        output("B0 10 [MSB] [MSB]", "begins with B0 has 2 data bytes"),
        output("F0 7D [MSB]", "ends in F7"),
        output("FA F0 7D F0 F7", "ends in F7"),
        output("F0 F7 F7", "begins with F7"),
        output("F0 F7 [MSB]", "each with its status byte first"),
        output("F5", "begins with F5"),
        output("F0 " + String(repeating: "[MSB] ", count: 11) + "F7", "[MSB] 10 times at most; it has it 11 times"),
        output("F0 " + String(repeating: "0[CH] ", count: 12) + "F7", "[CH] 10 times at most; it has it 12 times"),
        output(
            "F0 " + String(repeating: "00 ", count: 255) + "F7",
            "at most 256 bytes, the limit `patternBytes`; it has 257"),
    ])
    func malformedOutputIsRefused(_ marked: Marked) { marked.check() }

    @Test func longestOutputsAreAccepted() throws {
        let tens = ["[MSB]", "[LSB]", "0[CH]"].map { String(repeating: $0 + " ", count: 10) }.joined()
        for pattern in [
            "F0 \(tens)F7", "F0 " + String(repeating: "00 ", count: 254) + "F7", "F8 F8 FF", "B[CH] 07 00 F0 F7 C0 05",
        ] {
            _ = try loaded(
                box("{from: [keys], to: [out], controllers: {remap: [{from: cc 1, to: 'message \"\(pattern)\"'}]}}"))
        }
    }
}
