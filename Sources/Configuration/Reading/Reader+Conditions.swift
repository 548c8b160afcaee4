import Plan

extension Reader {
    /// Reads `conditions:` of a routing, an assignment or a hold. Allows `most` conditions, including sub-conditions;
    /// `limit` is the name of this limit.
    func conditions(_ entry: YAMLNode.Entry?, limit: String, _ most: Int) -> ConditionGroupModel? {
        guard let entry else { return nil }
        conditionsLeft = most
        let group = conditionGroup(entry, depth: 1)
        if conditionsLeft < 0 { overLimit(entry.place, limit, most, most - conditionsLeft) }
        return group
    }

    private func conditionGroup(_ entry: YAMLNode.Entry, depth: Int) -> ConditionGroupModel {
        var group = ConditionGroupModel()
        if depth > Limits.conditionDepth {
            overLimit(entry.place, "conditionDepth", Limits.conditionDepth, depth)
            return group
        }
        var fields = fields(entry.value, "`\(entry.key)`", such: "of: [ … ]")
        let matches: [(Text, ConditionGroup.Match)] = [("all", .all), ("any", .any), ("one", .one)]
        if let match = choice(fields.take("match"), from: matches) { group.match = match }
        if let of = fields.take("of") {
            for item in items(of, "a list of conditions") {
                let condition = condition(item, depth: depth)
                conditionsLeft -= 1
                if let condition, conditionsLeft >= 0 { group.conditions.append(condition) }
            }
        }
        fields.finish(log)
        return group
    }

    private func condition(_ node: YAMLNode, depth: Int) -> ConditionModel? {
        var fields = fields(node, "a condition", such: "controller: cc sustain")
        if !fields.isMapping { return nil }
        var model = ConditionModel()
        var source = conditionSource(fields.take("from"), node)
        if let channels = channels(fields.take("channel")) { source?.channels &= channels }
        var listed = listedControllers(required("controller", in: &fields, "what to listen to, such as cc sustain"))
        let (controller, entry) = (listed.first?.controller, listed.first?.entry)
        let mode = readMode(&fields, of: controller, entry, warns: false)
        let settle = readSettle(fields.take("settle"), of: listed.map { $0.controller } + [mode.back])
        for index in listed.indices { listed[index].settle = settle }
        model.condition.mode = mode.mode
        model.condition.isFine = controller?.top == 16383
        if let back = mode.back, let backEntry = mode.backEntry {
            model.decrement = slot(back, backEntry, settle: settle)
        }
        readWhen(fields.take("when"), controller, &model)
        readSeenNotes(&fields, controller, &model)
        if let requires = boolean(fields.take("require")) { model.condition.requiresInner = requires }
        if let inner = fields.take("conditions") { model.inner = conditionGroup(inner, depth: depth + 1) }
        fields.finish(log)
        guard let source, let controller, let entry else { return model }
        for one in listed where !one.controller.comes(from: source.source) {
            wrong(one.entry, "a controller that comes from this condition's source")
        }
        model.condition.source = source.source
        // The box's own sources send without a channel (R20).
        model.condition.channels = source.source < Source.clock ? source.channels : 0xFFFF
        model.condition.slot = UInt16(slot(controller, entry, settle: settle) ?? 0)
        model.condition.startsFromLast = controller.startsFromLast
        model.condition.coarseInput = controller == .pitchBendCoarse
        return listed.count > 1 ? either(model, or: listed.dropFirst()) : model
    }

    /// Reads the source of a condition; the default is the input keyboard.
    private func conditionSource(_ entry: YAMLNode.Entry?, _ node: YAMLNode) -> RoutingSource? {
        if let entry { return source(entry.value, entry.key) }
        if let keyboard = box.inputKeyboard {
            return RoutingSource(source: UInt8(keyboard.port), channels: keyboard.channels)
        }
        log.error(
            node.place, "a condition needs `from`, because the box file has no `input-keyboard`, which is the default")
        return nil
    }

    /// Reads `notes` and `velocities`, which only note conditions have (C6).
    private func readSeenNotes(_ fields: inout Fields, _ controller: Controller?, _ model: inout ConditionModel) {
        let (notes, velocities) = (fields.take("notes"), fields.take("velocities"))
        if let range = noteRange(notes) {
            model.condition.lowestNote = range.low
            model.condition.highestNote = range.high
        }
        if let range = range(velocities, 0...127) {
            model.condition.lowestVelocity = UInt8(range.low)
            model.condition.highestVelocity = UInt8(range.high)
        }
        if controller == nil || controller == .noteValue || controller == .noteVelocity { return }
        for entry in [notes, velocities] {
            if let entry { log.error(entry.place, "`\(entry.key)` goes with note-value and note-velocity only") }
        }
    }
}
