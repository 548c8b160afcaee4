import Plan

extension Compiler {
    /// Compiles the assignments of the box, then those of presets; reports actions that name an unknown preset or
    /// routing.
    func assignments() -> [Assignment] {
        var compiled: [Assignment] = []
        for model in reader.assignments { compiled.append(assignment(model, at: compiled.count)) }
        boxActionListCount = actionLists.count
        for index in reader.presets.indices where !reader.presets[index].assignments.isEmpty {
            let preset = reader.presets[index]
            firstAssignments[preset.name] = compiled.count
            markIfFaulty(index) {
                for model in preset.assignments { compiled.append(assignment(model, at: compiled.count)) }
            }
        }
        return compiled
    }

    private func assignment(_ model: AssignmentModel, at index: Int) -> Assignment {
        var choices: [Assignment.Choice] = []
        for choice in model.choices {
            let action = action(choice.action, choice.place) ?? .none
            choices.append(
                Assignment.Choice(
                    lowest: choice.values.lowerBound, highest: choice.values.upperBound, action: action))
        }
        var assignment = Assignment(
            source: model.source.source, channels: model.source.channels, slot: UInt16(model.slot),
            coarseInput: model.coarseInput, sets: model.sets, choices: arena.copy(choices),
            choiceCount: Int32(choices.count))
        assignment.mode = model.mode
        assignment.state = UInt16(index - model.follows)
        assignment.backSlot = model.backSlot.map { UInt16($0) } ?? Remap.none
        return assignment
    }

    private func action(_ model: ActionModel, _ place: Place) -> Action? {
        switch model {
        case .ready(let action):
            return action
        case .presetName(let name):
            if let index = index(named: name) { return .load(PresetIndex(index)) }
            if !reader.lacksNames { reportUnknown(name, place) }
            return nil
        case .presetNumber(let number):
            if index(numbered: number) == nil && !reader.lacksNumbers {
                log.warning(place, "no preset has the number \(number)")
            }
            return .loadNumber(Int32(number))
        case .setListName(let name):
            let names = reader.setLists.map { $0.name }
            if let index = names.firstIndex(of: name) { return .setList(UInt8(index)) }
            reportUnknown("set list", name, place, among: names)
            return nil
        case .mute(let name, let switching):
            return routing(name, place).map { .mute($0, switching) }
        case .bypass(let name, let switching):
            return routing(name, place).map { .bypass($0, switching) }
        case .wait(let microseconds):
            return .wait(microseconds)
        case .list(let items):
            let actions = items.map { action($0.action, $0.place) ?? .none }
            actionLists.append(ActionList(actions: arena.copy(actions), count: Int32(actions.count)))
            return .list(UInt16(actionLists.count - 1))
        case .release(let name):
            guard let name else { return .release(Routing.unnamed) }
            return routing(name, place).map { .release($0) }
        }
    }

    private func routing(_ name: String, _ place: Place) -> UInt16? {
        if let number = name.asText({ reader.routingNumbers[$0] }) { return number }
        reportUnknown("routing", name, place, among: reader.routingNames)
        return nil
    }

    func plan(_ assignments: [Assignment]) -> Plan {
        let messages = patterns.compiled(arena)
        let conditions = conditions([], assigned: reader.assignments.map { $0.conditions })
        boxConditionGroups = conditions.roots
        var compiled = presets.map { compile($0) }
        // The engine needs a preset to run.
        if compiled.isEmpty { compiled = [compile(Compiler.nothing)] }
        let numbered = numbered.map { PresetIndex($0) }
        let others = compiled.indices.filter { compiled[$0].number < 0 }.map { PresetIndex($0) }
        var plan = Plan(
            presets: Table(arena.copy(compiled), count: compiled.count), numbered: arena.copy(numbered + others),
            numberedCount: Int32(numbered.count), assignments: arena.copy(assignments),
            assignmentCount: Int32(assignments.count), startPreset: PresetIndex(start),
            tempo: UInt32(reader.box.clock.tempo))
        plan.setLists = reader.setLists.isEmpty ? nil : arena.copy(reader.setLists.map { setList($0) })
        plan.setListCount = Int32(reader.setLists.count)
        plan.variables = reader.box.variables.isEmpty ? nil : arena.copy(reader.box.variables.map { Variable($0) })
        if reader.box.lit.contains(where: { $0 != nil }) {
            plan.lit = arena.copy(reader.box.lit.map { $0 ?? LitValues(variable: 0) })
        }
        plan.variableCount = Int32(reader.box.variables.count)
        let clock = reader.box.clock
        plan.transposition = reader.box.transposition
        plan.derived = derivedInputs()
        plan.patterns = messages.map { arena.copy([$0]) }
        plan.conditions = conditions.table
        plan.boxAssignmentCount = Int32(reader.assignments.count)
        plan.shorts = reader.box.shorts
        plan.singles = reader.box.singles
        plan.turns = reader.box.turns
        if !reader.rearms.isEmpty { plan.rearms = arena.copy(reader.rearms) }
        plan.rearmCount = Int32(reader.rearms.count)
        let sendings = reader.sendings.map { sending($0) }
        for sending in sendings { plan.add(sending.routing) }
        plan.sendings = arena.copy(sendings)
        plan.actionLists = actionLists.isEmpty ? nil : arena.copy(actionLists)
        plan.actionListCount = Int32(actionLists.count)
        plan.boxActionListCount = Int32(boxActionListCount)
        plan.presetAssignmentsHash = presetAssignmentsHash
        plan.ticksWhenStopped = clock.sendWhenStopped
        plan.taps = UInt8(clock.taps)
        plan.tapTimeout = clock.tapTimeout
        plan.clockSource = clock.source.map { UInt8($0) } ?? Source.clock
        plan.trackedPorts = trackedPorts()
        addGroups(to: &plan)
        addDestinationTables(to: &plan)
        return plan
    }

    /// Compiles a set list without the presets that were left out (E1).
    private func setList(_ model: SetListModel) -> SetList {
        let presets = model.presets.compactMap { index(named: $0.name).map { PresetIndex($0) } }
        return SetList(
            name: Name(model.name), nameHash: Reader.hash(Array(model.name.utf8)), presets: arena.copy(presets),
            count: Int32(presets.count))
    }

    private func sending(_ model: SendingModel) -> Sending {
        var routing = Routing()
        routing.destinations[0] = PortIndex(model.port)
        routing.destinationCount = 1
        return Sending(
            messages: arena.copy(model.messages), count: Int32(model.messages.count), routing: arena.copy([routing]),
            replaces: model.replaces)
    }

    /// The preset of a box that defines none; without routings.
    static var nothing: PresetModel {
        let nowhere = Place(file: -1, line: 0, column: 0)
        return PresetModel(name: "NO PRESET", place: nowhere, numberPlace: nowhere)
    }
}
