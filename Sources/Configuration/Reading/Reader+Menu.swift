import Panel
import Program

extension Reader {
    /// Reads `menu: { step: A, choose: B }`, two different footswitches.
    func readMenu(_ node: YAMLNode) {
        var fields = fields(node, "the menu", such: "step: A, choose: B")
        if !fields.isMapping { return }
        let (stepEntry, chooseEntry) = (fields.take("step"), fields.take("choose"))
        if stepEntry == nil { missing("step", fields, "the footswitch that goes to the next entry") }
        if chooseEntry == nil { missing("choose", fields, "the footswitch that chooses it") }
        let knob = integer(fields.take("knob"), 1...PanelLimits.knobs, "a knob")
        fields.finish(log)
        if let knob, !box.knobs.contains(where: { $0.number == knob }) {
            log.error(fields.place, "the menu names knob \(knob), and `knobs` has none of that number")
        }
        let (step, choose) = (menuSwitch(stepEntry), menuSwitch(chooseEntry))
        guard let step, let choose else { return }
        if step == choose, let chooseEntry {
            return wrong(chooseEntry, "another footswitch than that of `step`")
        }
        box.menu = MenuConfiguration(step: step, choose: choose, knob: knob)
    }

    private func menuSwitch(_ entry: YAMLNode.Entry?) -> Int? {
        guard let entry else { return nil }
        guard let name = text(entry, "the name of a footswitch") else { return nil }
        if let index = switchNumbers[name] { return index }
        log.error(
            entry.value.place,
            "no footswitch is called `\(clipped(name))`" + offer(name, among: box.footswitches.map { $0.name }))
        return nil
    }

    /// Reads `learnable: { NAME SHOWN: PATH }` of a preset, the places that can be learnt on the box.
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
