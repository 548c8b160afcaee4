import StageSupport
import TestSupport
import Testing

/// Random evenings of UMPs, over ports of every kind (U3, U5, U6, U7).
@Suite struct UMPPropertyTests {
    /// Every place is sent what it speaks, well formed and of its group. When all sources are gone, nothing sounds
    /// (H9).
    @Test func everyPlaceIsSentWhatItSpeaksAndNothingHangs() throws {
        for seed in SplitMix.seeds {
            let problems = try UMPEvening().play(UMPEvening.file(seed: seed))
            #expect(problems == [], "seed \(seed)")
        }
    }
}
