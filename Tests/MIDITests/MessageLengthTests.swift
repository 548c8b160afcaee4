import MIDI
import Testing

@Suite struct MessageLengthTests {
    @Test func everyStatusHasItsLength() {
        for status in UInt8.min...0x7F { #expect(MessageLength.bytes(status: status) == 0) }
        for status in UInt8(0x80)...0xEF {
            #expect(MessageLength.bytes(status: status) == (0xC0...0xDF ~= status ? 2 : 3))
        }
        let system = [0, 2, 3, 2, 0, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1]
        for (nibble, length) in system.enumerated() {
            #expect(MessageLength.bytes(status: 0xF0 | UInt8(nibble)) == length)
        }
    }

    @Test func everyUMPTypeHasItsSize() {
        let sizes = [1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]
        #expect((0..<16).map { MessageLength.words(type: $0) } == sizes)
    }
}
