import MIDI
import Testing

@testable import Plan
@testable import Routing

/// H9: messages that a destination may not have heard, because it was unplugged before the kernel noticed.
struct HeardStateTests {
    private func heard(_ messages: [(Message, UInt64)]) -> HeardState {
        var state = HeardState()
        for (message, time) in messages { state.hear(message, at: time) }
        return state
    }

    @Test func aReleaseOfTheLastMomentCountsAsUnheard() {
        var state = heard([(.noteOn(channel: 3, key: 60, velocity: 1), 0), (.noteOff(channel: 3, key: 60), 500)])
        #expect(!state.isSounding(3, 60))
        state.doubt(since: 500)
        #expect(state.isSounding(3, 60))
    }

    @Test func anEarlierReleaseWasHeard() {
        var state = heard([(.noteOn(channel: 3, key: 60, velocity: 1), 0), (.noteOff(channel: 3, key: 60), 499)])
        state.doubt(since: 500)
        #expect(!state.isSounding(3, 60))
    }

    @Test func pedalAndBendResetsOfTheLastMomentCountAsUnheard() {
        var state = heard([
            (.controlChange(channel: 0, controller: 64, value: 1), 0), (.pitchBend(channel: 0, value: 0), 0),
            (.controlChange(channel: 0, controller: 64, value: 0), 600), (.pitchBend(channel: 0, value: 8192), 600),
        ])
        state.doubt(since: 500)
        #expect(state.isMoved(0, .sustain) && state.isMoved(0, .pitchBend) && !state.isMoved(0, .channelPressure))
    }

    @Test func releaseWithoutANoteIsNotDoubted() {
        var state = heard([(.noteOff(channel: 3, key: 60), 600)])
        state.doubt(since: 500)
        #expect(!state.isSounding(3, 60))
    }

    /// Only the last 64 releases are remembered; the oldest are overwritten.
    @Test func last64ReleasesAreRemembered() {
        var state = HeardState()
        for key in UInt8(0)..<65 {
            state.hear(.noteOn(channel: 0, key: key, velocity: 1), at: 0)
            state.hear(.noteOff(channel: 0, key: key), at: 600)
        }
        state.doubt(since: 500)
        #expect(!state.isSounding(0, 0) && state.isSounding(0, 1) && state.isSounding(0, 64))
    }
}
