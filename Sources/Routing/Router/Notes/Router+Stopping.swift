import MIDI
import Plan

// Whatever a source has started is also stopped, even if the settings have changed (H12).
extension Router {
    /// Sends the stop of a source to the destinations that it has started and that no routing reaches now. A routing
    /// that replaces the stop by another message counts as reaching them (R17).
    mutating func stopUnreached(_ stop: Message, _ moves: ControllerMoves, from source: UInt8) {
        var reached: UInt32 = 0
        for concern in everyRouting(of: source) where !isShut(concern.routing) {
            let routing = preset.routings.at(concern.routing)
            if !isFiltered(.stop, by: routing, concern) || replaces(stop, moves, through: routing, concern) {
                reached |= destinationBits(of: routing, from: source)
            }
        }
        working = AtWork.none
        for destination in PortIndex.all where reached & destination.bit == 0 {
            if outputs.sources(thatStarted: destination) & 1 &<< UInt64(source) == 0 { continue }
            outputs.send(system: stop, from: source, to: destination, at: now)
        }
    }

    /// Sends FC to every started destination that no longer receives a clock under the present settings. Such a clock
    /// no longer blocks another one (K7).
    mutating func stopAbandoned() {
        for destination in PortIndex.all {
            let clock = clocks.heard.last(of: destination)
            if clock != HeardClocks.none && !carriesClock(of: clock, with: .timingClock, to: destination) {
                clocks.heard.leave(destination)
            }
            let sources = outputs.sources(thatStarted: destination)
            if sources != 0 && !isClocked(destination, by: sources) { outputs.stopStarted(destination, at: now) }
        }
    }

    /// Stops a destination that has returned, unless it should still run (H9).
    mutating func stopReturned(_ destination: PortIndex) {
        let sources = outputs.sources(thatStarted: destination)
        if sources != 0 && !isClocked(destination, by: sources & clocks.songs.running & heard(at: destination)) {
            outputs.stopStarted(destination, at: now)
        }
    }

    /// The sources that no other clock silences at a destination (K7), one bit each.
    private mutating func heard(at destination: PortIndex) -> UInt64 {
        let current = clocks.heard.current(of: destination, at: now)
        if current == HeardClocks.none { return UInt64.max }
        return ~clocks.heard.tickers | (isSameClock(current, Source.clock) ? pair : 1 &<< UInt64(current))
    }

    /// The box's clock and the port that it follows, which count as one clock; one bit each.
    private var pair: UInt64 {
        mutating get { 1 &<< UInt64(Source.clock) | 1 &<< UInt64(plan.clockSource) }
    }

    mutating func isSameClock(_ source: UInt8, _ other: UInt8) -> Bool {
        source == other || (1 &<< UInt64(source) | 1 &<< UInt64(other)) & ~pair == 0
    }

    /// Whether a routing passes the ticks of a source and its messages of a kind to a destination (K7).
    mutating func carriesClock(of source: UInt8, with kind: MessageKind, to destination: PortIndex) -> Bool {
        for concern in everyRouting(of: source) where !isShut(concern.routing) {
            let routing = preset.routings.at(concern.routing)
            if isFiltered(.timingClock, by: routing, concern) || isFiltered(kind, by: routing, concern) { continue }
            if destinationBits(of: routing, from: source) & destination.bit != 0 { return true }
        }
        return false
    }

    /// Whether a routing passes ticks or transport of any of `sources`, one bit each, to a destination.
    private mutating func isClocked(_ destination: PortIndex, by sources: UInt64) -> Bool {
        var sources = sources
        if sources & pair != 0 { sources |= pair }
        while sources != 0 {
            let source = UInt8(truncatingIfNeeded: sources.trailingZeroBitCount)
            sources &= sources &- 1
            for concern in everyRouting(of: source) where !isShut(concern.routing) {
                let routing = preset.routings.at(concern.routing)
                if destinationBits(of: routing, from: source) & destination.bit == 0 { continue }
                if !isFiltered(.timingClock, by: routing, concern) || !isFiltered(.stop, by: routing, concern) {
                    return true
                }
            }
        }
        return false
    }

    /// The destinations of a routing for messages of a source, one bit each.
    private mutating func destinationBits(of routing: UnsafePointer<Routing>, from source: UInt8) -> UInt32 {
        var bits: UInt32 = 0
        for destination in destinations(of: routing, from: source) { bits |= destination.bit }
        return bits
    }
}
