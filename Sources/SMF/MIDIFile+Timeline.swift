extension MIDIFile {
    /// An event and its time, in nanoseconds since the beginning of the file.
    package struct Timed: Sendable {
        package var at: UInt64
        package var event: Event
    }

    /// The events in the order in which they are played, and the length of the file in nanoseconds. The tracks of
    /// format 2 are played one after the other, each with its own tempos. Other tracks are played together; events at
    /// the same time are in the order of the tracks.
    package var timeline: (events: [Timed], length: UInt64) {
        var events: [Timed] = []
        var length: UInt64 = 0
        if format == .separate {
            for track in tracks { length = append([track], from: length, into: &events) }
        } else {
            length = append(tracks, from: 0, into: &events)
        }
        return (events, length)
    }

    /// The events of tracks that play together, in the order of their ticks, each with the index of its track.
    static func merged(_ tracks: [Track]) -> [(track: Int, event: Event)] {
        var merged: [(track: Int, index: Int, event: Event)] = []
        for (number, track) in tracks.enumerated() {
            for (index, event) in track.events.enumerated() { merged.append((number, index, event)) }
        }
        merged.sort { ($0.event.tick, $0.track, $0.index) < ($1.event.tick, $1.track, $1.index) }
        return merged.map { ($0.track, $0.event) }
    }

    /// Appends the events of tracks that play together. Returns when the last of the tracks ends.
    private func append(_ tracks: [Track], from start: UInt64, into events: inout [Timed]) -> UInt64 {
        var clock = TickClock(division: division, start: start)
        for (_, event) in MIDIFile.merged(tracks) {
            let at = clock.time(of: event.tick)
            if case .tempo(let microseconds) = event.kind {
                clock.change(to: UInt64(microseconds) * 1000, at: event.tick)
            } else {
                events.append(Timed(at: at, event: event))
            }
        }
        return clock.time(of: tracks.reduce(0) { max($0, $1.end) })
    }
}
