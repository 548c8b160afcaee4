import MIDI
import Testing

@testable import Plan
@testable import Routing

/// The records that a listener gets. Tests/Corpus/X-why.txt tests the reasons as text.
@Suite struct TraceTests {
    private final class TraceListener {
        let records: UnsafeMutablePointer<[TraceRecord]>

        init(_ rig: Rig) {
            records = .allocate(capacity: 1)
            records.initialize(to: [])
            rig.router.pointee.listen(
                { context, packed, word0, word1, word2, word3, time in
                    let record = TraceRecord(packed: packed, Message(word0, word1, word2, word3), time: time)
                    context!.assumingMemoryBound(to: [TraceRecord].self).pointee.append(record!)
                }, context: records)
        }

        deinit {
            records.deinitialize(count: 1)
            records.deallocate()
        }

        func take() -> [TraceRecord] {
            defer { records.pointee = [] }
            return records.pointee
        }
    }

    @Test func messagesAreReportedBeforeAndAfterEachRouting() {
        let rig = Rig(Way(from: [1]), Way(from: [1]).setting { $0.channel = 4 })
        let listener = TraceListener(rig)
        rig.receive("B0 07 10", from: 1, at: 70)
        let heard = listener.take()
        #expect(heard.map { $0.event } == [.received, .sent, .sent])
        #expect(heard.map { text($0.message) } == ["B0 07 10", "B0 07 10", "B4 07 10"])
        #expect(heard.map { $0.routing } == [.none, 0, 1])
        #expect(heard.allSatisfy { $0.source == 1 && $0.time == 70 && $0.preset == 0 })
        #expect(heard[1].destination == 8)
    }

    @Test func removedListenerGetsNoRecords() {
        let rig = Rig(Way())
        let listener = TraceListener(rig)
        rig.router.pointee.listen(nil, context: nil)
        rig.receive("B0 07 10")
        #expect(listener.take().isEmpty)
    }

    /// R7: a list may map a velocity to 0.
    @Test func velocityThatBecomesZeroIsReported() {
        let zeroes = UnsafeMutablePointer<UInt8>.allocate(capacity: 128)
        defer { zeroes.deallocate() }
        zeroes.initialize(repeating: 0, count: 128)
        let rig = Rig(Way().setting { $0.velocityMap = UnsafePointer(zeroes) })
        let listener = TraceListener(rig)
        rig.receive("90 3C 40")
        #expect(listener.take().map { $0.event } == [.received, .zeroVelocity])
    }

    /// H11: the release of the oldest of 2048 notes is reported.
    @Test func releaseBecauseOfAFullTableIsReported() {
        let rig = Rig(Way(from: [0, 1]))
        for key in 0..<Limits.heldNotes {
            rig.receive(
                Message(status: 0x90 | UInt8(key >> 7), UInt8(key & 127), 1), from: 0)
        }
        let listener = TraceListener(rig)
        rig.receive("90 00 40", from: 1)
        #expect(listener.take().map { $0.event } == [.received, .sent, .tooManyHeld, .sent])
    }

    /// H8: the check whether new settings cover the old path is not reported. A message along the old path is reported
    /// with the old preset.
    @Test func coverageChecksAreNotReported() {
        let rig = Rig([[Way()], [Way().setting { $0.muted = true }]])
        rig.receive("B0 40 7F")
        rig.perform(.load(1))
        let listener = TraceListener(rig)
        rig.receive("B0 40 00")
        let heard = listener.take()
        #expect(heard.map { $0.event } == [.received, .retainedController, .sent, .muted])
        #expect(heard.map { $0.preset } == [1, 0, 0, 1])
    }

    /// The last of as many presets as a box can have is reported, and so are what it holds.
    @Test func lastPresetOfAFullBoxIsReported() {
        let others = (1..<Limits.presets).map { _ in [Way()] }
        let rig = Rig([[Way().setting { $0.muted = true }]] + others)
        let listener = TraceListener(rig)
        rig.perform(.load(255))
        rig.receive("B0 40 7F")
        rig.receive("90 3C 40")
        #expect(listener.take().allSatisfy { $0.preset == 255 })
        rig.perform(.load(0))
        _ = listener.take()
        rig.receive("B0 40 00")
        let heard = listener.take()
        #expect(heard.map { $0.event } == [.received, .retainedController, .sent, .muted])
        #expect(heard.map { $0.preset } == [0, 255, 255, 0])
        rig.receive("80 3C 40")
        let released = listener.take()
        #expect(released.first { $0.event == .retainedNote }?.preset == 255)
        #expect(released.first { $0.event == .sent }?.preset == 255)
        #expect(rig.router.pointee.status.heldNotes == 0)
    }
}
