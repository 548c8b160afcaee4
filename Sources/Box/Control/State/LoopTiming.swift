import Engine
import Loop
import MIDI

/// How long the loop takes for messages and ticks, measured from the first request until a minute after the last one.
struct LoopTiming {
    /// From when a message came in, or was due, until the loop had handed it to its port.
    private(set) var latency = TimeSamples()
    /// The same of ticks of the clock.
    private(set) var jitter = TimeSamples()
    /// When a client asked last, in nanoseconds.
    private var askedAt: UInt64

    init(at now: UInt64) { askedAt = now }

    mutating func ask(at now: UInt64) { askedAt = now }

    /// Whether nobody has asked for a minute.
    func isOver(at now: UInt64) -> Bool { now > askedAt + TimeSamples.time }

    /// Reads the turns that have ended since the last call.
    mutating func read(_ loop: Loop) {
        while let turn = loop.watched.nextTurnEnd() { add(turn, loop.recorder.outputs) }
    }

    /// Adds the messages of a turn.
    mutating func add(_ turn: TurnEnd, _ outputs: RecordRing) {
        var entries: [RecordRing.Entry] = []
        for place in turn.first..<max(turn.end, turn.first) { entries.append(outputs.entry(at: place)) }
        // Overwritten meanwhile: nothing is known of them.
        if outputs.oldestAfterReading > turn.first { return }
        for entry in entries {
            let took = turn.at > entry.time ? turn.at - entry.time : 0
            switch RecordRing.Kind(rawValue: entry.kind) {
            case .message:
                if Message(UInt32(truncatingIfNeeded: entry.payload)).kind == .timingClock {
                    jitter.add(took, at: turn.at)
                } else {
                    latency.add(took, at: turn.at)
                }
            // Of a UMP its last word.
            case .ump: if entry.detail & RecordRing.Entry.goesOn == 0 { latency.add(took, at: turn.at) }
            default: break
            }
        }
    }

    /// The histograms of the last minute.
    func histograms(at now: UInt64) -> JSONValue {
        var object = StateObject()
        object.add("latency", latency.histogram(at: now))
        object.add("jitter", jitter.histogram(at: now))
        return object.value
    }
}
