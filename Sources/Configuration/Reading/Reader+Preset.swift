import Plan

extension Reader {
    /// Reads a preset.
    ///
    /// - Parameter errorsBefore: the number of errors before the preset's file or entry was read.
    func readPreset(_ node: YAMLNode, errorsBefore: Int) {
        defer { presetErrors += log.errorCount - errorsBefore }
        var fields = fields(node, "a preset", such: "name: Verse")
        if !fields.isMapping {
            (lacksNumbers, lacksNames) = (true, true)
            return
        }
        if presets.count == Limits.presets {
            isOverLimit = true
            return overLimit(node.place, "presets", Limits.presets, presets.count + 1)
        }
        let nameEntry = required("name", in: &fields, "what the display shows")
        let numberEntry = fields.take("number")
        var preset = PresetModel(
            name: self.name(nameEntry, "what the display shows")?.string ?? "",
            place: nameEntry?.value.place ?? node.place,
            number: integer(numberEntry, 0...127), numberPlace: numberEntry?.value.place ?? node.place)
        if preset.name.isEmpty { lacksNames = true }
        if numberEntry != nil && preset.number == nil { lacksNumbers = true }
        preset.tempo = tempo(fields.take("tempo")) ?? 0
        preset.transposition = transposition(fields.take("transpose"))
        preset.colour = colour(fields.take("colour"))
        if let insert = fields.take("insert") {
            preset.inserts = references(insert, "presets", such: "[common]", "presets", Limits.presets)
        }
        if let entry = fields.take("on-load") { preset.onLoad = onLoad(entry, of: nil) }
        if let entry = fields.take("on-leave") { preset.onLeave = onLoad(entry, .onLeave, of: nil) }
        if let routings = fields.take("routings") {
            forEachItem(of: routings, "a list of routings", "routings", Limits.routings) { item in
                preset.routings.append(readRouting(item))
            }
        }
        if let parts = fields.take("parts") { preset.parts = readParts(parts) }
        if let entry = fields.take("assignments") { preset.assignments = readAssignmentsOfPreset(entry) }  // A5
        if let learnable = fields.take("learnable") { preset.learnables = readLearnables(learnable, of: node) }
        checkCounts(preset)
        fields.finish(log)
        preset.isFaulty = log.errorCount > errorsBefore || presets.count >= Limits.presets
        preset.contentHash = contentHash(ofPreset: node)
        hints?.read(preset: node, log)
        presets.append(preset)
    }

    private func checkCounts(_ preset: PresetModel) {
        var routings = preset.routings.count
        if preset.sendsToPorts {
            routings += PresetModel.portMessages(of: [preset], parts: preset.parts).ports.count
        }
        if routings > Limits.routings { overLimit(preset.place, "routings", Limits.routings, routings) }
        let remaps = preset.routings.reduce(0) { $0 + $1.remaps.count }
        if remaps > Limits.remapsOfPreset { overLimit(preset.place, "remapsOfPreset", Limits.remapsOfPreset, remaps) }
        let conditions = PresetModel.conditionCount(preset.routings, preset.assignments)
        if conditions > Limits.conditionsOfPreset {
            overLimit(preset.place, "conditionsOfPreset", Limits.conditionsOfPreset, conditions)
        }
        let holds = preset.routings.reduce(0) { $0 + $1.holdCount }
        if holds > Limits.holds { overLimit(preset.place, "holds", Limits.holds, holds) }
    }
}
