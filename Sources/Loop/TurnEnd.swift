import CPlatform
import Engine

/// When a turn of the loop had sent its messages. Published only while a client asks how long messages take, so that
/// nobody else pays for the time.
package struct TurnEnd: BitwiseCopyable {
    /// The places in the flight recorder of the messages that were sent in the turn.
    package var first: Int
    package var end: Int
    /// Nanoseconds of the box's clock.
    package var at: UInt64
}

extension Loop {
    /// Begins or stops to publish the ends of turns.
    func measure(_ isMeasured: Bool) {
        watched.sentBefore = recorder.outputs.written
        watched.duties = isMeasured ? watched.duties | Watch.ends : watched.duties & ~Watch.ends
    }

    /// Publishes the end of a turn that has sent something.
    func publishEnd() {
        let (first, end) = (watched.sentBefore, recorder.outputs.written)
        if first == end { return }
        watched.sentBefore = end
        _ = watched.turnEnds?.push(TurnEnd(first: first, end: end, at: treadle_now()))
    }
}
