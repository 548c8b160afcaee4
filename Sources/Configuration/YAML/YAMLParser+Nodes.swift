import CPlatform

extension YAMLParser {
    /// The node that begins with an event, all of it.
    @inline(__always)
    mutating func node(_ event: YAMLEvent, depth: Int) -> YAMLNode? {
        if event.isPlain && depth <= YAMLParser.deepest {
            count(1, event.place)
            return failed ? nil : YAMLNode(event)
        }
        return anyNode(event, depth: depth)
    }

    /// The same for what is no plain scalar.
    @_optimize(speed)
    @inline(never)
    private mutating func anyNode(_ event: YAMLEvent, depth: Int) -> YAMLNode? {
        let place = event.place
        if depth > YAMLParser.deepest {
            fail(place, "more than \(YAMLParser.deepest) levels within one another")
            return nil
        }
        if event.type == YAML_ALIAS_EVENT { return alias(event.anchor, place) }
        if event.tagged { log.error(place, "tags (`!…`) mean nothing here; a value is read by its key's type") }
        let before = nodes
        count(1, place)
        var node = YAMLNode(event)
        switch event.type {
        case YAML_SEQUENCE_START_EVENT: node.content = .sequence(items(depth))
        case YAML_MAPPING_START_EVENT: node.content = .mapping(entries(depth))
        default: break
        }
        if failed { return nil }
        if !event.anchor.isEmpty { anchors[event.anchor] = Anchor(node: node, size: nodes - before) }
        return node
    }

    private mutating func alias(_ name: Text, _ place: Place) -> YAMLNode? {
        guard let anchor = anchors[name] else {
            fail(place, "no `&\(name)` stands before this `*\(name)`")
            return nil
        }
        count(anchor.size, place)
        var node = anchor.node
        node.isAlias = true
        return node
    }

    @inline(__always)
    private mutating func count(_ more: Int, _ place: Place) {
        nodes += more
        if nodes > YAMLParser.mostNodes { failOfSize(place) }
    }

    @inline(never)
    private mutating func failOfSize(_ place: Place) {
        fail(place, "the file grows beyond \(YAMLParser.mostNodes) values here")
    }

    @_optimize(speed)
    private mutating func items(_ depth: Int) -> UnsafeBufferPointer<YAMLNode> {
        let first = openItems.count
        var event = YAMLEvent()
        while !failed, next(&event) {
            if event.type == YAML_SEQUENCE_END_EVENT { return openItems.take(from: first, into: memory) }
            if let item = node(event, depth: depth + 1) { openItems.append(item) }
        }
        broken()
        return UnsafeBufferPointer(start: nil, count: 0)
    }

    @_optimize(speed)
    private mutating func entries(_ depth: Int) -> UnsafeBufferPointer<YAMLNode.Entry> {
        let first = openEntries.count
        var merged: [YAMLNode.Entry] = []
        var index = [Text: Place]()
        var event = YAMLEvent()
        while !failed, next(&event) {
            if event.type == YAML_MAPPING_END_EVENT {
                // What is written at the place itself comes before what is merged, whichever stands first.
                for var entry in merged where add(entry.key, entry.place, first, &index) == nil {
                    entry.isMerged = true
                    openEntries.append(entry)
                }
                return openEntries.take(from: first, into: memory)
            }
            guard let key = node(event, depth: depth + 1), next(&event), let value = node(event, depth: depth + 1)
            else { break }
            guard let name = key.text else {
                log.error(key.place, "a key is \(key.described); it must be a word")
                continue
            }
            if name == "<<" && !key.isQuoted {
                merged += mergeable(value)
            } else if let before = add(name, key.place, first, &index) {
                log.error(key.place, "`\(clipped(name))` stands here twice; the first is in line \(before.line)")
            } else {
                var entry = YAMLNode.Entry(key: name, place: key.place, value: value)
                entry.index = key.start
                openEntries.append(entry)
            }
        }
        broken()
        return UnsafeBufferPointer(start: nil, count: 0)
    }

    /// Entries from which on keys are looked up, not looked through.
    private static let few = 16

    /// Where a key stood before among the entries from `first` on; nil: it is new, and its entry is to be appended.
    @_optimize(speed)
    private func add(_ key: Text, _ place: Place, _ first: Int, _ index: inout [Text: Place]) -> Place? {
        let count = openEntries.count - first
        if count < YAMLParser.few {
            for number in first..<openEntries.count where openEntries[number].key == key {
                return openEntries[number].place
            }
            return nil
        }
        if count == YAMLParser.few && index.isEmpty {
            for number in first..<openEntries.count { index[openEntries[number].key] = openEntries[number].place }
        }
        if let before = index[key] { return before }
        index[key] = place
        return nil
    }

    /// The entries that `<<:` brings in: of a mapping, or of a list of mappings of which the first counts most.
    private func mergeable(_ value: YAMLNode) -> [YAMLNode.Entry] {
        switch value.content {
        case .mapping(let entries):
            return Array(entries)
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

extension YAMLNode {
    /// What an event says of it, were it a scalar.
    @inline(__always)
    fileprivate init(_ event: YAMLEvent) {
        self.init(place: event.place, content: .scalar(event.text, quoted: event.quoted))
        start = event.start
        end = event.end
    }
}
