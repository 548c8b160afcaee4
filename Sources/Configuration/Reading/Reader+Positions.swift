import Plan

// Positions of controllers that a routing sends when its preset is loaded (P11).
extension Reader {
    /// Reads `positions` of a routing.
    func readPositions(_ entry: YAMLNode.Entry?, _ model: RoutingModel) {
        guard let entry else { return }
        forEachItem(of: entry, "a list of controllers", "positions", Limits.positions) { item in
            let itemEntry = YAMLNode.Entry(key: entry.key, place: item.place, value: item)
            guard let controller = controller(itemEntry, isInput: true) else { return }
            if let slot = positionSlot(controller, itemEntry, model.sources) {
                model.onLoad.append(OnLoadModel(messages: [], delay: 0, position: slot))
            }
        }
    }

    /// Whether the `send` of an on-load message begins like `position of cc sustain`.
    static func isPosition(_ entry: YAMLNode.Entry) -> Bool {
        entry.value.text.map { $0 == "position" || $0.begins(with: "position ") } ?? false
    }

    /// Reads `position of cc sustain` of an on-load message.
    ///
    /// - Parameters:
    ///   - sources: nil for messages without a routing, which have no positions.
    ///   - channel: the `channel` of the entry, which a position does not have.
    func readPosition(
        _ entry: YAMLNode.Entry, of sources: [RoutingSource]?, delay: UInt64, channel: YAMLNode.Entry?
    ) -> OnLoadModel? {
        let word: Text = "position of "
        guard let text = entry.value.text, text.begins(with: word) else {
            wrong(entry, "position of and a controller, such as position of cc sustain")
            return nil
        }
        guard let sources else {
            wrong(entry, "a message; a position goes with `on-load` or `positions` of a routing")
            return nil
        }
        if let channel {
            log.error(channel.place, "a position has no `channel`: it goes through the channel of its routing")
        }
        switch controller(text.from(word.count).trimmed, isInput: true) {
        case .bad(let must):
            wrong(entry, "position of \(must)")
            return nil
        case .good(let controller):
            return positionSlot(controller, entry, sources).map {
                OnLoadModel(messages: [], delay: delay, position: $0)
            }
        }
    }

    /// The slot of a controller that has a position. Reports controllers that are events.
    private func positionSlot(
        _ controller: Controller, _ entry: YAMLNode.Entry, _ sources: [RoutingSource]
    ) -> Int? {
        switch controller {
        case .noteValue, .noteVelocity, .key, .contact, .message, .machineControl:
            wrong(entry, "a controller with a position, such as cc sustain; notes, switches and messages have none")
            return nil
        case .knob(let control) where control % ControlInput.knobSlots != 0:
            wrong(entry, "a controller with a position, such as knob 1; its turns have none")
            return nil
        default: break
        }
        checkSource(of: controller, entry, sources)
        return slot(controller, entry)
    }
}
