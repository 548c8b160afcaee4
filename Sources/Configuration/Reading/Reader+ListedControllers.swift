import Plan

/// One of the controllers of a condition or an assignment, and where it is written.
struct ListedController {
    var controller: Controller
    var entry: YAMLNode.Entry
    /// The time of `settle` in microseconds (R27); nil without it.
    var settle: UInt32?
}

// `controller: [switch A, switch B]` of a condition or an assignment: either of them.
extension Reader {
    /// Reads a controller, or a list of controllers of one type.
    func listedControllers(_ entry: YAMLNode.Entry?) -> [ListedController] {
        guard let entry else { return [] }
        guard case .sequence(let items) = entry.value.content, !items.isEmpty else {
            return controller(entry, isInput: true).map { [ListedController(controller: $0, entry: entry)] } ?? []
        }
        var list: [ListedController] = []
        for item in items {
            let itemEntry = YAMLNode.Entry(key: entry.key, place: entry.place, value: item)
            guard let one = controller(itemEntry, isInput: true) else { continue }
            if let first = list.first, !one.isSameType(as: first.controller) {
                wrong(
                    itemEntry, "of the same type as the first of the list, `\(clipped(first.entry.value.text ?? ""))`")
            } else if list.contains(where: { $0.controller == one }) {
                log.error(item.place, "`\(clipped(item.text ?? ""))` is in this list already")
            } else {
                list.append(ListedController(controller: one, entry: itemEntry))
            }
        }
        return list
    }

    /// Returns an assignment of several controllers as one assignment for each. They have an internal value each if
    /// they are direct, because each is pressed and released by itself; else they count or latch together (A2).
    func spread(_ model: AssignmentModel, over others: [ListedController]) -> [AssignmentModel] {
        var all = [model]
        for other in others {
            var copy = model
            guard let slot = slot(other) else { continue }
            copy.slot = slot
            copy.coarseInput = other.controller == .pitchBendCoarse
            // The first one steps back for all.
            copy.backSlot = nil
            if model.mode.kind != .direct { copy.follows = all.count }
            all.append(copy)
        }
        return all
    }

    /// Returns a condition of several controllers. Direct ones are conditions of their own, of which any must be true;
    /// else they count or latch together.
    func either(_ model: ConditionModel, or others: ArraySlice<ListedController>) -> ConditionModel {
        conditionsLeft -= others.count
        if model.condition.mode.kind != .direct { return together(model, with: others) }
        var group = ConditionGroupModel(match: .any, conditions: [model])
        for other in others {
            var copy = model
            copy.condition.slot = UInt16(slot(other) ?? 0)
            copy.condition.startsFromLast = other.controller.startsFromLast
            group.conditions.append(copy)
        }
        // A condition that no message reaches and that is true whenever its sub-conditions are.
        conditionsLeft -= 1
        var whole = ConditionModel()
        (whole.condition.source, whole.condition.slot) = (model.condition.source, model.condition.slot)
        whole.condition.channels = 0
        whole.condition.when = .range(lowest: 0, highest: 16383)
        whole.condition.requiresInner = true
        whole.inner = group
        return whole
    }

    private func slot(_ listed: ListedController) -> Int? {
        slot(listed.controller, listed.entry, settle: listed.settle)
    }

    private func together(_ model: ConditionModel, with others: ArraySlice<ListedController>) -> ConditionModel {
        var model = model
        for other in others {
            switch other.controller {
            case .key, .noteValue, .noteVelocity:
                wrong(other.entry, "alone here, because notes count and latch one by one")
            default: slot(other).map { model.others.append($0) }
            }
        }
        return model
    }
}
