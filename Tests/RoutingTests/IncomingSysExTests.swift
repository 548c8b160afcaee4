import MIDI
import Testing

@testable import Plan
@testable import Routing

/// R17: the bytes of a SysEx that are held back while they may match a pattern.
@Suite struct IncomingSysExTests {
    private let table = TableMemory(IncomingSysEx.byteCount)

    private func incoming(_ data: [UInt8], of source: UInt8 = 3) -> IncomingSysEx {
        let incoming = IncomingSysEx(&table.memory)
        incoming.begin(source, under: nil, at: 5)
        for byte in data { incoming.keep(byte, of: source) }
        incoming[source].arrive(incoming[source].ahead)
        return incoming
    }

    @Test func heldBackBytesComeBackInPieces() {
        let incoming = incoming([1, 2, 3, 4, 5, 6, 7, 8])
        #expect(incoming.piece(0, of: 3) == message("start 01 02 03 04 05 06"))
        #expect(incoming.piece(1, of: 3) == message("continue 07 08"))
        #expect(incoming.piece(2, of: 3) == nil && incoming.bytes(3)[0] == 0xF0)
    }

    /// Bytes that were compared before their piece is complete are not returned.
    @Test func bytesAheadOfTheirPieceAreNotReturned() {
        let incoming = incoming([1, 2, 3, 4, 5, 6])
        for byte in UInt8(7)...8 { incoming.keep(byte, of: 3) }
        #expect(incoming[3].ahead == 2)
        #expect(incoming.piece(0, of: 3) == message("start 01 02 03 04 05 06"))
        #expect(incoming.piece(1, of: 3) == nil)
    }

    @Test func noMoreBytesAreKeptThanAPatternHas() {
        let incoming = incoming([UInt8](repeating: 7, count: Limits.patternBytes - 1))
        #expect(incoming[3].isAlive)
        incoming.keep(7, of: 3)
        #expect(!incoming[3].isAlive && incoming.piece(42, of: 3) == message("continue 07 07 07"))
    }

    /// S8: the SysEx is forgotten one second after its last byte.
    @Test func sysExSilentForASecondIsForgotten() {
        let incoming = incoming([1, 2])
        #expect(incoming.touch(3, at: 1_000_000_004) && incoming.touch(3, at: 2_000_000_003))
        #expect(!incoming.touch(3, at: 3_000_000_003) && !incoming[3].isAlive)
        #expect(!incoming.touch(3, at: 3_000_000_004))
    }

    @Test func sourcesAreKeptApart() {
        let incoming = incoming([1, 2])
        incoming.begin(4, under: nil, at: 0)
        incoming.keep(9, of: 4)
        incoming[4].arrive(1)
        incoming.forget(3)
        #expect(!incoming[3].isAlive && incoming.piece(0, of: 3) == nil)
        #expect(incoming.piece(0, of: 4) == message("start 09"))
    }
}
