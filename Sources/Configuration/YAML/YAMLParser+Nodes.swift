import CPlatform

extension YAMLParser {
    /// The node that begins with an event, all of it.
    mutating func node(_ event: YAMLEvent, depth: Int) -> YAMLNode? {
        let place = place(event.start)
        if depth > YAMLParser.deepest {
            fail(place, "more than \(YAMLParser.deepest) levels within one another")
            return nil
        }
        if event.type == YAML_ALIAS_EVENT { return alias(event.anchor ?? "", place) }
        if event.tagged { log.error(place, "tags (`!…`) mean nothing here; a value is read by its key's type") }
        let before = nodes
        count(1, place)
        var node = YAMLNode(place: place, content: .scalar(event.text, quoted: event.quoted))
        (node.start, node.end) = (Int(event.start.index), Int(event.end.index))
        switch event.type {
        case YAML_SEQUENCE_START_EVENT: node.content = .sequence(items(depth))
        case YAML_MAPPING_START_EVENT: node.content = .mapping(entries(depth))
        default: break
        }
        if failed { return nil }
        if let anchor = event.anchor { anchors[anchor] = Anchor(node: node, size: nodes - before) }
        return node
    }

    private mutating func alias(_ name: String, _ place: Place) -> YAMLNode? {
        guard let anchor = anchors[name] else {
            fail(place, "no `&\(name)` stands before this `*\(name)`")
            return nil
        }
        count(anchor.size, place)
        var node = anchor.node
        node.isAlias = true
        return node
    }

    private mutating func count(_ more: Int, _ place: Place) {
        nodes += more
        if nodes > YAMLParser.mostNodes { fail(place, "the file grows beyond \(YAMLParser.mostNodes) values here") }
    }

    private mutating func items(_ depth: Int) -> [YAMLNode] {
        var items: [YAMLNode] = []
        while !failed, let event = next() {
            if event.type == YAML_SEQUENCE_END_EVENT { return items }
            if let item = node(event, depth: depth + 1) { items.append(item) }
        }
        broken()
        return items
    }

    private mutating func entries(_ depth: Int) -> [YAMLNode.Entry] {
        var entries: [YAMLNode.Entry] = []
        var merged: [YAMLNode.Entry] = []
        var seen = SeenKeys()
        while !failed, let event = next() {
            if event.type == YAML_MAPPING_END_EVENT {
                // What is written at the place itself comes before what is merged, whichever stands first.
                for entry in merged where seen.add(entry.key, entry.place) == nil {
                    entries.append(entry)
                    entries[entries.count - 1].isMerged = true
                }
                return entries
            }
            guard let key = node(event, depth: depth + 1), let valueEvent = next(),
                let value = node(valueEvent, depth: depth + 1)
            else { break }
            if let name = key.text {
                if name == "<<" && !key.isQuoted {
                    merged += mergeable(value)
                } else if let first = seen.add(name, key.place) {
                    log.error(key.place, "`\(clipped(name))` stands here twice; the first is in line \(first.line)")
                } else {
                    entries.append(YAMLNode.Entry(key: name, place: key.place, value: value, index: key.start))
                }
            } else {
                log.error(key.place, "a key is \(key.described); it must be a word")
            }
        }
        broken()
        return entries
    }

    /// The keys of a mapping, most of which are short.
    private struct SeenKeys {
        private var keys: [(key: String, place: Place)] = []
        private var indices: [String: Int] = [:]
        /// From so many on they are looked up, not looked through.
        private static let few = 16

        /// Where the key stood before; nil: it is new.
        mutating func add(_ key: String, _ place: Place) -> Place? {
            if indices.isEmpty {
                for known in keys where known.key == key { return known.place }
            } else if let index = indices[key] {
                return keys[index].place
            }
            keys.append((key, place))
            if keys.count == SeenKeys.few {
                for index in keys.indices { indices[keys[index].key] = index }
            } else if keys.count > SeenKeys.few {
                indices[key] = keys.count - 1
            }
            return nil
        }
    }

    /// The entries that `<<:` brings in: of a mapping, or of a list of mappings of which the first counts most.
    private func mergeable(_ value: YAMLNode) -> [YAMLNode.Entry] {
        switch value.content {
        case .mapping(let entries):
            return entries
        case .sequence(let items):
            var all: [YAMLNode.Entry] = []
            for item in items {
                if case .mapping(let entries) = item.content { all += entries } else { mergeFails(item) }
            }
            return all
        case .scalar:
            mergeFails(value)
            return []
        }
    }

    private func mergeFails(_ value: YAMLNode) {
        log.error(value.place, "`<<` is \(value.described); it must be a mapping, or a list of mappings")
    }

    /// The text broke off inside a mapping or list; `document` then says why, as libyaml's error is still there.
    private mutating func broken() {
        if !failed { reportSyntax() }
    }
}
