import CPlatform

extension YAMLParser {
    /// Reads the whole node whose first event is given.
    @inline(__always)
    mutating func node(_ event: YAMLEvent, depth: Int) -> YAMLNode? {
        if event.isPlain && depth <= ReadingLimits.levels {
            count(event)
            if event.text.first ?? 0 >= 0x80 { warnOfQuotes(event) }
            return failed ? nil : YAMLNode(event)
        }
        return anyNode(event, depth: depth)
    }

    /// Reads a node other than a plain scalar.
    @_optimize(speed)
    @inline(never)
    private mutating func anyNode(_ event: YAMLEvent, depth: Int) -> YAMLNode? {
        let place = event.place
        if depth > ReadingLimits.levels {
            overLimit(place, "levels", ReadingLimits.levels)
            return nil
        }
        if event.type == YAML_ALIAS_EVENT { return alias(event.anchor, place) }
        if event.tagged { log.error(place, "tags (`!…`) are not supported; the key decides the type of a value") }
        let before = aliasedValues
        count(event)
        var node = YAMLNode(event)
        switch event.type {
        case YAML_SEQUENCE_START_EVENT: node.content = .sequence(items(depth))
        case YAML_MAPPING_START_EVENT: node.content = .mapping(entries(depth))
        default: break
        }
        if failed { return nil }
        if !event.anchor.isEmpty { anchors[event.anchor] = Anchor(node: node, size: aliasedValues - before) }
        return node
    }

    private mutating func alias(_ name: Text, _ place: Place) -> YAMLNode? {
        guard let anchor = anchors[name] else {
            fail(
                place,
                "there is no anchor `&\(name)` before this alias `*\(name)`; a text needs quotes to begin with `*`")
            return nil
        }
        countWritten(1, place)
        count(anchor.size, place)
        if failed { return nil }
        var node = anchor.node
        node.isAlias = true
        return node
    }

    /// Warns of typographic quotes: word processors insert them, but YAML reads them as letters.
    @inline(never)
    private mutating func warnOfQuotes(_ event: YAMLEvent) {
        if event.quoted || !event.text.isInTypographicQuotes { return }
        log.warning(
            event.place,
            "the quotes around `\(clipped(event.text))` are part of the text; use straight quotes (\") or none"
        )
    }

    /// Counts a value that is written in the file, not inserted by an alias.
    @inline(__always)
    private mutating func count(_ event: YAMLEvent) {
        countWritten(1, event.place)
        if event.text.count > ReadingLimits.valueBytes || event.anchor.count > ReadingLimits.valueBytes {
            let count = Swift.max(event.text.count, event.anchor.count)
            overLimit(event.place, "valueBytes", ReadingLimits.valueBytes, count)
        }
        count(1, event.place)
    }

    /// Counts values that need memory of their own.
    @inline(__always)
    private mutating func countWritten(_ more: Int, _ place: Place) {
        values += more
        if values > ReadingLimits.values { overLimit(place, "values", ReadingLimits.values) }
    }

