extension MIDIFile {
    /// An event and its time, in nanoseconds since the beginning of the file.
    public struct Timed: Sendable {
        public var at: UInt64
        public var event: Event
    }

    /// The events in the order in which they are played, and the length of the file in nanoseconds. The tracks of
    /// format 2 are played one after the other, each with its own tempos. Other tracks are played together; events at
    /// the same time are in the order of the tracks.
    public var timeline: (events: [Timed], length: UInt64) {
        var events: [Timed] = []
        var length: UInt64 = 0
        if format == .separate {
            for track in tracks { length = append([track], from: length, into: &events) }
        } else {
            length = append(tracks, from: 0, into: &events)
        }
        return (events, length)
    }

    /// Appends the events of tracks that play together. Returns when the last of the tracks ends.
    private func append(_ tracks: [Track], from start: UInt64, into events: inout [Timed]) -> UInt64 {
        var merged: [(track: Int, index: Int, event: Event)] = []
        for (number, track) in tracks.enumerated() {
            for (index, event) in track.events.enumerated() { merged.append((number, index, event)) }
        }
        merged.sort { ($0.event.tick, $0.track, $0.index) < ($1.event.tick, $1.track, $1.index) }
        var clock = Clock(division: division, start: start)
        for (_, _, event) in merged {
            let at = clock.time(of: event.tick)
            if case .tempo(let microseconds) = event.kind {
                clock.change(to: microseconds, at: event.tick)
            } else {
                events.append(Timed(at: at, event: event))
            }
        }
        return clock.time(of: tracks.reduce(0) { max($0, $1.end) })
    }

    /// Converts ticks to nanoseconds. Each time is computed from the last change of tempo, so that rounding errors do
    /// not add up.
    private struct Clock {
        let division: Division
        var baseTick: UInt64 = 0
        var base: UInt64
        /// The fraction of a nanosecond at the base, as a numerator, so that changes of tempo lose nothing.
        var rest: UInt64 = 0
        /// Microseconds a quarter note: by default 120 BPM.
        var microseconds: UInt64 = 500_000

        init(division: Division, start: UInt64) {
            self.division = division
            base = start
        }

        func time(of tick: UInt64) -> UInt64 { compute(tick).time }

        mutating func change(to microseconds: UInt32, at tick: UInt64) {
            (base, rest) = compute(tick)
            baseTick = tick
            self.microseconds = UInt64(microseconds)
        }

        private func compute(_ tick: UInt64) -> (time: UInt64, rest: UInt64) {
            let ticks = tick - baseTick
            switch division {
            case .ticksOfQuarter(let parts): return compute(ticks, microseconds * 1000, UInt64(parts))
            case .ticksOfFrame(let frames, let parts):
                // 29 means 30000/1001 frames a second.
                let isDrop = frames == 29
                let second: UInt64 = isDrop ? 1_001_000_000_000 : 1_000_000_000
                return compute(ticks, second, (isDrop ? 30_000 : UInt64(frames)) * UInt64(parts))
            }
        }

        /// Returns the time ticks · numerator / denominator nanoseconds after the base, or `UInt64.max / 2` on
        /// overflow.
        private func compute(_ ticks: UInt64, _ numerator: UInt64, _ denominator: UInt64) -> (UInt64, UInt64) {
            let product = ticks.multipliedFullWidth(by: numerator)
            let (low, carry) = product.low.addingReportingOverflow(rest)
            let high = product.high + (carry ? 1 : 0)
            if high >= denominator { return (UInt64.max / 2, 0) }
            let (quotient, remainder) = denominator.dividingFullWidth((high, low))
            let (time, overflow) = base.addingReportingOverflow(quotient)
            return overflow ? (UInt64.max / 2, 0) : (time, remainder)
        }
    }
}
