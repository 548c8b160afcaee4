import NetworkSupport
import TestSupport
import Testing

/// N6, N7: whatever the network loses, doubles, reorders and delays, the receiver's state equals the sender's after the
/// next packet, and at the end nothing sounds.
@Suite struct LossyEveningTests {
    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func bothEndsAgree(_ seed: UInt64) {
        #expect(LossyEvening(seed: seed, moments: 300).failures == [])
    }
}
