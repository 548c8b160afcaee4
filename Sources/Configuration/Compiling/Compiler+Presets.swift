import MIDI
import Plan

extension Compiler {
    func compile(_ model: PresetModel) -> Preset {
        let owners = owners(of: model)
        let ports = PresetModel.portMessages(of: owners, parts: model.parts).ports
        let listed = routings(of: model)
        let models = Array((listed + portRoutings(ports, model.place)).prefix(Limits.routings))
        var remaps: [Remap] = []
        var routings: [Routing] = []
        var held: [ConditionGroupModel] = []
        var gates: [RemapGate] = []
        for model in models {
            var routing = model.routing
            settleDestinations(of: &routing, model)
            routing.remapHeads = heads(model, &remaps, &held, &gates)
            routing.parameters = parameters(of: model)
            if let hold = noteHold(of: model, &held) { routing.noteRules = NoteRules(hold) }
            routings.append(routing)
        }
        var messages = TimedMessageCompiler(models, ports)
        let onLoad = messages.list(owners.flatMap { $0.onLoad }) { $0.onLoad }
        var preset = Preset(
            number: Int16(model.number ?? -1), tempo: UInt32(model.tempo), name: Name(model.name),
            routings: Table(arena.copy(routings), count: routings.count), remaps: arena.copy(remaps),
            remapCount: Int32(remaps.count), concerns: concerns(models), onLoad: arena.copy(onLoad),
            onLoadCount: Int32(onLoad.count))
        preset.noteHolds = noteHolds(of: routings)
        preset.transposition = model.transposition
        for (index, model) in models.enumerated() where model.transposes { preset.transposes |= 1 << UInt64(index) }
        let onLeave = owners.flatMap { $0.onLeave }
        preset.onLeave = arena.timed(messages.list(onLeave) { $0.onLeave })
        preset.atEnd = arena.timed(
            messages.list(onLeave.filter { $0.isAlsoAtEnd }) { $0.onLeave.filter { $0.isAlsoAtEnd } })
        if gates.contains(where: { $0.isGated }) {
            // A hold takes its place in the gate (`RemapGate.hold`).
            for index in remaps.indices where gates[index].isGated { remaps[index].hold = 0 }
            preset.remaps = arena.copy(remaps)
            preset.gates = arena.copy(gates)
        }
        preset.listedCount = Int32(Swift.min(listed.count, models.count))
        let parts = parts(model, models, &messages)
        if !messages.long.isEmpty { preset.longMessages = arena.copy(messages.long) }
        preset.parts = parts.isEmpty ? nil : arena.copy(parts)
        preset.partCount = Int32(parts.count)
        preset.holds = holds(models)
        let learnables = learnables(of: model)
        preset.learnables = arena.copy(learnables.map { Name($0.name) })
        preset.learnableCount = Int32(learnables.count)
        let ownAssigned = ownAssignments(of: model)
        let ownModels = ownAssigned.map { $0.model }
        let conditions = conditions(
            models.map { $0.conditions }, held, assigned: ownModels.map { $0.conditions })
        preset.conditions = conditions.table
        (preset.assigned, preset.assignedCount) = assigned(ownAssigned, conditions.roots)
        preset.ownAssignedCount = Int32(ownAssigned.count)
        for index in 0..<Swift.min(reader.box.footswitches.count, Limits.footswitches) {
            preset.leds[index] = ledRule(index, models, routings, remaps, preset)
        }
        // Where no preset changes what a switch does, the rows go on to show the next preset and messages (D2).
        if (reader.box.display?.rows ?? 0) > 3 && !firstAssignments.isEmpty {
            let labels = switchLabels(models, ownModels)
            preset.switchLabels = labels.isEmpty ? nil : arena.copy(labels)
            preset.switchLabelCount = Int32(labels.count)
        }
        if reader.box.leds != nil { preset.colours = arena.copy([colours(of: model, preset.leds, ownModels)]) }
        return preset
    }

    /// Appends a routing's remaps to those of the preset, and links remaps with equal inputs in listed order (R8).
    private func heads(
        _ routing: RoutingModel, _ remaps: inout [Remap], _ holds: inout [ConditionGroupModel],
        _ gates: inout [RemapGate]
    ) -> SlotTable? {
        if routing.remaps.isEmpty && !routing.picksUp { return nil }
        var gate = RemapGate()
        var heads: [SlotTable.Entry] = []
        var tails: [Int] = []
        func chain(_ remap: Remap, at slot: Int) {
            let index = UInt16(remaps.count)
            // Few slots have remaps, so a linear search is faster than a dictionary.
            if let head = heads.firstIndex(where: { $0.slot == slot }) {
                remaps[tails[head]].next = index
                tails[head] = Int(index)
            } else {
                heads.append(SlotTable.Entry(slot: slot, number: index))
                tails.append(Int(index))
            }
            remaps.append(remap)
            gates.append(gate)
        }
        for model in routing.remaps {
            var remap = model.remap
            if model.slot == ControlInput.noteValue || model.slot == ControlInput.noteVelocity {
                (remap.lowestNote, remap.highestNote) = (routing.routing.lowestNote, routing.routing.highestNote)
                remap.lowestVelocity = routing.routing.lowestVelocity
                remap.highestVelocity = routing.routing.highestVelocity
            }
            remap.state = UInt16(remaps.count)
            if let back = model.backSlot { (remap.forwardSlot, remap.backSlot) = (UInt16(model.slot), UInt16(back)) }
            if let hold = model.hold, holds.count < Limits.holds {
                holds.append(hold)
                remap.hold = UInt8(holds.count)
            }
            gate = model.gate
            if gate.isGated { gate.hold = remap.hold }
            chain(remap, at: model.slot)
            if let back = model.backSlot {
                remap.stepsBack = true
                chain(remap, at: back)
            }
        }
        if routing.picksUp { addPassing(&heads, &remaps, &gates) }
        return arena.slotTable(heads)
    }

    /// Returns, for each node of the pattern tree, the routings that hold back a SysEx that matches up to this node;
    /// nil if there are none.
    private func holds(_ models: [RoutingModel]) -> UnsafePointer<UInt64>? {
        if reader.patterns.isEmpty { return nil }
        var holds = [UInt64](repeating: 0, count: patterns.count)
        for (routing, model) in models.enumerated() {
            for slot in model.remaps.flatMap({ [$0.slot, $0.backSlot] }) {
                guard let slot, let pattern = reader.patterns[slot], pattern.firstByte == Status.sysEx else { continue }
                for place in patterns.places(of: pattern) { holds[place] |= 1 << UInt64(routing) }
            }
        }
        return holds.contains { $0 != 0 } ? arena.copy(holds) : nil
    }
}
