import MIDI
import Plan

extension Reader {
    private static let maps: [Text] = ["linear", "curve", "list"]

    /// Reads `controllers:` of a routing: the filter for controllers without a remap, and the remaps.
    func readControllers(_ node: YAMLNode, _ model: inout RoutingModel) {
        var fields = fields(node, "`controllers`", such: "filter: true")
        filter(fields.take("filter"), [.controlChange, .programChange, .channelPressure, .pitchBend], &model)
        readPickUp(fields.take("pick-up"), &model)
        if let entry = fields.take("remap") {
            let limit = Limits.remapsOfRouting
            forEachItem(of: entry, "a list of controller remaps", "remapsOfRouting", limit) { item in
                if let remap = remap(item, model.sources, model.only) { model.remaps += spread(remap) }
            }
            if model.remaps.count > limit && items(entry, "").count <= limit {
                overLimit(entry.place, "remapsOfRouting", limit, model.remaps.count)
            }
        }
        fields.finish(log)
    }

    @_optimize(speed)
    private func remap(_ node: YAMLNode, _ sources: [RoutingSource], _ only: OnlyModel?) -> RemapModel? {
        var fields = fields(node, "a controller remap", such: "from: cc 1, to: cc 74")
        let fromEntry = required("from", in: &fields, "the controller to remap")
        let from = controller(fromEntry, isInput: true)
        let toEntry = fields.take("to")
        let to = controller(toEntry, isInput: false)
        // Before the others, because many remaps have no more keys, and then the others are not searched for.
        let maps = fields.takeAll(Reader.maps)
        let filterEntry = fields.take("filter")
        let isFiltered = boolean(filterEntry) ?? false
        var mode = readMode(&fields, of: from, fromEntry)
        var remap = Remap()
        let channelEntry = fields.take("channel")
        let channels = sentChannels(channelEntry)
        if let channels, channels.count == 1 { remap.channel = channels[0] }
        let bank = readBank(fields.take("bank"), to)
        let hold = readHold(fields.take("hold"), isFiltered: isFiltered)
        let settle = readSettle(fields.take("settle"), of: [from, mode.back], isFiltered: isFiltered)
        let gate = readGate(&fields, from: from, to: to, mode.mode.kind, isFiltered: isFiltered)
        fields.finish(log)

        if isFiltered, let filterEntry {
            if let toEntry {
                log.error(toEntry.place, "`to` and `filter: true` exclude each other; use only one of them")
            }
            if from?.cannotBeFiltered == true, let fromEntry {
                wrong(
                    filterEntry,
                    "false: \(fromEntry.value.described) is not a controller message and cannot be filtered")
            }
        } else if toEntry == nil {
            missing("to", fields, "the controller to send, or `filter: true`")
        }
        if let to, to.isInputOnly, let toEntry {
            wrong(toEntry, "a controller that can be sent; this is an input only")
        }
        let values = values(maps, &mode, from: from, to: to)
        guard let from, let fromEntry, let slot = slot(from, fromEntry, settle: settle) else { return nil }
        checkSource(of: from, fromEntry, sources)
        let isAdmitted = admits(from, fromEntry, only)
        remap.coarseInput = from == .pitchBendCoarse
        if !isFiltered {
            guard let to, !to.isInputOnly else { return nil }
            if case .message(let pattern) = to {
                remap.output = .message(MessageTemplate(umps: arena.copy(pattern.umps)))
            } else if case .machineControl(let command) = to {
                var umps = command.output.umps
                umps[0].isCommand = true
                remap.output = .message(MessageTemplate(umps: arena.copy(umps)))
            } else {
                guard let output = to.output else { return nil }
                remap.output = bank ?? output
            }
            remap.values = values
            remap.mode = mode.mode
            remap.mode.input = from.fineInput
            if !maps.isEmpty || mode.mode.kind != .direct {
                // An explicit map or mode decides the values.
            } else if from == .pitchBend && to == .pitchBendCoarse {
                // A pitch bend of 7 bits is the MSB (R15).
                remap.coarseInput = true
                remap.mode.input = .sevenBits
                remap.values = .map(LinearMap())
            } else if from == .pitchBendCoarse && to == .pitchBend {
                remap.output = .pitchBendCoarse
                remap.values = .map(LinearMap())
            }
        }
        var model = RemapModel(slot: slot, remap: remap, gate: gate, hold: hold)
        model.isOnAllChannels = channels?.count == 16 && !isFiltered && to?.hasChannel ?? false
        if let back = mode.back, let backEntry = mode.backEntry {
            checkSource(of: back, backEntry, sources)
            if admits(back, backEntry, only) { model.backSlot = self.slot(back, backEntry, settle: settle) }
        }
        if case .key = to, let toEntry, !model.sendsZero(from) {
            log.warning(
                toEntry.value.place,
                "the note of \(toEntry.value.described) never ends, because no value of this remap is 0"
            )
        }
        if let toEntry { warnOfSilence(of: remap, from: from, to: to, toEntry, isMapped: !maps.isEmpty) }
        return isAdmitted ? model : nil
    }

    /// Reads `hold`, the conditions under which a remap holds its values back (R21).
    private func readHold(_ entry: YAMLNode.Entry?, isFiltered: Bool) -> ConditionGroupModel? {
        guard let entry,
            let group = conditions(entry, limit: "conditionsOfHold", Limits.conditionsOfHold)
        else { return nil }
        if isFiltered {
            log.warning(entry.place, "`hold` does nothing here; `filter: true` sends nothing anyway")
            return nil
        }
        if !group.conditions.isEmpty { return group }
        log.error(
            entry.place, "`hold` has no condition, so the remap would never send; it needs at least one condition")
        return nil
    }

