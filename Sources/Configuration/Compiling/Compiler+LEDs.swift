import Plan

extension Compiler {
    /// Finds what the LED of a footswitch shows (F3): the variable of `lit`, else the latch of its press, else of its
    /// short, long or double press; first latches of the preset's remaps in listed order, then of conditions, then of
    /// assignments. Without a latch the LED shows the contact.
    func ledRule(
        _ index: Int, _ models: [RoutingModel], _ routings: [Routing], _ remaps: [Remap],
        _ preset: Preset
    ) -> LEDRule {
        if reader.box.lit[index] != nil { return .variable }  // V4
        for gesture in 0..<ControlInput.gestures {
            let slot = ControlInput.contact + ControlInput.gestures * index + gesture
            for (model, routing) in zip(models, routings) {
                guard let heads = routing.remapHeads,
                    model.sources.contains(where: { $0.source == Source.footswitches })
                else { continue }
                var next = heads[slot]
                while next != Remap.none {
                    let remap = remaps[Int(next)]
                    if remap.mode.kind == .latch { return .remap(remap.state) }
                    next = remap.next
                }
            }
            if let conditions = preset.conditions?.pointee {
                for number in 0..<Int(conditions.count) {
                    let node = conditions.nodes[number]
                    if node.source == Source.footswitches && node.mode.kind == .latch
                        && conditions.listens(number, source: Source.footswitches, slot: slot)
                    {
                        return .condition(UInt16(number))
                    }
                }
            }
            for place in 0..<Int(preset.assignedCount) {
                guard let assigned = preset.assigned?[place] else { break }
                let assignment = model(ofAssignment: Int(assigned.index))
                if assignment.mode.kind == .latch && assignment.slot == slot { return .assignment(assigned.state) }
            }
        }
        return .contact
    }
}
