import MIDI
import Plan

extension Reader {
    func readRouting(_ node: YAMLNode) -> RoutingModel {
        var fields = fields(node, "a routing", such: "from: [keys], to: [module]")
        var model = RoutingModel(place: node.place)
        if let name = name(fields.take("name")) {
            model.name = name.string
            model.routing.nameNumber = routingNumber(name)
        }
        readSources(fields.take("from"), fields, &model)
        readDestinations(fields.take("to"), fields, &model)
        if let entry = fields.take("restrict") { readRestrictions(entry.value, &model) }
        if let entry = fields.take("notes") { readNotes(entry.value, &model) }
        readTransposes(fields.take("transpose"), &model)
        if let entry = fields.take("velocity") { model.routing.velocityMap = velocityMap(entry.value) }
        readChannel(fields.take("channel"), &model)
        if let entry = fields.take("controllers") { readControllers(entry.value, &model) }
        if let entry = fields.take("pressure") { filter(entry.value, "pressure", [.polyPressure], &model) }
        if let entry = fields.take("clock") { readRoutingClock(entry.value, &model) }
        if let entry = fields.take("system") { readSystem(entry.value, &model) }
        if let entry = fields.take("on-load") { model.onLoad = onLoad(entry, of: model.routing, from: model.sources) }
        readPositions(fields.take("positions"), model)
        if let entry = fields.take("on-leave") { model.onLeave = onLoad(entry, .onLeave, of: model.routing) }
        if let bypass = boolean(fields.take("bypass")) { model.routing.bypassed = bypass }
        if let mute = boolean(fields.take("mute")) { model.routing.muted = mute }
        fields.finish(log)
        settleOnly(&model)
        return model
    }

    /// Returns the number of a routing's name; equal names share one number.
    private func routingNumber(_ name: Text) -> UInt16 {
        if let number = routingNumbers[name] { return number }
        let number = UInt16(Swift.min(routingNames.count, Int(Routing.unnamed) - 1))
        routingNumbers[arena.copy(name)] = number
        routingNames.append(name.string)
        return number
    }

    private func readSources(_ entry: YAMLNode.Entry?, _ fields: Fields, _ model: inout RoutingModel) {
        guard let entry else { return missing("from", fields, "a list of sources") }
        for item in ends(entry, "sources") {
            if item.text == "any" {
                readAnySource(item, &model)
            } else if let source = source(item, entry.key) {
                model.add(source)
            }
        }
    }

    /// Warns of a destination that is a port for input only.
    func warnIfInputOnly(_ port: Int, _ place: Place) {
        if box.ports[port].sends { return }
        log.warning(place, "`\(box.ports[port].alias)` is a port for input only; nothing can go there")
    }

    /// R22: `any` means every port from which the box receives.
    private func readAnySource(_ node: YAMLNode, _ model: inout RoutingModel) {
        for (index, port) in box.ports.enumerated() where port.receives {
            model.add(RoutingSource(source: UInt8(index), channels: 0xFFFF))
        }
        if inputs.isEmpty { log.warning(node.place, "all ports are for output only; nothing can come from `any`") }
    }

    /// R22: `any` means every port to which the box sends, except the source of a message.
    private func readAnyDestination(_ node: YAMLNode, _ model: inout RoutingModel) {
        model.routing.destinationCount = Routing.bySource
        for (index, port) in box.ports.enumerated() where port.sends { model.anyDestinations |= PortIndex(index).bit }
        if outputs.isEmpty { log.warning(node.place, "all ports are for input only; nothing can go to `any`") }
    }

