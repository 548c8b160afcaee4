import MIDI
import Testing

/// Min-center-max scaling up, cutting off bits scaling down (M2-104-UM, appendix D).
@Suite struct ScalingTests {
    @Test(
        arguments: [
            (0, 0), (1, 0x0200), (63, 0x7E00), (64, 0x8000), (65, 0x8208), (126, 0xFDF7), (127, 0xFFFF),
        ] as [(UInt32, UInt32)])
    func sevenBitsBecomeSixteen(value: UInt32, expected: UInt32) {
        #expect(Scaling.up(value, from: 7, to: 16) == expected)
    }

    @Test(
        arguments: [
            (0, 0), (1, 0x0200_0000), (63, 0x7E00_0000), (64, 0x8000_0000), (65, 0x8208_2082), (96, 0xC104_1041),
            (127, 0xFFFF_FFFF),
        ] as [(UInt32, UInt32)])
    func sevenBitsBecomeThirtyTwo(value: UInt32, expected: UInt32) {
        #expect(Scaling.up(value, from: 7, to: 32) == expected)
    }

    @Test(
        arguments: [
            (0, 0), (1, 0x0004_0000), (8191, 0x7FFC_0000), (8192, 0x8000_0000), (8193, 0x8004_0020),
            (12288, 0xC002_0010), (16383, 0xFFFF_FFFF),
        ] as [(UInt32, UInt32)])
    func fourteenBitsBecomeThirtyTwo(value: UInt32, expected: UInt32) {
        #expect(Scaling.up(value, from: 14, to: 32) == expected)
    }

    /// Compares binary digits: above the centre a 1 and then the other bits repeatedly, below it the bits and then
    /// zeros.
    @Test(arguments: [(7, 16), (7, 32), (14, 32), (2, 32), (16, 32), (7, 8)])
    func lowerBitsAreRepeatedAboveTheCentre(bits: Int, wider: Int) {
        for value in 0..<(1 << bits) {
            let binary = String(value, radix: 2)
            let digits = String(repeating: "0", count: bits - binary.count) + binary
            let isAbove = value > 1 << (bits - 1)
            let endless = digits + String(repeating: isAbove ? String(digits.dropFirst()) : "0", count: wider)
            let expected = UInt32(endless.prefix(wider), radix: 2)!
            #expect(Scaling.up(UInt32(value), from: UInt32(bits), to: UInt32(wider)) == expected)
        }
    }

    @Test(arguments: [(7, 16), (7, 32), (14, 32)] as [(UInt32, UInt32)])
    func upAndDownIsTheIdentityAndRises(bits: UInt32, wider: UInt32) {
        var last: UInt32?
        for value in 0..<(1 << bits) as Range<UInt32> {
            let scaled = Scaling.up(value, from: bits, to: wider)
            #expect(Scaling.down(scaled, from: wider, to: bits) == value)
            if let last { #expect(scaled > last) }
            last = scaled
        }
    }
}
