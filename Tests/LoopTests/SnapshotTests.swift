import Foundation
import Testing

@testable import Loop

/// Readers see whole values, and each reader sees the newest value once.
@Suite struct SnapshotTests {
    private struct Pair: BitwiseCopyable {
        var first: Int
        var rest = InlineArray<15, Int>(repeating: 0)
    }

    @Test func newestValueIsNewsOnce() {
        let snapshot = Snapshot(0)
        defer { snapshot.free() }
        var news = News(snapshot)
        #expect(news.take() == nil)
        for value in 1...3 { snapshot.publish(value) }
        #expect(news.take() == 3 && news.take() == nil)
        snapshot.change { $0 += 1 }
        #expect(news.take() == 4 && snapshot.read() == 4)
    }

    @Test func noReaderSeesHalfAValue() {
        let snapshot = Snapshot(Pair(first: 0))
        defer { snapshot.free() }
        // Not a task: with few processors it would wait for all other tests, and the reader would spin as long.
        let isDone = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for number in 1...200_000 {
                snapshot.publish(Pair(first: number, rest: InlineArray(repeating: number)))
            }
            isDone.signal()
        }
        var newest = 0
        while newest < 200_000 {
            let pair = snapshot.read()
            let isWhole = pair.rest.indices.allSatisfy { pair.rest[$0] == pair.first }
            if !isWhole || pair.first < newest {
                Issue.record("\(pair.first) after \(newest)")
                break
            }
            newest = pair.first
        }
        isDone.wait()
    }
}
