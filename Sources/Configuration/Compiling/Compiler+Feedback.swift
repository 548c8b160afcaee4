import Settings
import Plan

extension Compiler {
    /// R19: warns of feedback through virtual ports, because another program may send back what it receives from one.
    /// Hardware ports are ignored: most are instruments and return nothing. The warning points at the routing that
    /// closes the path.
    func warnOfFeedback(_ routings: [PlacedRouting]) {
        if !reader.box.ports.contains(where: { $0.place == .virtual }) { return }
        // The index of the first routing from each port to each other port.
        var firstRouting = [[Int?]](repeating: [Int?](repeating: nil, count: Limits.ports), count: Limits.ports)
        for (index, routing) in routings.enumerated() where !routing.model.routing.muted {
            var isReported = false
            for source in routing.model.sources where isVirtual(Int(source.source)) {
                for destination in routing.model.destinations(from: source.source).map({ $0.position }) {
                    if !isVirtual(destination) || firstRouting[Int(source.source)][destination] != nil { continue }
                    firstRouting[Int(source.source)][destination] = index
                    let feedback = path(from: destination, to: Int(source.source), firstRouting)
                    if let feedback, !isReported {
                        isReported = true
                        warn(of: [index] + feedback.routings, through: feedback.ports, routings)
                    }
                }
            }
        }
    }

    /// Whether other programs can both send to a port and receive from it.
    private func isVirtual(_ port: Int) -> Bool {
        guard port < Limits.ports else { return false }
        let port = reader.box.ports[port]
        return port.place == .virtual && port.receives && port.sends
    }

    private typealias FeedbackPath = (ports: [Int], routings: [Int])

    /// Finds the shortest path between two ports: its ports, including both ends, and its routings.
    private func path(from start: Int, to end: Int, _ firstRouting: [[Int?]]) -> FeedbackPath? {
        var known: [Int: FeedbackPath] = [start: ([start], [])]
        var reached = [start]
        while !reached.isEmpty {
            let port = reached.removeFirst()
            guard let path = known[port] else { continue }
            if port == end { return path }
            for next in 0..<Limits.ports {
                guard known[next] == nil, let routing = firstRouting[port][next] else { continue }
                known[next] = (path.ports + [next], path.routings + [routing])
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
            "\(names.joined(separator: " and ")) \(makes) feedback through \(aliases.joined(separator: " and ")): "
                + "messages sent there may come back")
    }
}
