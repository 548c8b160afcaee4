import Devices
import Testing

@testable import Loop

/// When the kernel is asked what it had no room for (H9).
@Suite struct BacklogTests {
    /// It has lost nothing as long as its buffer was not full, and messages must not cost a question.
    @Test func shortBurstsAskNothing() {
        var backlog = Backlog()
        for _ in 0..<1000 {
            for _ in 0..<100 { backlog.add(32) }
            let mustAsk = backlog.end()
            #expect(!mustAsk)
        }
    }

    @Test func aFullBufferIsAskedAboutOnceItIsRead() {
        var backlog = Backlog()
        #expect(!backlog.isFull)
        for _ in 0..<RawMIDI.inputBuffer / 32 { backlog.add(32) }
        #expect(backlog.isFull)
        let (first, second) = (backlog.end(), backlog.end())
        #expect(first && !second && backlog.isEmpty)
    }

    /// Portions are shorter while a tick is due.
    @Test func portionsOfAnySizeCount() {
        var backlog = Backlog()
        for _ in 0..<RawMIDI.inputBuffer / 8 { backlog.add(8) }
        let isAsked = backlog.end()
        // A flood of days counts no further.
        for _ in 0..<1000 { backlog.add(1 << 30) }
        let isAskedAgain = backlog.end()
        #expect(isAsked && isAskedAgain)
    }
}
