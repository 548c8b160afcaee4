import Plan

extension Reader {
    /// Reads the assignments of the box.
    func readAssignments(_ entry: YAMLNode.Entry) {
        forEachItem(of: entry, "a list of assignments", "assignments", Limits.assignments) { item in
            if let assignment = assignment(item) { assignments += spread(assignment.model, over: assignment.others) }
        }
        if assignments.count > Limits.assignments && items(entry, "").count <= Limits.assignments {
            overLimit(entry.place, "assignments", Limits.assignments, assignments.count)
        }
        let conditions = assignments.reduce(0) { $0 + ($1.conditions?.total ?? 0) }
        if conditions > Limits.conditionsOfAssignments {
            overLimit(entry.place, "conditionsOfAssignments", Limits.conditionsOfAssignments, conditions)
        }
    }

    /// Reads the assignments of a preset (A5).
    func readAssignmentsOfPreset(_ entry: YAMLNode.Entry) -> [AssignmentModel] {
        let most = Limits.assignmentsOfPreset
        var list: [AssignmentModel] = []
        forEachItem(of: entry, "a list of assignments", "assignmentsOfPreset", most) { item in
            guard let assignment = assignment(item, ofPreset: true) else { return }
            list += spread(assignment.model, over: assignment.others)
        }
        if list.count > most && items(entry, "").count <= most {
            overLimit(entry.place, "assignmentsOfPreset", most, list.count)
        }
        return list
    }

    private func assignment(
        _ node: YAMLNode, ofPreset: Bool = false
    ) -> (model: AssignmentModel, others: [ListedController])? {
        var fields = fields(
            node, "an assignment", such: "from: footswitches, controller: switch A, do: { 127: next-preset }")
        let from = required("from", in: &fields, "the source to listen to")
        var source = from.flatMap { self.source($0.value, $0.key) }
        if let channels = channels(fields.take("channel")) { source?.channels &= channels }
        var listed = listedControllers(required("controller", in: &fields, "what to listen to, such as switch A"))
        let (controller, controllerEntry) = (listed.first?.controller, listed.first?.entry)
        let mode = readMode(&fields, of: controller, controllerEntry)
        let settle = readSettle(fields.take("settle"), of: listed.map { $0.controller } + [mode.back])
        for index in listed.indices { listed[index].settle = settle }
        let conditions = conditions(
            fields.take("conditions"), limit: "conditionsOfAssignment", Limits.conditionsOfAssignment)
        let linear = fields.take("linear")
        let also = ofPreset ? fields.take("also") : nil
        let tasks = fields.takeAll(["do", "set"])
        if tasks.isEmpty && fields.isMapping {
            log.error(node.place, "an assignment needs `do` or `set`: what happens")
        }
        fields.finish(log)
        let task = onlyOne(tasks)
        // The values of a latch are only 0 and 127 (C3).
        let top = mode.mode.kind == .latch ? 127 : controller?.top
        var choices: [AssignmentModel.Choice] = []
        if let task, task.key == "do" {
            choices = readChoices(
                task, choiceRange(controller, mode.mode, top: top ?? 16383),
                of: mode.mode.kind == .latch ? nil : controller)
        }
        let sets = setting(task, linear, top: top ?? 127, of: controller)
        guard let source, let controller, let controllerEntry else { return nil }
        for one in listed where !one.controller.comes(from: source.source) {
            wrong(one.entry, "a controller that comes from this assignment's source")
        }
        guard let slot = slot(controller, controllerEntry, settle: settle) else { return nil }
        warnOfCircle(controller, choices)
        var model = AssignmentModel(
            source: source, slot: slot, coarseInput: controller == .pitchBendCoarse, mode: mode.mode, sets: sets,
            choices: choices, conditions: conditions)
        if let back = mode.back, let backEntry = mode.backEntry {
            model.backSlot = self.slot(back, backEntry, settle: settle)
        }
        if let also { (model.isAlso, model.alsoPlace) = (boolean(also) ?? false, also.place) }
        return (model, Array(listed.dropFirst()))
    }

    /// Reads `set: preset`, `set: tempo` or `set: transpose`; the last two have a map, from controller values to BPM or
    /// semitones.
    private func setting(
        _ task: YAMLNode.Entry?, _ linear: YAMLNode.Entry?, top: Int, of controller: Controller?
    ) -> Assignment.Setting {
        let which = task?.key == "set" ? task.flatMap { choice($0, ["preset", "tempo", "transpose"]) } : nil
        if which == 2 { return .transpose(linear.map { semitoneMap($0, from: top, of: controller) }) }
        let map = linear.flatMap { linearMap($0, from: top, to: 300) }
        if let linear, which != 1 { wrong(linear, "no map here: only set: tempo and set: transpose have one") }
        switch which {
        case 0: return .preset
        case 1: return .tempo(map)
        default: return .nothing
        }
    }

    /// Reads a key of `do`: a value of the controller within `all`, or a range of such values.
    private func choiceValues(
        _ entry: YAMLNode.Entry, _ all: ClosedRange<Int>, of controller: Controller?
    ) -> ClosedRange<Int>? {
        if let value = value(entry.key, of: controller), all ~= value { return value...value }
        if let ends = Reader.ends(entry.key), let low = value(ends.low, of: controller),
            let high = value(ends.high, of: controller), all ~= low, all ~= high
        {
            if low <= high { return low...high }
            log.error(entry.place, "`\(clipped(entry.key))` is a range downwards; write the lower value first")
            return nil
        }
        let example = all.contains(31) ? "\(all.lowerBound)..31" : "\(all.lowerBound)..\(all.upperBound)"
        let must =
            controller == .noteValue
            ? ambiguity(entry.key) ?? noteMust
            : "\(all.lowerBound)..\(all.upperBound), or a range of these such as \(example)"
        log.error(entry.place, "`\(clipped(entry.key))` is not a value of the controller; it must be \(must)")
        return nil
    }

    /// Reads `do:`, the actions by controller value.
    private func readChoices(
        _ entry: YAMLNode.Entry, _ range: ClosedRange<Int>, of controller: Controller?
    ) -> [AssignmentModel.Choice] {
        guard case .mapping(let entries) = entry.value.content else {
            wrong(entry, "a mapping of values to actions, such as { 127: next-preset }")
            return []
        }
        if entries.isEmpty { wrong(entry, "a mapping of values to actions, such as { 127: next-preset }") }
        var choices: [AssignmentModel.Choice] = []
        for entry in entries {
            let values = choiceValues(entry, range, of: controller)
            if let values, let other = choices.first(where: { $0.values.overlaps(values) }) {
                let isRange = values.count > 1 || other.values.count > 1
                log.error(
                    entry.place,
                    isRange ? "`\(entry.key)` overlaps another entry here" : "`\(entry.key)` appears twice here")
            }
            guard let action = actions(entry), let values else { continue }
            choices.append(
                AssignmentModel.Choice(
                    values: values, action: action, place: entry.value.place, text: Reader.firstAction(entry.value)))
        }
        return choices
    }
}
