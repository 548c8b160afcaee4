import Plan

extension Reader {
    /// Reads `learnable:` of a preset, the values that can be learnt on the box, by the name that the box shows.
    func readLearnables(_ entry: YAMLNode.Entry, of preset: YAMLNode) -> [LearnableModel] {
        guard case .mapping(let entries) = entry.value.content else {
            wrong(entry, "a mapping of names to places, such as { Split point: routings.1.restrict.notes }")
            return []
        }
        var learnables: [LearnableModel] = []
        for (index, entry) in entries.enumerated() {
            if index == Limits.learnables { overLimit(entry.place, "learnables", Limits.learnables, entries.count) }
            if index >= Limits.learnables { break }
            checkName(entry.key, entry.place)
            guard let path = text(entry, "a place in this preset, such as routings.1.restrict.notes") else { continue }
            do throws(LearnPlace.Problem) {
                let segments = try LearnPlace.segments(path.string)
                var walk = LearnWalk(files, preset: preset, bytes: treeBytes, segments)
                try walk.go()
                _ = try walk.edit(try walk.kind())
                learnables.append(LearnableModel(name: entry.key.string, path: segments))
            } catch {
                wrong(entry, "a place in this preset that can be learnt: \(error.message)")
            }
        }
        return learnables
    }
}
