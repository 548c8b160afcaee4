extension Hints {
    /// Finds assignments that differ in the values of `do` only. One assignment has room for all of them.
    func read(assignments: YAMLNode, _ log: DiagnosticLog) {
        var groups: [(group: Group, values: [Text])] = []
        var numbers: [Int: Int] = [:]
        for item in assignments.items {
            guard case .mapping(let values) = item.entry("do")?.value.content,
                let hash = item.hash(without: "do")
            else { continue }
            let keys = values.map { $0.key }
            guard let number = numbers[hash] else {
                numbers[hash] = groups.count
                groups.append((Group(item.place), keys))
                continue
            }
            // A value that stands in both has two actions, for which one place in `do` has no room.
            if keys.contains(where: { groups[number].values.contains($0) }) { continue }
            groups[number].group.add(item.place)
            groups[number].values += keys
        }
        for (group, values) in groups {
            guard let place = group.second else { continue }
            let shown = values.prefix(Hints.shownValues).map { "\($0.string): …" }.joined(separator: ", ")
            log.note(
                place,
                "\(group.count) assignments, the first in line \(group.place.line), differ in their value only; "
                    + "one says it: `do: { \(shown)\(values.count > Hints.shownValues ? ", …" : "") }`")
        }
    }

    private static let shownValues = 4
}
