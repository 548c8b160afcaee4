import MIDI
import Routing

extension Reader {
    /// `controllers:` of a routing: the filter of those without a remap, and the remaps.
    func readControllers(_ node: YAMLNode, _ model: inout RoutingModel) {
        var fields = fields(node, "`controllers`")
        filter(fields.take("filter"), [.controlChange, .programChange, .channelPressure, .pitchBend], &model)
        if let entry = fields.take("remap") {
            let items = items(entry, "a list of controller remaps")
            for (index, item) in items.enumerated() {
                if index == Limits.remapsOfRouting {
                    overLimit(item.place, "remapsOfRouting", Limits.remapsOfRouting, items.count)
                }
                if let remap = remap(item, model.sources), index < Limits.remapsOfRouting { model.remaps.append(remap) }
            }
        }
        fields.finish(log)
    }

    private func remap(_ node: YAMLNode, _ sources: [RoutingSource]) -> RemapModel? {
        var fields = fields(node, "a controller remap")
        let fromEntry = fields.take("from")
        if fromEntry == nil { missing("from", fields, "the controller to remap") }
        let from = controller(fromEntry, isInput: true)
        let toEntry = fields.take("to")
        let to = controller(toEntry, isInput: false)
        let filterEntry = fields.take("filter")
        let isFiltered = boolean(filterEntry) ?? false
        readMode(&fields, top: from?.top ?? 127)
        let maps = fields.takeAll(["linear", "curve", "list"])
        var remap = Remap()
        let channelEntry = fields.take("channel")
        if let channel = channel(channelEntry) { remap.channel = channel }
        readBank(fields.take("bank"), to)
        fields.finish(log)

        if isFiltered, let filterEntry {
            if let toEntry { log.error(toEntry.place, "`to` and `filter: true` exclude each other; one of them only") }
            if from?.isOthers == true, let fromEntry {
                wrong(
                    filterEntry, "false: \(fromEntry.value.described) is no message of its own and cannot be filtered")
            }
        } else if toEntry == nil {
            missing("to", fields, "the controller to send, or `filter: true`")
        }
        if let to, to.isInputOnly, let toEntry {
            wrong(toEntry, "a controller that can be sent; this is an input only")
        }
        let map = map(maps, from: from, to: to)
        guard let from, let fromEntry, let slot = inputSlot(from, fromEntry) else { return nil }
        checkSource(of: from, fromEntry, sources)
        remap.coarseInput = from == .pitchBendCoarse
        if !isFiltered {
            guard let to, let toEntry, !to.isInputOnly else { return nil }
            if let feature = to.later { later(feature, toEntry.value.place) }
            guard let output = to.output else { return nil }
            remap.output = output
            remap.map = map
            if maps.isEmpty && from == .pitchBend && to == .pitchBendCoarse {
                // Pitch bend at 7 bits is the MSB (R15).
                remap.coarseInput = true
                remap.map = LinearMap()
            } else if maps.isEmpty && from == .pitchBendCoarse && to == .pitchBend {
                remap.output = .pitchBendCoarse
                remap.map = LinearMap()
            }
        }
        return RemapModel(slot: slot, remap: remap)
    }

    /// The slot of an input of remaps; what has none comes later.
    private func inputSlot(_ controller: Controller, _ entry: YAMLNode.Entry) -> Int? {
        if let feature = controller.later {
            later(feature, entry.value.place)
            return nil
        }
        if case .pair = controller { later(.pairInputs, entry.value.place) }
        return controller.slot
    }

    /// A linear map, from full range to full range where nothing else is written.
    private func map(_ entries: [YAMLNode.Entry], from: Controller?, to: Controller?) -> LinearMap {
        let (inTop, outTop) = (from?.top ?? 16383, to?.top ?? 16383)
        var map = LinearMap(low: 0, high: Int32(inTop), from: 0, to: Int32(outTop))
        for entry in entries {
            if entry.key != "linear" {
                later(.controllerCurves, entry.place)
                continue
            }
            map = linearMap(entry, from: inTop, to: outTop)
        }
        _ = onlyOne(entries)
        return map
    }

    /// `linear: { in: lo..hi, out: a..b }`, each 0 to its top and the full range where it is not written.
    func linearMap(_ entry: YAMLNode.Entry, from inTop: Int, to outTop: Int) -> LinearMap {
        var map = LinearMap(low: 0, high: Int32(inTop), from: 0, to: Int32(outTop))
        var fields = fields(entry.value, "`linear`")
        if let input = range(fields.take("in"), 0...inTop) {
            (map.low, map.high) = (Int32(input.low), Int32(input.high))
        }
        if let output = range(fields.take("out"), 0...outTop, downwards: true) {
            (map.from, map.to) = (Int32(output.low), Int32(output.high))
        }
        fields.finish(log)
        return map
    }

    /// `mode` and its settings, of which this version does `direct` only.
    func readMode(_ fields: inout Fields, top: Int) {
        let mode = fields.take("mode")
        if let index = choice(mode, ["direct", "increment", "latch"]), index > 0, let mode {
            later(.modes, mode.value.place)
        }
        for key in ["trigger", "start", "end"] {
            if let entry = fields.take(key), integer(entry, 0...top) != nil { later(.triggers, entry.place) }
        }
        if let entry = fields.take("by"), integer(entry, -top...top) != nil { later(.triggers, entry.place) }
        if let entry = fields.take("wrap"), boolean(entry) != nil { later(.triggers, entry.place) }
        if let entry = fields.take("edge"), choice(entry, ["rising", "falling", "both"]) != nil {
            later(.triggers, entry.place)
        }
        if let entry = fields.take("decrement"), controller(entry, isInput: true) != nil {
            later(.triggers, entry.place)
        }
    }

    private func readBank(_ entry: YAMLNode.Entry?, _ to: Controller?) {
        guard let entry else { return }
        if let text = entry.value.text, let bank = Reader.split(text), Reader.seven(bank.0) != nil,
            Reader.seven(bank.1) != nil
        {
            if to == .program {
                later(.bank, entry.place)
            } else {
                log.error(entry.place, "`bank` goes with `to: program`")
            }
        } else {
            wrong(entry, "a bank MSB/LSB, such as 1/0")
        }
    }

    /// Warns of an input that none of the routing's sources has.
    private func checkSource(of controller: Controller, _ entry: YAMLNode.Entry, _ sources: [RoutingSource]) {
        if sources.isEmpty { return }
        let comes: Bool
        switch controller {
        case .contact: comes = sources.contains { $0.source == Source.footswitches }
        case .motion: comes = sources.contains { $0.source == Source.motion }
        default: comes = sources.contains { $0.source < Source.clock }
        }
        if !comes {
            log.warning(entry.value.place, "\(entry.value.described) never comes from the sources of this routing")
        }
    }
}
