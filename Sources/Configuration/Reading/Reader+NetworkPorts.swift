import Settings

extension Reader {
    /// The description of a peer's address for messages.
    static let peerPlace =
        "an address with a port 1..65534, such as 192.0.2.7:5004, [fe80::1%eth0]:5004 or desk.local:5004"

    /// Reads `network:` of a port, a session name or an address (N1).
    func peerRule(_ entry: YAMLNode.Entry) -> PeerRule? {
        let must = "the name of a session, in which * stands for anything, an address, or \"*\" for everybody"
        guard let text = text(entry, must) else { return nil }
        var rule = PeerRule.everybody
        if PeerPlace.isMeant(text) {
            guard let place = PeerPlace(text) else {
                wrong(entry, Reader.peerPlace)
                return nil
            }
            warnOfMissingZone(place, at: entry.value)
            rule = .place(place)
        } else if text != "*" {
            guard let name = sessionName(entry) else { return nil }
            rule = .name(name.string)
        }
        if let other = box.ports.first(where: { $0.place == .network(rule) }) {
            log.error(
                entry.value.place, "\(entry.value.described) is already the peer of port `\(clipped(other.alias))`")
            return nil
        }
        return rule
    }

    /// Reads `initiate` and `buffer`, which only ports with `network` or `bluetooth` have.
    func readSession(
        _ kind: YAMLNode.Entry?, initiate: YAMLNode.Entry?, buffer: YAMLNode.Entry?, _ port: inout PortConfiguration
    ) {
        if let kind, kind.key == "network" || kind.key == "bluetooth" {
            peerPlaces[box.ports.count] = kind.value.place
            port.initiates = port.place != .network(.everybody) && port.place != .bluetooth(.everybody)
            if let initiates = boolean(initiate) { port.initiates = initiates }
            if let buffer, let time = duration(buffer) {
                if time > Reader.longestBuffer { return wrong(buffer, "at most 100 ms") }
                port.buffer = time
            }
        } else {
            if let initiate {
                log.error(
                    initiate.place,
                    "`initiate` says whether the box calls a peer; it goes with `network` or `bluetooth`")
            }
            if let buffer {
                log.error(
                    buffer.place, "`buffer` evens out the delays of a peer; it goes with `network` or `bluetooth`")
            }
        }
    }

    /// Reads `journal`, which only ports with `network` have (N6).
    func readJournal(_ kind: YAMLNode.Entry?, _ journal: YAMLNode.Entry?, _ port: inout PortConfiguration) {
        guard let journal else { return }
        if kind?.key != "network" {
            log.error(journal.place, "`journal` repairs what a network loses; it goes with `network`")
        } else if let sends = boolean(journal) {
            port.sendsJournal = sends
        }
    }

    /// Warns of an IPv6 link-local address without a zone: it cannot be reached.
    func warnOfMissingZone(_ place: PeerPlace, at node: YAMLNode) {
        if !place.lacksZone { return }
        log.warning(
            node.place,
            "\(place.host) is an address of one link, and needs the interface that leads there, such as "
                + "[\(place.host)%eth0]:\(place.port)")
    }

    /// The longest `buffer` in nanoseconds (N8).
    private static let longestBuffer: UInt64 = 100_000_000

    /// Warns of network ports that no peer can ever join because invitations are refused and none are sent.
    func warnOfPortsWithoutPeer() {
        let network = box.network
        for (index, port) in box.ports.enumerated() where port.isNetwork && !port.initiates {
            guard let place = peerPlaces[index] else { continue }
            if network.accept == .none {
                log.warning(
                    place,
                    "no peer can join: the port does not invite (`initiate: false`), and `accept: none` takes no "
                        + "invitation")
            } else if network.accept == .named, network.invite.isEmpty, port.place == .network(.everybody) {
                log.warning(
                    place,
                    "nobody can join: `accept: named` takes invitations only of peers that other ports name; "
                        + "`accept: any` takes all")
            }
        }
    }
}
