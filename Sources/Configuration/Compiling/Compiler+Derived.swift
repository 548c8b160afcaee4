import Plan

extension Compiler {
    /// Compiles the derived inputs that the configuration uses; returns nil if there are none.
    func derivedInputs() -> UnsafePointer<DerivedInputs>? {
        let inputs = reader.derivedInputs
        if inputs.isEmpty { return nil }
        var rows = InlineArray<54, UInt8>(repeating: Concerns.none)
        var rowCount = 0
        let sources = sourcesOfDerived().reduce(0, |)
        for source in 0..<rows.count where sources & 1 << UInt64(source) != 0 && !Source.isOwn(UInt8(source)) {
            rows[source] = UInt8(rowCount)
            rowCount += 1
        }
        let (spans, list) = halves(inputs)
        let parameters = parameters(inputs)
        let derived = DerivedInputs(
            inputs: arena.copy(inputs), count: inputs.count,
            order: arena.copy(inputs.indices.sorted { inputs[$0] < inputs[$1] }.map { UInt16($0) }), rows: rows,
            halves: arena.copy(spans),
            list: arena.copy(list), parameters: arena.copy(parameters), parameterCount: parameters.count,
            settled: settledSlots(inputs),
            states: arena.table(rowCount * 16 * inputs.count, DerivedInputs.State()),
            newest: arena.table(rowCount * inputs.count, UInt8(0)))
        return arena.copy([derived])
    }

    /// Lists, for each Control Change, the 14-bit pairs in which it is the MSB or LSB.
    private func halves(_ inputs: [DerivedInput]) -> ([Concerns.Span], [DerivedInputs.Half]) {
        var halves = [[DerivedInputs.Half]](repeating: [], count: 128)
        for (index, input) in inputs.enumerated() where input.kind == .pair {
            let slot = UInt16(ControlInput.derived + index)
            halves[Int(input.msb)].append(DerivedInputs.Half(slot: slot, isLSB: false))
            halves[Int(input.lsb)].append(DerivedInputs.Half(slot: slot, isLSB: true))
        }
        var spans: [Concerns.Span] = []
        var list: [DerivedInputs.Half] = []
        for half in halves {
            spans.append(Concerns.Span(start: UInt16(list.count), count: UInt16(half.count)))
            list += half
        }
        return (spans, list)
    }

    /// Lists, for each Control Change, the inputs with `settle` (R27); returns nil if there are none.
    private func settledSlots(_ inputs: [DerivedInput]) -> SettledSlots? {
        if !inputs.contains(where: { $0.kind == .settled }) { return nil }
        var spans: [Concerns.Span] = []
        var slots: [UInt16] = []
        for controller in UInt8(0)..<128 {
            let start = slots.count
            for (index, input) in inputs.enumerated() where input.kind == .settled && input.msb == controller {
                slots.append(UInt16(ControlInput.derived + index))
            }
            spans.append(Concerns.Span(start: UInt16(start), count: UInt16(slots.count - start)))
        }
        return SettledSlots(spans: arena.copy(spans), slots: arena.copy(slots))
    }

    /// Lists the used (N)RPN parameters by ascending number, with the slots of their coarse and fine inputs.
    private func parameters(_ inputs: [DerivedInput]) -> [DerivedInputs.ParameterInput] {
        var found: [UInt16: DerivedInputs.ParameterInput] = [:]
        for (index, input) in inputs.enumerated() {
            guard let parameter = input.parameter else { continue }
            let number = parameter.number
            let slot = UInt16(ControlInput.derived + index)
            if parameter.isFine {
                found[number, default: DerivedInputs.ParameterInput(number: number)].fine = slot
            } else {
                found[number, default: DerivedInputs.ParameterInput(number: number)].coarse = slot
            }
        }
        let parameters = Array(found.values)
        return parameters.sorted(byNumber: { UInt64($0.number) })
    }

    /// Returns the MSBs of the parameter numbers that a routing remaps, and the Control Changes that its `only` names,
    /// in the format of `Routing.parameters`.
    func parameters(of model: RoutingModel) -> UnsafePointer<UInt64>? {
        var wanted: [UInt64] = []
        for remap in model.remaps {
            for slot in [remap.slot, remap.backSlot ?? 0] where slot >= ControlInput.derived {
                guard let parameter = reader.derivedInputs[slot - ControlInput.derived].parameter else { continue }
                let place = Int(parameter.number >> 7)
                if wanted.isEmpty { wanted = [0, 0, 0, 0] }
                wanted[place >> 6] |= 1 << UInt64(place & 63)
            }
        }
        if let only = model.only, only.choosesControllers {
            wanted = (wanted.isEmpty ? [0, 0, 0, 0] : wanted) + only.controllers
        }
        return wanted.isEmpty ? nil : arena.share(wanted)
    }

    /// Returns, by index of the derived input, the sources with a listener to that input, one bit each.
    func sourcesOfDerived() -> [UInt64] {
        var sources = [UInt64](repeating: 0, count: reader.derivedInputs.count)
        func listen(_ slots: Int?..., at source: UInt8) {
            for case let slot? in slots where slot >= ControlInput.derived {
                sources[slot - ControlInput.derived] |= 1 << UInt64(source)
            }
        }
        func listen(_ group: ConditionGroupModel) {
            for model in group.conditions {
                listen(Int(model.condition.slot), model.decrement, at: model.condition.source)
                for slot in model.others { listen(slot, at: model.condition.source) }
                if let inner = model.inner { listen(inner) }
            }
        }
        for routing in presets.flatMap({ $0.routings }) {
            for remap in routing.remaps {
                for source in routing.sources { listen(remap.slot, remap.backSlot, at: source.source) }
                if let hold = remap.hold { listen(hold) }
            }
            if let conditions = routing.conditions { listen(conditions) }
            if let conditions = routing.noteHold?.conditions { listen(conditions) }
            for entry in routing.onLoad {
                for source in routing.sources { listen(entry.position, at: source.source) }
            }
        }
        for assignment in reader.assignments + presets.flatMap({ $0.assignments }) {
            listen(assignment.slot, assignment.backSlot, at: assignment.source.source)
            if let conditions = assignment.conditions { listen(conditions) }
        }
        return sources.map { withCommonValues($0) }
    }

    /// Adds the other groups of these sources' ports, and the rows with the last values of all groups (U6).
    private func withCommonValues(_ sources: UInt64) -> UInt64 {
        var all = withGroups(sources)
        for source in 0..<Limits.ports where sources & 1 << UInt64(source) != 0 {
            if let row = commonValues(of: source) { all |= 1 << UInt64(row) }
        }
        return all
    }
}
