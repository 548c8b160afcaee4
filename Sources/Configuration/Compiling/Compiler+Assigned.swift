import Plan

// The assignments that hold while a preset runs (A5).
extension Compiler {
    /// Lists the assignments of a preset, then those of the presets that it inserts, with their indices in the plan.
    func ownAssignments(of preset: PresetModel) -> [(model: AssignmentModel, index: Int)] {
        var own: [(model: AssignmentModel, index: Int)] = []
        if firstAssignments.isEmpty { return own }
        for owner in owners(of: preset) {
            guard let first = firstAssignments[owner.name] else { continue }
            for (place, model) in owner.assignments.enumerated() { own.append((model, first + place)) }
        }
        return Array(own.prefix(Limits.assignmentsOfPreset))
    }

    /// Lists the assignments of the box that hold beside those of a preset, by index.
    func boxAssignments(beside own: [AssignmentModel]) -> [Int] {
        reader.assignments.indices.filter { index in
            !own.contains { !$0.isAlso && isOfOneInput($0, reader.assignments[index]) }
        }
    }

    /// Whether two assignments listen to one controller, source and channel (A5), with or without `settle`.
    private func isOfOneInput(_ one: AssignmentModel, _ other: AssignmentModel) -> Bool {
        one.source.source == other.source.source && one.source.channels == other.source.channels
            && reader.plainSlot(one.slot) == reader.plainSlot(other.slot) && one.coarseInput == other.coarseInput
    }

    /// Compiles the assignments that hold while a preset runs: those of the box that it does not replace, then its own.
    ///
    /// - Parameter groups: the group of conditions of each own assignment, among the conditions of the preset.
    func assigned(
        _ own: [(model: AssignmentModel, index: Int)], _ groups: [UInt16]
    ) -> (UnsafePointer<Assigned>?, Int32) {
        if own.isEmpty { return ofBox }
        return table(of: boxAssignments(beside: own.map { $0.model }), own, groups)
    }

    /// Compiles the table for presets without assignments of their own, which share it.
    func assignedOfBox() -> (UnsafePointer<Assigned>?, Int32) { table(of: Array(reader.assignments.indices), [], []) }

    private func table(
        of box: [Int], _ own: [(model: AssignmentModel, index: Int)], _ groups: [UInt16]
    ) -> (UnsafePointer<Assigned>?, Int32) {
        var list: [Assigned] = []
        for index in box {
            let state = index - reader.assignments[index].follows
            list.append(
                Assigned(index: UInt16(index), state: UInt16(state), conditions: boxConditionGroups[index]))
        }
        for (place, entry) in own.enumerated() {
            let state = Limits.assignments + place - entry.model.follows
            list.append(
                Assigned(index: UInt16(entry.index), state: UInt16(state), conditions: groups[place]))
        }
        return (list.isEmpty ? nil : arena.copy(list), Int32(list.count))
    }

    /// A hash of the presets with assignments, in the order of the indices of these; 0 if one is too large to be
    /// compared (E1).
    var presetAssignmentsHash: UInt64 {
        var hash = ContentHash()
        hash.add(1)
        for preset in reader.presets where !preset.assignments.isEmpty {
            guard let own = preset.contentHash else { return 0 }
            hash.add(Reader.hash(Array(preset.name.utf8)))
            hash.add(own)
        }
        return hash.value ?? 0
    }

    /// Returns the model of an assignment by its index in the plan.
    func model(ofAssignment index: Int) -> AssignmentModel {
        if index < reader.assignments.count { return reader.assignments[index] }
        for preset in reader.presets {
            guard let first = firstAssignments[preset.name], first..<first + preset.assignments.count ~= index else {
                continue
            }
            return preset.assignments[index - first]
        }
        preconditionFailure("no assignment has the index")
    }

    /// Warns of `also: true` where the box has no such assignment, for any of its controllers.
    func warnOfUselessAlso(_ preset: PresetModel) {
        var last: Place?
        for assignment in preset.assignments where assignment.isAlso {
            // The assignments of several controllers stand at one place, one after the other.
            guard let place = assignment.alsoPlace, place != last else { continue }
            last = place
            let all = preset.assignments.filter { $0.alsoPlace == place }
            if all.contains(where: { own in reader.assignments.contains { isOfOneInput(own, $0) } }) { continue }
            log.warning(
                place, "`also` has no effect: no assignment of the box has this controller, source and channel")
        }
    }
}
