import Settings
import Configuration
import Devices
import Host
import Network

// Messages that the box prints unasked: losses (N7), callers that it turns away, and missing interfaces (N12).
extension NetworkControl {
    /// What was printed last.
    struct Said {
        var turnedAway: [TurnedAway] = []
        var missing: [String] = []
        /// When the next turned-away caller may be printed, in ns. Strangers may call often.
        var nextAt: UInt64 = 0
    }

    /// Nanoseconds between two messages about turned-away callers.
    private static let pause: UInt64 = 1_000_000_000

    /// Prints new losses, turned-away callers and missing interfaces.
    func sayNews(at now: UInt64) {
        for slot in sockets.indices {
            if let loss = newLoss(slot: slot, at: now) { Console.out("  \(loss)\n") }
        }
        for line in newTurnedAway(at: now) { Console.out("  \(line)\n") }
        let missing = missingInterfaces
        for name in missing where !said.missing.contains(name) {
            Console.error("treadle: network: \(text(missing: name))\n")
        }
        said.missing = missing
    }

    /// When `sayNews` may print a message that has to wait, in ns; `UInt64.max`: none waits.
    var newsDeadline: UInt64 {
        var deadline = hasNewTurnedAway ? said.nextAt : UInt64.max
        for slot in sockets.indices where sockets[slot]?.session != nil {
            deadline = min(deadline, losses[slot].deadline(measures[slot]))
        }
        return deadline
    }

    /// Returns a line for each caller that was turned away since the last call, at most once a second.
    func newTurnedAway(at now: UInt64) -> [String] {
        if !hasNewTurnedAway || now < said.nextAt { return [] }
        let new = director.turnedAway.filter { !said.turnedAway.contains($0) }
        (said.turnedAway, said.nextAt) = (director.turnedAway, now + NetworkControl.pause)
        return new.map { text($0) }
    }

    private var hasNewTurnedAway: Bool { director.turnedAway.contains { !said.turnedAway.contains($0) } }

    /// Describes a turned-away caller: `turned away: Stage iPad at 192.0.2.9:5004: no port is for it`.
    func text(_ caller: TurnedAway) -> String {
        let reason =
            switch caller.reason {
            case .acceptsNobody: "`accept: none` takes no invitation"
            case .isNotNamed, .hasNoPort: "no port names it\(suggestion(caller.name))"
            case .portIsTaken(let port): "`\(ports[port].alias)` has another peer"
            case .isFull: "there are \(NetworkLimits.sessions) sessions already"
            }
        let line = TurnedAwayLine(name: caller.name.visible, address: caller.address.text, reason: reason)
        return "\(TurnedAwayLine.word) \(line.text)"
    }

    /// Suggests the port that may be meant for a caller: `; did you mean it by "Anna's iPad"?`. Empty if no name is
    /// similar.
    private func suggestion(_ name: String) -> String {
        let names = ports.compactMap { port -> String? in
            guard case .network(.name(let name)) = port.place else { return nil }
            return name
        }
        guard let near = nearest(to: name, among: names), let port = ports.first(where: { $0.isNamed(near) }) else {
            return ""
        }
        return "; did you mean it by \"\(near.visible)\" of `\(port.alias)`?"
    }

    /// The interfaces that the configuration names but this machine does not have.
    var missingInterfaces: [String] {
        network.namedInterfaces(ports).filter { !InterfaceAddress.exists($0) }
    }

    func text(missing interface: String) -> String { "interface \(interface) does not exist" }
}

extension PortConfiguration {
    fileprivate func isNamed(_ name: String) -> Bool { place == .network(.name(name)) }
}

extension NetworkConfiguration {
    /// The interfaces of `interfaces`, and of addresses with a zone: `fe80::1%eth0`.
    func namedInterfaces(_ ports: [PortConfiguration]) -> [String] {
        var places = invite
        for port in ports {
            if case .network(.place(let place)) = port.place { places.append(place) }
        }
        var names = interfaces
        for place in places {
            let parts = place.host.split(separator: "%")
            if parts.count == 2, !names.contains(String(parts[1])) { names.append(String(parts[1])) }
        }
        return names
    }
}
