extension Hints {
    /// The number of presets from which an inserted preset is shorter.
    private static let worthInserting = 3

    /// Notes the routings of a preset, each once.
    func read(preset: YAMLNode) {
        var seen: Set<Int> = []
        for item in preset.entry("routings")?.value.items ?? preset.items {
            guard let hash = item.hash(), seen.insert(hash).inserted else { continue }
            if let number = routingNumbers[hash] {
                routings[number].add(item.place)
            } else {
                routingNumbers[hash] = routings.count
                routings.append(Group(item.place))
            }
        }
    }

    func reportRoutings(_ log: DiagnosticLog) {
        for group in routings where group.count >= Hints.worthInserting {
            guard let place = group.second else { continue }
            log.note(
                place,
                "\(group.count) presets have this routing, first in \(log.name(of: group.place.file)):"
                    + "\(group.place.line); a preset without a number, which they `insert`, says it once")
        }
    }
}
