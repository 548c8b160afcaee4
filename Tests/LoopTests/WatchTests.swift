import CPlatform
import Host
import Testing

@testable import Loop

/// The trace records that the loop shows, and when it wakes the control thread for them.
@Suite struct WatchTests {
    @Test func controlThreadIsWokenOnlyIfItWaits() throws {
        let rig = try ClockRig()
        let loop = rig.loop
        /// Whether a tick wakes the control thread.
        func tickWakes() -> Bool {
            treadle_event_clear(loop.controlWake)
            rig.tick()
            return PollSet.isReadable(loop.controlWake, within: 0)
        }
        _ = tickWakes()
        loop.watched.prepare()
        loop.watch(true)
        #expect([tickWakes(), tickWakes(), tickWakes()] == [true, false, false])
        #expect(!loop.watched.awaitNext())
        while loop.watched.next() != nil {}
        #expect(loop.watched.awaitNext())
        #expect([tickWakes(), tickWakes()] == [true, false])
        loop.watch(false)
        while loop.watched.next() != nil {}
        #expect(loop.watched.awaitNext())
        #expect(!tickWakes() && loop.watched.next() == nil)
    }
}
