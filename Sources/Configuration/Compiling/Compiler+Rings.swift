import Program

extension Compiler {
    /// R19: rings of virtual ports. What goes to one may come back from it, since other programs are free to connect
    /// both; a hardware port is an end, because what hangs there is mostly an instrument. Said where the ring closes.
    func warnOfRings(_ routings: [PlacedRouting]) {
        if !reader.box.ports.contains(where: { $0.place == .virtual }) { return }
        // Which routing goes from a port to another: the first of them.
        var ways = [[Int?]](repeating: [Int?](repeating: nil, count: Limits.ports), count: Limits.ports)
        for (index, routing) in routings.enumerated() where !routing.model.routing.muted {
            var isSaid = false
            for source in routing.model.sources where isVirtual(source.source) {
                for end in 0..<Int(routing.model.routing.destinationCount) {
                    let destination = routing.model.routing.destinations[end]
                    if !isVirtual(destination) || ways[Int(source.source)][Int(destination)] != nil { continue }
                    ways[Int(source.source)][Int(destination)] = index
                    let ring = path(from: Int(destination), to: Int(source.source), ways)
                    if let ring, !isSaid {
                        isSaid = true
                        warn(of: [index] + ring.routings, through: ring.ports, routings)
                    }
                }
            }
        }
    }

    /// A port that other programs can both send to and hear.
    private func isVirtual(_ source: UInt8) -> Bool {
        guard source < Source.clock else { return false }
        let port = reader.box.ports[Int(source)]
        return port.place == .virtual && port.receives && port.sends
    }

    private typealias Ring = (ports: [Int], routings: [Int])

    /// The shortest way from a port to another, both of them among its ports, and the routings it takes.
    private func path(from start: Int, to end: Int, _ ways: [[Int?]]) -> Ring? {
        var known: [Int: Ring] = [start: ([start], [])]
        var reached = [start]
        while !reached.isEmpty {
            let port = reached.removeFirst()
            guard let way = known[port] else { continue }
            if port == end { return way }
            for next in 0..<Limits.ports {
                guard known[next] == nil, let routing = ways[port][next] else { continue }
                known[next] = (way.ports + [next], way.routings + [routing])
                reached.append(next)
            }
        }
        return nil
    }

    private func warn(of indices: [Int], through ports: [Int], _ routings: [PlacedRouting]) {
        let inserts = indices.map { routings[$0].insert?.place }
        if inserts.allSatisfy({ $0 != nil && $0 == inserts[0] }) { return }
        var names: [String] = []
        for index in indices where !names.contains(routings[index].name) { names.append(routings[index].name) }
        let aliases = ports.map { "`\(clipped(reader.box.ports[$0].alias))`" }
        let makes = names.count == 1 ? "makes" : "make"
        log.warning(
            routings[indices.max() ?? 0].place,
            "\(names.joined(separator: " and ")) \(makes) a ring of \(aliases.joined(separator: " and ")): "
                + "messages sent there may come back")
    }
}