    private func readDestinations(_ entry: YAMLNode.Entry?, _ fields: Fields, _ model: inout RoutingModel) {
        guard let entry else { return missing("to", fields, "a list of destinations") }
        var named: [PortIndex] = []
        let items = ends(entry, "destinations")
        if let any = items.first(where: { $0.text == "any" }) {
            if items.count > 1 { log.error(any.place, "`any` stands alone in `to`, because it is every other port") }
            return readAnyDestination(any, &model)
        }
        for item in items {
            if let word = item.text, Reader.isReserved(word) {
                log.error(item.place, "`\(word)` is a source only; a destination must be the alias of a port")
                continue
            }
            guard let port = portNumber(item, entry.key, among: outputs) else { continue }
            if named.contains(PortIndex(port)) {
                log.warning(item.place, "`\(box.ports[port].alias)` is named twice; it is sent to once")
                continue
            }
            warnIfInputOnly(port, item.place)
            named.append(PortIndex(port))
        }
        for (index, port) in named.prefix(Limits.routingEnds).enumerated() { model.routing.destinations[index] = port }
        model.routing.destinationCount = UInt8(Swift.min(named.count, Limits.routingEnds))
    }

    /// Reads the 1..8 sources or destinations of a routing; a single one needs no brackets.
    private func ends(_ entry: YAMLNode.Entry, _ what: String) -> Slice<UnsafeBufferPointer<YAMLNode>> {
        var must: String { "a list of 1..\(Limits.routingEnds) \(what), such as [keys]" }
        let items = single(entry) ?? items(entry, must)
        if case .sequence = entry.value.content, items.isEmpty {
            log.error(entry.value.place, "`\(entry.key)` is empty; it must be \(must)")
        }
        if items.count > Limits.routingEnds {
            overLimit(items[Limits.routingEnds].place, "routingEnds", Limits.routingEnds, items.count)
        }
        return items.prefix(Limits.routingEnds)
    }

    /// Reads a source: the alias of a port, or one of the box's own sources.
    func source(_ node: YAMLNode, _ key: Text) -> RoutingSource? {
        switch node.text {
        case "any":
            log.error(node.place, "`any` goes with `from` and `to` of routings only; name one port")
            return nil
        case "input keyboard":
            if let keyboard = box.inputKeyboard {
                return RoutingSource(source: UInt8(keyboard.port), channels: keyboard.channels)
            }
            log.error(node.place, "the box file has no `input-keyboard` to say which port is the input keyboard")
            return nil
        default: break
        }
        guard let word = node.text else {
            wrong(node, key, "the alias of a port, or \(listed(ownSources))")
            return nil
        }
        if let index = Source.words.firstIndex(of: word.string) {
            return RoutingSource(source: Source.clock + UInt8(index), channels: 0xFFFF)
        }
        guard let port = portNumbers[word] else {
            log.error(
                node.place, "no port is called `\(clipped(word))`" + offer(word, among: inputs + ownSources))
            return nil
        }
        if !box.ports[port].receives {
            log.warning(node.place, "`\(word)` is a port for output only; nothing can come from there")
        }
        return RoutingSource(source: UInt8(port), channels: 0xFFFF)
    }

    private func readRestrictions(_ node: YAMLNode, _ model: inout RoutingModel) {
        var fields = fields(node, "`restrict`", such: "channel: 1")
        if let channels = channels(fields.take("channel")) { model.routing.channels = channels }
        if let notes = noteRange(fields.take("notes")) {
            model.routing.lowestNote = notes.low
            model.routing.highestNote = notes.high
        }
        if let velocities = range(fields.take("velocities"), 0...127) {
            model.routing.lowestVelocity = UInt8(velocities.low)
            model.routing.highestVelocity = UInt8(velocities.high)
        }
        if let only = fields.take("only") { readOnly(only, &model) }
        model.conditions = conditions(
            fields.take("conditions"), limit: "conditionsOfRouting", Limits.conditionsOfRouting)
        fields.finish(log)
    }

    /// Reads the channel remap; the default is the channel memory of a single destination.
    private func readChannel(_ entry: YAMLNode.Entry?, _ model: inout RoutingModel) {
        guard let entry else {
            guard model.routing.destinationCount == 1 else { return }
            let port = model.routing.destinations[0]
            model.routing.channel = box.ports[port.position].channel ?? Routing.keepsChannel
            return
        }
        if entry.value.text == "keep" { return }
        if let text = entry.value.text, let value = Decimal.whole(text), 1...16 ~= value {
            model.routing.channel = UInt8(value - 1)
        } else {
            wrong(entry, "a channel 1..16, or keep")
        }
    }
}
