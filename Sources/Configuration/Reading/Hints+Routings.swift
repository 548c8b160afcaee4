import Plan

extension Hints {
    /// The number of presets from which an inserted preset is shorter.
    static let worthInserting = 3

    /// Reads the routings of a preset, and notes what has a shorter form within the preset.
    func read(preset: YAMLNode, _ log: DiagnosticLog) {
        let items = preset.entry("routings")?.value.items ?? preset.items
        for item in items { read(filtersOf: item, log) }
        read(channelsOf: Array(items.prefix(Limits.routings)), log)
        read(incrementsIn: preset, log)
        read(alikeRoutings: Array(items.prefix(Limits.routings)), of: preset)
        if let assignments = preset.entry("assignments")?.value { read(assignmentsOfPreset: assignments, log) }
        presetCount += 1
        if let number = preset.entry("number")?.value.text.flatMap({ Decimal.whole($0) }) {
            presetNames[number] = preset.entry("name")?.value.text?.string
        }
        var seen: Set<Int> = []
        for item in items {
            guard let hash = item.hash(), seen.insert(hash).inserted else { continue }
            if let number = routingNumbers[hash] {
                routings[number].add(item.place)
            } else {
                routingNumbers[hash] = routings.count
                routings.append(Group(item.place))
            }
        }
    }

    /// - Parameter reported: the numbers of routings that another hint tells.
    func reportRoutings(_ log: DiagnosticLog, but reported: Set<Int>) {
        for (number, group) in routings.enumerated() where group.count >= Hints.worthInserting {
            guard let place = group.second, !reported.contains(number) else { continue }
            log.note(
                place,
                "\(group.count) presets have this routing, first in \(log.name(of: group.place.file)):"
                    + "\(group.place.line); a preset without a number, which they `insert`, says it once")
        }
    }
}
