import MIDI
import Testing

@testable import Plan
@testable import Routing

/// The messages that the clocks report as due: ticks and transport (K1, K2), and parts of multiplied ticks (K4).
@Suite struct ClocksTests {
    private let table = TableMemory(Clocks.byteCount)
    private let tick = Message(status: 0xF8)

    /// A clock of 125 BPM: a tick is due every 20 ms, the first at 0.
    private func ticking() -> Clocks {
        var clocks = Clocks(&table.memory)
        clocks.begin(tempo: 125, at: 0)
        return clocks
    }

    private func listed(_ messages: ClockMessages) -> [Message] {
        var messages = messages
        return Array(AnyIterator { messages.next() })
    }

    private func due(_ clocks: inout Clocks, at milliseconds: UInt64) -> [Message] {
        listed(clocks.advance(to: milliseconds * 1_000_000))
    }

    private func perform(_ action: Action.ClockAction, _ clocks: inout Clocks, at milliseconds: UInt64) -> [Message] {
        listed(clocks.perform(action, at: milliseconds * 1_000_000))
    }

    /// One tick a call, so that other due messages come between them.
    @Test func overdueTicksComeOneAtATime() {
        var clocks = ticking()
        let ticks = (0..<3).map { _ in due(&clocks, at: 20) }
        #expect(ticks == [[tick], [tick], []] && clocks.deadline == 40_000_000)
    }

    @Test func aStartThatWaitsForATickFollowsIt() {
        var clocks = ticking()
        let first = due(&clocks, at: 0)
        let atOnce = listed(clocks.perform(.start, at: 19_500_000))
        let second = due(&clocks, at: 20)
        #expect(first == [tick] && atOnce == [] && second == [tick, Message(status: 0xFA)])
        #expect(clocks.own.transport == .running)
    }

    @Test func aContinueTellsTheSongPositionFirst() {
        var clocks = ticking()
        _ = due(&clocks, at: 0)
        let started = perform(.togglePause, &clocks, at: 5)
        for time in 0..<UInt64(7) { _ = due(&clocks, at: 20 * time + 20) }
        let (paused, again) = (perform(.pause, &clocks, at: 150), perform(.pause, &clocks, at: 150))
        #expect(started == [Message(status: 0xFA)] && paused == [Message(status: 0xFC)] && again == [])
        let continued = perform(.togglePause, &clocks, at: 150)
        #expect(continued == [Message(status: 0xF2, 1, 0), Message(status: 0xFB)])
    }

    @Test func multipliedTicksAreDueAtTheirTimes() {
        var clocks = ticking()
        let first = clocks.rates.spread(5, 3, from: 2, at: 0, over: 30)
        _ = clocks.rates.spread(63, 2, from: Source.clock, at: 0, over: 30)
        #expect(first == 10 && clocks.rates.nextPartAt == 10)
        let (none, due) = (clocks.rates.dueParts(at: 9), clocks.rates.dueParts(at: 10))
        #expect(none == 0 && due == 1 << 5)
        #expect(clocks.rates.takePart(5) == 2 && clocks.rates.nextPartAt == 15)
        // A new tempo drops only the parts of the internal clock's ticks.
        clocks.setTempo(100, at: 11)
        #expect(clocks.rates.takePart(63) == nil && clocks.rates.nextPartAt == 20)
        #expect(clocks.rates.takePart(5) == 2 && clocks.rates.takePart(5) == nil)
        let over = clocks.rates.dueParts(at: 100)
        #expect(over == 0 && clocks.rates.nextPartAt == UInt64.max)
    }

    /// K4: a Continue without a song position goes on where the source stopped.
    @Test func songPositionStaysWhileTheSourceIsStopped() {
        var songs = Clocks(&table.memory).songs
        for status in [UInt8(0xFA), 0xF8, 0xF8, 0xFC, 0xF8, 0xFB, 0xF8] {
            songs.count(Message(status: status).kind, from: 3)
        }
        #expect(songs.ticks(of: 3) == 3 && songs.ticks(of: 2) == 0)
        songs.locate(Message(status: 0xF2, 2, 1), from: 3)
        #expect(songs.ticks(of: 3) == 130 * 6)
    }
}
