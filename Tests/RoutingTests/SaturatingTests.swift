import Testing

@testable import Plan
@testable import Routing

@Suite struct SaturatingTests {
    @Test func aValueInRangeLosesItsFraction() {
        #expect(UInt64(saturating: 0) == 0)
        #expect(UInt64(saturating: 2.9) == 2)
    }

    @Test func aValueBeyondTheRangeBecomesItsEnd() {
        #expect(UInt32(saturating: 4_294_967_296) == UInt32.max)
        #expect(UInt32(saturating: 4_294_967_295) == UInt32.max)
        #expect(UInt64(saturating: 0x1p64) == UInt64.max)
        #expect(UInt64(saturating: 0x1.fffffffffffffp63) == 0xFFFF_FFFF_FFFF_F800)
        #expect(UInt64(saturating: .infinity) == UInt64.max)
        #expect(UInt64(saturating: -1) == 0)
        #expect(UInt32(saturating: -.infinity) == 0)
    }

    @Test func notANumberBecomesZero() {
        #expect(UInt64(saturating: .nan) == 0)
        #expect(UInt32(saturating: .nan) == 0)
    }

    @Test func aSumStaysAtItsEnd() {
        #expect(UInt64(1).plus(2) == 3)
        #expect((UInt64.max - 1).plus(1) == UInt64.max)
        #expect(UInt64.max.plus(UInt64.max) == UInt64.max)
    }
}
