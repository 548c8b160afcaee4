extension Hints {
    /// Finds assignments that differ in the values of `do` only. One assignment has room for all of them.
    func read(assignments: YAMLNode, _ log: DiagnosticLog) {
        var groups: [(group: Group, values: [Text], known: Set<Text>)] = []
        var numbers: [Int: Int] = [:]
        for item in assignments.items {
            guard case .mapping(let values) = item.entry("do")?.value.content,
                let hash = item.hash(without: "do")
            else { continue }
            let keys = values.map { $0.key }
            guard let number = numbers[hash] else {
                numbers[hash] = groups.count
                groups.append((Group(item.place), keys, Set(keys)))
                continue
            }
            // A value that stands in both has two actions, which is another hint.
            if !groups[number].known.isDisjoint(with: keys) { continue }
            groups[number].group.add(item.place)
            groups[number].values += keys
            groups[number].known.formUnion(keys)
        }
        for (group, values, _) in groups {
            guard let place = group.second else { continue }
            let choices = shown(values.map { "\($0.string): …" })
            log.note(
                place,
                "\(group.count) assignments, the first in line \(group.place.line), differ in their value only; "
                    + "one says it: `do: { \(choices) }`")
        }
    }
}
