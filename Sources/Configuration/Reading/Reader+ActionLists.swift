import Plan

extension Reader {
    /// Reads an action, or a list of actions with waits (A4).
    func actions(_ entry: YAMLNode.Entry) -> ActionModel? {
        guard case .sequence(let items) = entry.value.content else { return action(entry) }
        if items.isEmpty {
            wrong(entry, "an action, or a list of them, such as [tap, wait 50 ms, next-preset]")
            return nil
        }
        var list: [ListedAction] = []
        forEachItem(of: entry, "a list of actions", "actionsOfList", Limits.actionsOfList) { item in
            if let action = listed(item, entry.key) { list.append(ListedAction(action: action, place: item.place)) }
        }
        if case .wait? = list.last?.action, items.count == list.count {
            log.warning(list[list.count - 1].place, "nothing follows this wait")
        }
        actionListCount += 1
        if actionListCount == Limits.actionLists + 1 {
            overLimit(entry.value.place, "actionLists", Limits.actionLists, actionListCount)
        }
        return .list(list)
    }

    /// Reads an action or a wait of a list.
    private func listed(_ node: YAMLNode, _ key: Text) -> ActionModel? {
        let entry = YAMLNode.Entry(key: key, place: node.place, value: node)
        if let wait = wait(entry) { return .wait(UInt32(wait / 1000)) }
        if node.text.map({ Reader.isWait($0) }) ?? false { return nil }
        return action(entry)
    }

    /// Reads `wait 50 ms`, 1 ms to 10 s; returns nanoseconds. Nil if it is no wait, or a faulty one, which is reported.
    func wait(_ entry: YAMLNode.Entry) -> UInt64? {
        guard let text = entry.value.text, Reader.isWait(text) else { return nil }
        let (shortest, longest) = (UInt64(ActionList.shortestWait) * 1000, UInt64(ActionList.longestWait) * 1000)
        if let time = Reader.nanoseconds(text.from(4).trimmed), shortest...longest ~= UInt64(time) {
            return UInt64(time)
        }
        wrong(entry, "wait and a time with its unit, up to 10 s and at least 1 ms, such as wait 50 ms")
        return nil
    }

    /// The text of an action; of a list, that of its first action, waits aside.
    static func firstAction(_ node: YAMLNode) -> String {
        guard case .sequence(let items) = node.content else { return node.text?.string ?? "" }
        return items.first { item in item.text.map { !isWait($0) } ?? false }?.text?.string ?? ""
    }

    /// Whether an item of a list is a `wait`.
    static func isWait(_ text: Text) -> Bool {
        guard let words = Word.split(text), let first = words.first else { return false }
        return !first.quoted && first.text == "wait"
    }
}
