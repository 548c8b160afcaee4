extension Reader {
    /// Returns the entries of a mapping; reports any other value, with an example of a mapping.
    @_optimize(speed)
    func fields(_ node: YAMLNode, _ what: String, such example: String = "") -> Fields {
        if case .mapping(let entries) = node.content {
            return Fields(what: what, place: node.place, entries: entries, scratch)
        }
        let such = example.isEmpty ? "" : ", such as { \(example) }"
        log.error(node.place, "\(what) is \(node.described); it must be a mapping of keys and values\(such)")
        return Fields(what: what, place: node.place, entries: nil, scratch)
    }

    /// Takes a key that the mapping needs; reports a missing one.
    func required(_ key: Text, in fields: inout Fields, _ must: String) -> YAMLNode.Entry? {
        let entry = fields.take(key)
        if entry == nil { missing(key, fields, must) }
        return entry
    }

    /// Returns the items of a list; reports any other value.
    @inline(__always)
    func items(_ entry: YAMLNode.Entry, _ must: @autoclosure () -> String) -> UnsafeBufferPointer<YAMLNode> {
        if case .sequence(let items) = entry.value.content { return items }
        wrong(entry, must())
        return UnsafeBufferPointer(start: nil, count: 0)
    }

    /// Calls `body` for each item of a list; reports any other value, and more than `most` items, which is the limit of
    /// a name.
    func forEachItem(
        of entry: YAMLNode.Entry, _ must: String, _ limit: String, _ most: Int, _ body: (YAMLNode) -> Void
    ) {
        let items = items(entry, must)
        for (index, item) in items.enumerated() {
            if index == most { return overLimit(item.place, limit, most, items.count) }
            body(item)
        }
    }

    /// Reports a bad value: "`number` is `200`; it must be a number 0..127".
    ///
    /// - Parameter must: composed only if the message will be stored, because a suggestion may take long to find.
    @inline(__always)
    func wrong(_ entry: YAMLNode.Entry, _ must: @autoclosure () -> String) {
        reportWrong(entry.value, entry.key, help(must()))
    }

    /// Reports a bad value of a key, or a bad item of the key's list.
    @inline(__always)
    func wrong(_ node: YAMLNode, _ key: Text, _ must: @autoclosure () -> String) {
        reportWrong(node, key, help(must()))
    }

    // Has no closure parameter: the compiler would copy the body for every call.
    @inline(never)
    private func reportWrong(_ node: YAMLNode, _ key: Text, _ must: String) {
        // `offer` may already have mentioned straight quotes; its message then ends in `)`.
        let isSaid = must.utf8.last == UInt8(ascii: ")")
        let quotes = !isSaid && node.text?.hasTypographicQuotes == true ? "; use straight quotes, \"" : ""
        var blank = ""
        if must.utf8.starts(with: "a list".utf8), let first = node.firstText, first.first == UInt8(ascii: "-") {
            blank = missingBlank(in: first)
        }
        log.error(node.place, "`\(clipped(key))` is \(node.described); it must be \(must)\(quotes)\(blank)")
    }

    func missing(_ key: Text, _ fields: Fields, _ must: String) {
        if !fields.isMapping { return }
        log.error(fields.place, "\(fields.what) needs `\(key)`: \(must)")
    }

    /// Returns the first of several alternative keys; reports the others.
    func onlyOne(_ entries: [YAMLNode.Entry]) -> YAMLNode.Entry? {
        for other in entries.dropFirst() {
            log.error(other.place, "`\(other.key)` and `\(entries[0].key)` exclude each other; use only one of them")
        }
        return entries.first
    }

    func integer(_ entry: YAMLNode.Entry?, _ range: ClosedRange<Int>, _ what: String = "a number") -> Int? {
        guard let entry else { return nil }
        return integer(entry.value, entry.key, range, what)
    }

    func integer(_ node: YAMLNode, _ key: Text, _ range: ClosedRange<Int>, _ what: String = "a number") -> Int? {
        if let text = node.text, let value = Decimal.whole(text), range ~= value { return value }
        let isFraction = node.text.map { Decimal.whole($0) == nil && Decimal.fixed($0, places: 0, signed: true) != nil }
        let whole = isFraction == true ? ", without decimals" : ""
        wrong(node, key, "\(what) \(range.lowerBound)..\(range.upperBound)\(whole)")
        return nil
    }

    /// Reads `true` or `false`; `on` is not a boolean.
    func boolean(_ entry: YAMLNode.Entry?) -> Bool? {
        guard let entry else { return nil }
        if entry.value.text == "true" { return true }
        if entry.value.text == "false" { return false }
        wrong(entry, "true or false")
        return nil
    }

    func text(_ entry: YAMLNode.Entry?, _ must: String = "a word") -> Text? {
        guard let entry else { return nil }
        if let text = entry.value.text, !text.isEmpty { return text }
        wrong(entry, must)
        return nil
    }

    /// Reads a name. Control characters are errors, because names appear on the LCD and in lines of the socket and of
    /// recordings.
    func name(_ entry: YAMLNode.Entry?, _ must: String = "a name") -> Text? {
        guard let entry, let name = text(entry, must) else { return nil }
        checkName(name, entry.value.place)
        return name
    }

    /// Reads a name of at most `most` bytes.
    func name(_ entry: YAMLNode.Entry?, upTo most: Int) -> Text? {
        guard let entry, let name = name(entry) else { return nil }
        if name.count <= most { return name }
        wrong(entry, "a name of at most \(most) bytes; it has \(name.count)")
        return nil
    }

    func checkName(_ name: Text, _ place: Place) {
        if name.hasControl {
            log.error(place, "`\(clipped(name))` contains a control character; names cannot have one")
        }
    }

    /// Reads one of several words and returns the index of the word.
    func choice(_ entry: YAMLNode.Entry?, _ among: @autoclosure () -> [Text]) -> Int? {
        guard let entry else { return nil }
        let words = among()
        if let text = entry.value.text, let index = words.firstIndex(of: text) { return index }
        wrong(entry, listed(words) + (entry.value.text.map { hint($0, among: words) } ?? ""))
        return nil
    }

    /// Reads one of several words and returns its value. The pairs have no labels: Embedded Swift converts no arrays.
    func choice<Value>(_ entry: YAMLNode.Entry?, from pairs: @autoclosure () -> [(Text, Value)]) -> Value? {
        guard let entry else { return nil }
        let pairs = pairs()
        return choice(entry, pairs.map { $0.0 }).map { pairs[$0].1 }
    }

    func listed(_ words: [Text]) -> String { listed(words.map { $0.string }) }

    /// Returns a text such as "in, out or both".
    func listed(_ words: [String]) -> String {
        var result = ""
        for (index, word) in words.enumerated() {
            if index > 0 { result += index == words.count - 1 ? " or " : ", " }
            result += word
        }
        return result
    }

    /// Reads a time with a unit, at most an hour: `20 ms`, `1.5 s`, `250 us`. Returns nanoseconds.
    func duration(_ entry: YAMLNode.Entry?) -> UInt64? {
        guard let entry else { return nil }
        if let text = entry.value.text, let value = Reader.nanoseconds(text) {
            if value <= 3_600_000_000_000 { return UInt64(value) }
            wrong(entry, "at most an hour, 3600 s")
            return nil
        }
        let unit = entry.value.text.flatMap { Decimal.fixed($0, places: 0) } == nil ? "" : "; the unit is missing"
        wrong(entry, "a time with its unit, such as 20 ms, 1.5 s or 250 us\(unit)")
        return nil
    }

    /// Reads a time within `limits`, in nanoseconds; `shown` describes the limits in messages.
    func duration(_ entry: YAMLNode.Entry?, _ limits: ClosedRange<UInt64>, _ shown: String) -> UInt64? {
        guard let entry, let time = duration(entry) else { return nil }
        if limits ~= time { return time }
        wrong(entry, "a time from \(shown)")
        return nil
    }

    static func nanoseconds(_ text: Text) -> Int? {
        let digits = text.bytes.firstIndex { !(48...57 ~= $0 || $0 == UInt8(ascii: ".")) } ?? text.count
        let number = text.upTo(digits)
        switch text.from(digits).withoutBlanksBefore {
        case "us": return Decimal.fixed(number, places: 3)
        case "ms": return Decimal.fixed(number, places: 6)
        case "s": return Decimal.fixed(number, places: 9)
        default: return nil
        }
    }

    /// Reads a tempo of 20..300 BPM; returns hundredths of a BPM.
    func tempo(_ entry: YAMLNode.Entry?) -> Int? {
        guard let entry else { return nil }
        if let text = entry.value.text, let value = Decimal.fixed(text, places: 2), 2000...30000 ~= value {
            return value
        }
        wrong(entry, "beats a minute, 20..300")
        return nil
    }

    /// Splits `lo..hi` into its ends; nil for other text.
    @_optimize(speed)
    static func ends(_ text: Text) -> (low: Text, high: Text)? {
        guard text.count >= 4 else { return nil }
        for index in 1..<(text.count - 1) where text.bytes[index] == 46 && text.bytes[index + 1] == 46 {
            return (text.upTo(index).trimmed, text.from(index + 2).trimmed)
        }
        return nil
    }

    /// Reads a range of numbers, or of values of a controller, which may be notes. The lower end must be first unless
    /// `downwards`.
    func range(
        _ entry: YAMLNode.Entry?, _ limits: ClosedRange<Int>, downwards: Bool = false, of controller: Controller? = nil
    ) -> (low: Int, high: Int)? {
        guard let entry else { return nil }
        let ends = entry.value.text.flatMap { Reader.ends($0) }
        guard let low = ends.flatMap({ end($0.low, of: controller) }),
            let high = ends.flatMap({ end($0.high, of: controller) }), limits ~= low, limits ~= high
        else {
            if controller == .noteValue {
                wrong(entry, ends.flatMap { ambiguity($0.low, $0.high) } ?? "a range lo..hi, each \(noteMust)")
                return nil
            }
            wrong(entry, "a range lo..hi within \(limits.lowerBound)..\(limits.upperBound)")
            return nil
        }
        if low > high && !downwards {
            wrong(entry, "a range lo..hi within \(limits.lowerBound)..\(limits.upperBound), the lower first")
            return nil
        }
        return (low, high)
    }

    private func end(_ text: Text, of controller: Controller?) -> Int? {
        controller == .noteValue ? value(text, of: controller) : Decimal.whole(text)
    }

    /// Reads a channel 1..16; returns 0...15.
    func channel(_ entry: YAMLNode.Entry?) -> UInt8? {
        integer(entry, 1...16, "a channel").map { UInt8($0 - 1) }
    }
}
