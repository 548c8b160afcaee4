import Plan

extension Hints {
    /// Finds equal assignments that act at the same value. One assignment has a list of actions (A4).
    func read(actionsOf assignments: YAMLNode, _ log: DiagnosticLog) {
        for group in alike(assignments, but: "do") {
            var values: [Text] = []
            var actions: [Text: (assignments: Int, list: [YAMLNode])] = [:]
            for entry in group.flatMap({ $0.choices }) {
                if actions[entry.key] == nil { values.append(entry.key) }
                actions[entry.key, default: (0, [])].assignments += 1
                if case .sequence(let list) = entry.value.content {
                    actions[entry.key]?.list += list
                } else {
                    actions[entry.key]?.list.append(entry.value)
                }
            }
            let shared = actions.filter { $0.value.assignments > 1 }
            // A wait would delay what the other assignment does.
            let fits = shared.values.allSatisfy {
                $0.list.count <= Limits.actionsOfList && !$0.list.contains { $0.text.map(Reader.isWait) ?? true }
            }
            let sharing = group.filter { $0.choices.contains { shared[$0.key] != nil } }
            guard fits, sharing.count > 1 else { continue }
            let lists = values.compactMap { value in
                shared[value].map { "\(value): [\($0.list.map { $0.typed }.joined(separator: ", "))]" }
            }
            log.note(
                sharing[1].place,
                "\(sharing.count) assignments, the first in line \(sharing[0].place.line), act at the same value; "
                    + "one has a list of actions: `do: { \(shown(lists)) }`")
        }
    }
}

extension YAMLNode {
    /// The entries of `do` of an assignment at which something is done.
    fileprivate var choices: [Entry] {
        guard case .mapping(let entries)? = entry("do")?.value.content else { return [] }
        return entries.filter { $0.value.text != "none" }
    }
}