    /// Reads how internal values become outputs: one of `linear`, `curve` and `list`, else full range to full range
    /// (R10).
    private func values(
        _ entries: [YAMLNode.Entry], _ mode: inout ModeModel, from: Controller?, to: Controller?
    ) -> Remap.Values {
        let kind = mode.mode.kind
        let (inTop, outTop) = (from?.top ?? 16383, to?.top ?? 16383)
        // A latch has only the values 0 and 127 (C3), so the map separates off from on.
        var map =
            kind == .latch
            ? LinearMap(low: 127, high: 127, from: 0, to: Int32(outTop))
            : LinearMap(low: 0, high: Int32(inTop), from: 0, to: Int32(outTop))
        guard let entry = onlyOne(entries) else {
            // Linear scaling would miss the centre of the output range (R10).
            let centers = kind != .latch && inTop == 127 && outTop == 16383 && to?.restsInMiddle == true
            return centers ? .centered : .map(map)
        }
        if kind == .latch {
            if let turns = turns(entry, top: outTop) {
                map = LinearMap(low: 127, high: 127, from: turns.0, to: turns.1)
            }
            return .map(map)
        }
        switch entry.key {
        case "linear": return .map(linearMap(entry, from: inTop, to: outTop, of: (from, to)))
        case "curve":
            return curve(entry.value, from: inTop, to: outTop).map {
                outputs($0, from: inTop, to: outTop, entry.value.place)
            } ?? .map(map)
        default:
            // Without a valid controller, the length of the list is unknown.
            if from == nil { return .map(map) }
            if kind == .increment || kind == .relative {
                guard let list = steppedList(entry, inTop: inTop, top: outTop) else { return .map(map) }
                if list.count <= inTop { step(through: list, &mode) }
                return list.values
            }
            if case .variable(let variable) = from {
                return variableTable(entry, variable, top: outTop) ?? .map(map)
            }
            return valueTable(entry, count: inTop + 1, top: outTop) ?? .map(map)
        }
    }

    /// Reads `list: [off, on]`, the only map that a latch may have (R13).
    private func turns(_ entry: YAMLNode.Entry, top: Int) -> (Int32, Int32)? {
        let must = "two values, off and on, such as [0, \(top)]"
        if entry.key != "list" {
            log.error(entry.place, "`\(entry.key)` does not go with mode latch, which has a `list` of \(must)")
            return nil
        }
        if case .sequence(let items) = entry.value.content, items.count != 2 {
            log.error(entry.value.place, "`list` has \(counted(items.count, "value")); it must be \(must)")
            return nil
        }
        return valueList(entry, count: 2, range: 0...top).map { (Int32($0[0]), Int32($0[1])) }
    }

    /// Reads `linear: { in: lo..hi, out: a..b }`; the default of each is the full range.
    ///
    /// - Parameter ends: the input and the output controller, for ranges of notes.
    func linearMap(
        _ entry: YAMLNode.Entry, from inTop: Int, to outTop: Int,
        of ends: (from: Controller?, to: Controller?) = (nil, nil)
    ) -> LinearMap {
        var fields = fields(entry.value, "`linear`", such: "in: 0..127, out: 127..0")
        let input = range(fields.take("in"), 0...inTop, of: ends.from) ?? (0, inTop)
        let output = range(fields.take("out"), 0...outTop, downwards: true, of: ends.to) ?? (0, outTop)
        fields.finish(log)
        return LinearMap(low: Int32(input.0), high: Int32(input.1), from: Int32(output.0), to: Int32(output.1))
    }

    /// Reads `bank: M/L`, the bank that is sent before the program (R18).
    private func readBank(_ entry: YAMLNode.Entry?, _ to: Controller?) -> ControlOutput? {
        guard let entry else { return nil }
        guard let text = entry.value.text, let bank = Reader.split(text), let msb = Reader.seven(bank.0),
            let lsb = Reader.seven(bank.1)
        else {
            wrong(entry, "a bank MSB/LSB, such as 1/0")
            return nil
        }
        if to == .program { return .bankedProgram(msb: msb, lsb: lsb) }
        log.error(entry.place, "`bank` goes with `to: program`")
        return nil
    }

    /// Warns of an input controller that no source of the routing sends.
    func checkSource(of controller: Controller, _ entry: YAMLNode.Entry, _ sources: [RoutingSource]) {
        if sources.isEmpty { return }
        if sources.contains(where: { controller.comes(from: $0.source) }) { return }
        if case .message(let pattern) = controller, pattern.comesFromClock,
            sources.contains(where: { $0.source == Source.clock })
        {
            return
        }
        log.warning(entry.value.place, "\(entry.value.described) never comes from the sources of this routing")
    }
}

extension RemapModel {
    /// Whether the remap can send 0.
    fileprivate func sendsZero(_ from: Controller) -> Bool {
        let values: ClosedRange<Int32> =
            switch remap.mode.kind {
            // Velocity 0 is a note-off.
            case .direct: (from == .noteVelocity ? 1 : 0)...Int32(from.top)
            case .increment, .relative: remap.mode.start...max(remap.mode.start, remap.mode.end)
            case .latch: 0...127
            }
        return values.contains { remap.output(of: $0) == 0 }
    }
}