    @inline(__always)
    private mutating func count(_ more: Int, _ place: Place) {
        aliasedValues += more
        if aliasedValues > ReadingLimits.aliasedValues {
            overLimit(place, "aliasedValues", ReadingLimits.aliasedValues)
        }
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
        var merged: [UnsafeBufferPointer<YAMLNode.Entry>] = []
        var index = [Text: Place]()
        var event = YAMLEvent()
        while !failed, next(&event) {
            if event.type == YAML_MAPPING_END_EVENT {
                // Keys of the mapping itself override merged keys, in any order.
                for mapping in merged {
                    for var entry in mapping where add(entry.key, entry.place, first, &index) == nil {
                        // The copies of key and value need memory too, so they count.
                        countWritten(2, entry.place)
                        if failed { break }
                        entry.isMerged = true
                        openEntries.append(entry)
                    }
                }
                return openEntries.take(from: first, into: memory)
            }
            guard let key = node(event, depth: depth + 1), next(&event), let value = node(event, depth: depth + 1)
            else { break }
            if isWithoutColon(key, value) {
                reportComma(before: key, after: openEntries.count > first ? openEntries[openEntries.count - 1] : nil)
                continue
            }
            guard let name = key.text else {
                log.error(key.place, "a key is \(key.described); it must be a word")
                continue
            }
            if name == "<<" && !key.isQuoted {
                merged += mergeable(value)
            } else if let before = add(name, key.place, first, &index) {
                log.error(
                    key.place,
                    "`\(clipped(name))` appears twice here; the first is in line \(before.line)"
                        + (key.isQuoted ? "" : missingBlank(in: name)))
            } else {
                var entry = YAMLNode.Entry(key: name, place: key.place, value: value)
                entry.index = key.start
                openEntries.append(entry)
            }
        }
        broken()
        return UnsafeBufferPointer(start: nil, count: 0)
    }

    // Mutating, like everything that is asked for each value: a nonmutating method would receive a copy of the parser.

    /// Whether a key between braces is written without a colon and a value.
    @inline(__always)
    private mutating func isWithoutColon(_ key: YAMLNode, _ value: YAMLNode) -> Bool {
        guard case .scalar(let written, quoted: false) = value.content, written.isEmpty else { return false }
        return value.start == value.end && !key.isAlias && hasNoColon(key, value)
    }

    /// Whether there is no colon between a key and its value. A colon inside the key only lacks a blank after it,
    /// which is another mistake.
    @inline(never)
    private mutating func hasNoColon(_ key: YAMLNode, _ value: YAMLNode) -> Bool {
        !text[offset(Int(key.start))..<offset(Int(value.start))].contains(UInt8(ascii: ":"))
    }

    /// Reports a key without a colon: most likely the comma before it was meant as part of the previous value.
    private mutating func reportComma(before key: YAMLNode, after last: YAMLNode.Entry?) {
        let name = clipped(key.text ?? "")
        guard let value = last?.value.text else {
            return log.error(key.place, "a colon and a value are missing behind `\(name)`")
        }
        log.error(
            key.place,
            "the comma before `\(name)` ends the value `\(clipped(value))`; put the whole value in quotes "
                + "(`'\(clipped(value)), \(name)'`), or write each entry in a line of its own")
    }

    /// Up to this number of entries, a linear search finds a key; above, a dictionary.
    private static let few = 16

    /// Returns the place of an equal key among the entries from index `first`; nil if there is none: then the caller
    /// must append the entry.
    @_optimize(speed)
    private mutating func add(_ key: Text, _ place: Place, _ first: Int, _ index: inout [Text: Place]) -> Place? {
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

    /// Returns the mappings that `<<:` merges: one mapping, or a list in which earlier mappings override later ones.
    private mutating func mergeable(_ value: YAMLNode) -> [UnsafeBufferPointer<YAMLNode.Entry>] {
        switch value.content {
        case .mapping(let entries):
            return [entries]
        case .sequence(let items):
            var all: [UnsafeBufferPointer<YAMLNode.Entry>] = []
            for item in items {
                if case .mapping(let entries) = item.content { all.append(entries) } else { mergeFails(item) }
            }
            return all
        case .scalar:
            mergeFails(value)
            return []
        }
    }

    private mutating func mergeFails(_ value: YAMLNode) {
        log.error(value.place, "`<<` is \(value.described); it must be a mapping, or a list of mappings")
    }

    /// Reports libyaml's error, unless reading has failed already.
    private mutating func broken() {
        if !failed { reportSyntax() }
    }
}

extension YAMLNode {
    /// Creates a scalar node from an event.
    @inline(__always)
    fileprivate init(_ event: YAMLEvent) {
        self.init(place: event.place, content: .scalar(event.text, quoted: event.quoted))
        start = event.start
        end = event.end
    }
}
