import MIDI
import Plan

// Dividing and multiplying of clock ticks (K4).
extension Router {
    /// Routes a timing clock through one routing, which sends no tick, one, or several, some of them later.
    mutating func timingClock(_ concern: Concern, from source: UInt8) {
        if !hearsTick(concern, from: source) { return }
        let index = concern.routing
        let routing = preset.routings.at(index)
        // The remaining parts of the last tick precede this tick, so the routing never falls behind by more than one
        // multiple.
        while let origin = clocks.rates.takePart(index) { countTick(index, from: origin) }
        working = AtWork(index)
        if isBypassed(index) && !isMuted(index) { sendTick(routing, from: source) }
        countTick(index, from: source)
        let multiply = routing.pointee.multiply
        if multiply < 2 { return }
        let interval = clocks.interval(of: source)
        schedule(at: clocks.rates.spread(index, multiply, from: source, at: now, over: interval))
    }

    /// Sends one due part of each routing with multiplied ticks.
    mutating func sendParts() {
        var due = clocks.rates.dueParts(at: now)
        while due != 0 {
            let index = RoutingIndex(due.trailingZeroBitCount)
            due &= due - 1
            if let source = clocks.rates.takePart(index) { countTick(index, from: source) }
        }
        schedule(at: clocks.rates.nextPartAt)
    }

    /// Counts one multiplied tick, even if the routing is muted, blocked or bypassed, and sends it if the divider lets
    /// it pass.
    private mutating func countTick(_ index: RoutingIndex, from source: UInt8) {
        let routing = preset.routings.at(index)
        let passes = clocks.rates.count(index, divide: routing.pointee.divide)
        if isBypassed(index) && !isShut(index) { return }
        if isShut(index) { return whyShut(index) }
        if routing.pointee.filtered & (1 << UInt32(MessageKind.timingClock.rawValue)) != 0 {
            let reason: TraceEvent = routing.pointee.hasOnly ? .notOnly : .filtered
            return tell(reason, routing: index, Message(status: Status.timingClock))
        }
        if !passes { return why(.divided, index) }
        working = AtWork(index)
        sendTick(routing, from: source)
    }

    private mutating func sendTick(_ routing: UnsafePointer<Routing>, from source: UInt8) {
        let tick = Message(status: Status.timingClock)
        for destination in destinations(of: routing, from: source) {
            if outputs.isFeedback(tick, from: source, to: destination, at: now) { continue }
            if hearsAnother(than: source, destination) { continue }
            outputs.send(tick, to: destination, at: now)
        }
    }

    /// Sets the clock phase of a routing when it routes transport.
    mutating func locateClock(_ message: Message, _ concern: Concern, from source: UInt8) {
        let index = concern.routing
        let sixteenths = clocks.songs.ticks(of: source) / 6
        clocks.rates.locate(
            index, message.kind, of: source, from: sixteenths, through: preset.routings[index])
    }

    /// The song position as a routing sends it: multiplied, divided, rounded down.
    mutating func songPosition(_ message: Message, _ routing: UnsafePointer<Routing>) -> Message {
        let moved =
            message.sixteenths * UInt32(max(routing.pointee.multiply, 1)) / UInt32(max(routing.pointee.divide, 1))
        let clamped = min(moved, 0x3FFF)
        return Message(status: Status.songPosition, UInt8(clamped & 0x7F), UInt8(clamped >> 7))
    }
}
