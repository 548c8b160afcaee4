import MIDI
import Plan

// Warns if several clocks are routed to one destination, because it accepts only one of them (K7).
extension Compiler {
    /// Warns if a destination gets the clock of a port and also a clock that certainly runs: the box's own, or that of
    /// the port that the box follows. Two other ports are not compared: most keyboards that are merged send no clock.
    func warnOfClocks(_ first: PlacedRouting, _ second: PlacedRouting) -> Bool {
        if first.number != second.number && isReportedInInsert(first, second) { return false }
        guard let meeting = ClockMeeting(first.model, second.model, among: reader.box) else { return false }
        let (port, clock) = (sourceName(meeting.port), sourceName(meeting.clock))
        let destination = clipped(reader.box.ports[meeting.destination.position].alias)
        let who =
            first.number == second.number
            ? "\(second.name) sends" : "\(first.name), at \(shown(first.model.place)), and \(second.name) send"
        log.warning(
            second.place,
            "\(who) the clocks of `\(clock)` and `\(port)` to `\(destination)`, which hears only "
                + (meeting.clock == Source.clock ? "that of `clock`" : "one of them")
                + "; write `clock: { filter: true }` at the routing whose clock you do not want, or `clock-in: false` "
                + "at the port `\(port)`")
        return true
    }

    /// Whether a source of a routing has a clock that certainly runs: the box's own, or that of the port that the box
    /// follows.
    func isFedByRunningClock(_ model: RoutingModel) -> Bool {
        let followed = reader.box.clock.source
        return model.sources.contains { $0.source == Source.clock || Int($0.source) == followed }
    }
}

/// Two clocks from different sources that one or two routings send to one destination.
struct ClockMeeting {
    /// The source whose clock certainly runs, and the other source.
    var clock: UInt8
    var port: UInt8
    var destination: PortIndex

    init?(_ a: RoutingModel, _ b: RoutingModel, among box: BoxConfiguration) {
        for model in [a, b] where model.routing.muted || model.conditions != nil || !model.passes(.timingClock) {
            return nil
        }
        let followed = box.clock.source.map { UInt8($0) }
        for one in a.sources {
            for other in b.sources where one.source != other.source {
                guard let clock = [one.source, other.source].first(where: { $0 == Source.clock || $0 == followed })
                else { continue }
                // The box's clock replaces that of the followed port, so the followed port is the one to remove.
                let isPair = one.source == Source.clock || other.source == Source.clock
                self.clock = isPair ? Source.clock : clock
                port = one.source == self.clock ? other.source : one.source
                guard Int(port) < box.ports.count, box.ports[Int(port)].clockIn else { continue }
                let others = b.destinations(from: other.source)
                guard let destination = a.destinations(from: one.source).first(where: { others.contains($0) }) else {
                    continue
                }
                self.destination = destination
                return
            }
        }
        return nil
    }
}
