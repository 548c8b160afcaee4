import MIDI
import Testing

/// CC 0 and CC 32 of MIDI 1.0 become part of the next Program Change.
@Suite struct BankSelectTests {
    @Test(arguments: [
        Row("C0 05", "40C00000 05000000"),
        Row("B0 00 01", ""),
        Row("B0 00 01 20 02 C0 05", "40C00001 05000102"),
        Row("B0 20 02 00 01 C0 05", "40C00001 05000102"),
        Row("B0 00 7F 20 7F C0 7F", "40C00001 7F007F7F"),
        Row("B0 00 00 20 00 C0 00", "40C00001 00000000"),
        Row("B0 00 01 00 02 C0 05", "40C00001 05000200"),
    ])
    func bankGoesOutWithItsProgramChange(row: Row) { row.check { bytesUp($0) } }

    @Test(arguments: [
        Row("B0 00 01 20 02 C0 05 06", "40C00001 05000102 40C00000 06000000"),
        Row("B0 00 01 C0 05 B0 00 01 C0 05", "40C00001 05000100 40C00001 05000100"),
    ])
    func oneSelectServesOneProgramChange(row: Row) { row.check { bytesUp($0) } }

    @Test(arguments: [
        Row("B0 00 01 C0 05", "40C00001 05000100"), Row("B0 20 02 C0 05", "40C00001 05000002"),
        Row("B0 00 01 20 02 C0 05 B0 00 03 C0 06", "40C00001 05000102 40C00001 06000302"),
        Row("B0 00 01 20 02 C0 05 B0 20 04 C0 06", "40C00001 05000102 40C00001 06000104"),
        Row("B0 00 01 20 02 C0 05 06 B0 20 04 C0 07", "40C00001 05000102 40C00000 06000000 40C00001 07000104"),
    ])
    func aMissingHalfIsTheLastKnown(row: Row) { row.check { bytesUp($0) } }

    @Test(arguments: [
        Row("B0 00 01 C1 05 C0 06", "40C10000 05000000 40C00001 06000100"),
        Row("B0 00 01 F0 01 F7 F8 C0 05", "30010100 00000000 10F80000 40C00001 05000100"),
        Row("B0 00 01 E0 00 40 C0 05", "40E00000 80000000 40C00001 05000100"),
    ])
    func otherMessagesInBetweenDoNotMatter(row: Row) { row.check { bytesUp($0) } }

    @Test func eachGroupHasItsOwnBanks() {
        #expect(
            umpsUp("20B00001 21C00500 2FB00002 20C00600 2FC00700")
                == "41C00000 05000000 40C00001 06000100 4FC00001 07000200")
    }

    /// The contract does not define this. A MIDI 2.0 message is complete in itself and does not change the remembered
    /// bank.
    @Test func aMIDI2ProgramChangeTakesNoBank() {
        #expect(
            umpsUp("20B00001 40C00000 05000000 20C00600", from: .midi2)
                == "40C00000 05000000 40C00001 06000100")
    }
}
