import MIDI
import Plan

// Each destination receives one clock (K7): the box's own, or else that of the source that ticked first, until it is
// silent.
extension Router {
    /// Number of ticks and transport messages dropped because their destination receives another clock; wraps.
    package var droppedClocks: UInt32 { clocks.heard.dropped }

    /// Records which destinations a tick reaches, before a routing counts the tick. Returns false if all destinations
    /// receive another clock: then the tick must not be counted.
    @inline(__always)
    mutating func hearsTick(_ concern: Concern, from source: UInt8) -> Bool {
        let routing = preset.routings.at(concern.routing)
        if isShut(concern.routing) || isFiltered(.timingClock, by: routing, concern) { return true }
        working = AtWork(concern.routing)
        var isHeard = false
        for destination in destinations(of: routing, from: source) {
            // Fast path: the destination already receives this clock.
            if clocks.heard.last(of: destination) == source && !outputs.feedback.isAlert && !isFollowed(source) {
                clocks.heard.hear(source, at: destination, at: now)
                isHeard = true
            } else if admitsTick(from: source, at: destination) {
                isHeard = true
            }
        }
        return isHeard
    }

    @inline(never)
    private mutating func admitsTick(from source: UInt8, at destination: PortIndex) -> Bool {
        let tick = Message(status: Status.timingClock)
        // A path muted because of feedback carries nothing (R19); sending the tick then traces the reason.
        if outputs.feedback.isAlert && outputs.feedback.blocks(tick, from: source, to: destination) { return true }
        let current = clocks.heard.current(of: destination, at: now)
        let isOther = current != HeardClocks.none && current != source && source != Source.clock
        if isOther || isRelayed(.timingClock, of: source, to: destination) {
            dropClock(.timingClock, from: source, at: destination)
            return false
        }
        handOver(destination, to: source)
        return true
    }

    /// Whether a destination receives another clock than that of a source.
    @inline(__always)
    mutating func hearsAnother(than source: UInt8, _ destination: PortIndex) -> Bool {
        if clocks.heard.last(of: destination) == source { return false }
        return clocks.heard.current(of: destination, at: now) != HeardClocks.none
    }

    /// Whether a destination accepts transport of a source through a routing. A source that has never ticked, or whose
    /// ticks the routing filters, is a remote control and not a clock: its transport passes.
    mutating func hearsTransport(
        _ kind: MessageKind, from source: UInt8, at destination: PortIndex, _ routing: UnsafePointer<Routing>,
        _ concern: Concern
    ) -> Bool {
        if isFiltered(.timingClock, by: routing, concern) { return true }
        if source == Source.clock {
            if kind != .stop { handOver(destination, to: source) }
            return true
        }
        if isRelayed(kind, of: source, to: destination) {
            dropClock(kind, from: source, at: destination)
            return false
        }
        if !clocks.heard.ticks(port(of: source)) || !hearsAnother(than: source, destination) { return true }
        if kind == .stop && answers(for: destination, source) { return true }
        dropClock(kind, from: source, at: destination)
        return false
    }

    /// H12: whether a source has started a destination, and the current clock of that destination has not.
    private mutating func answers(for destination: PortIndex, _ source: UInt8) -> Bool {
        let started = outputs.sources(thatStarted: destination)
        let current: UInt64 = 1 &<< UInt64(clocks.heard.last(of: destination))
        return started & 1 &<< UInt64(source) != 0 && started & current == 0
    }

    /// Whether the box follows a source, and its own clock sends the same message to a destination (K5).
    private mutating func isRelayed(_ kind: MessageKind, of source: UInt8, to destination: PortIndex) -> Bool {
        isFollowed(port(of: source)) && carriesClock(of: Source.clock, with: kind, to: destination)
    }

    /// Whether the box follows a port.
    @inline(__always)
    private mutating func isFollowed(_ port: UInt8) -> Bool {
        port != Source.clock && port == plan.clockSource
    }

    private mutating func dropClock(_ kind: MessageKind, from source: UInt8, at destination: PortIndex) {
        clocks.heard.drop(kind, from: source, at: destination)
        why(.anotherClock, to: destination)
    }

    /// Switches a destination to the clock of a source. If only the old clock has started the destination, stops it
    /// first: otherwise the destination would keep running, and no other source would ever stop it (H12).
    private mutating func handOver(_ destination: PortIndex, to source: UInt8) {
        let old = clocks.heard.last(of: destination)
        clocks.heard.hear(source, at: destination, at: now)
        if old == HeardClocks.none || isSameClock(old, source) { return }
        let started = outputs.sources(thatStarted: destination)
        if started & 1 &<< UInt64(old) == 0 { return }
        if started != 1 &<< UInt64(old) { return outputs.started.forget(old, at: destination) }
        let atWork = working
        working = AtWork.none
        outputs.send(system: Message(status: Status.stop), from: source, to: destination, at: now)
        working = atWork
    }

    /// The song position to send before a continue, if the destination has missed it; otherwise nil.
    mutating func missedPosition(
        before kind: MessageKind, from source: UInt8, at destination: PortIndex, _ routing: UnsafePointer<Routing>,
        _ concern: Concern
    ) -> Message? {
        guard kind == .start || kind == .continue || kind == .songPosition,
            clocks.heard.locate(source, at: destination), kind == .continue,
            !isFiltered(.songPosition, by: routing, concern)
        else { return nil }
        let sixteenths = min(clocks.songs.ticks(of: source) / 6, 0x3FFF)
        let position = Message(status: Status.songPosition, UInt8(sixteenths & 0x7F), UInt8(sixteenths >> 7))
        return isBypassed(concern.routing) ? position : songPosition(position, routing)
    }
}
