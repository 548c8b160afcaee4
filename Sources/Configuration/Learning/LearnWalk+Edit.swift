import Settings

extension LearnWalk {
    /// Returns the edit that writes a value. For a note map, tries an entry for C4.
    func edit(_ kind: Learner.Kind) throws(LearnPlace.Problem) -> LearnPlace.Edit {
        kind == .noteMapEntry ? try edit(entry: "C4") : try edit()
    }

    /// Returns the edit that writes the value of a key in this mapping, whether the key exists or not.
    func edit(entry key: String) throws(LearnPlace.Problem) -> LearnPlace.Edit {
        var inner = self
        try inner.go(on: [key])
        return try inner.edit()
    }

    /// Returns the edit that writes the value.
    func edit() throws(LearnPlace.Problem) -> LearnPlace.Edit {
        if rest.isEmpty { return try replacing() }
        return try adding()
    }

    /// Returns an edit that replaces the present value inside its quotes.
    private func replacing() throws(LearnPlace.Problem) -> LearnPlace.Edit {
        guard case .scalar = node.content else {
            throw LearnPlace.Problem(message: "\(shown) is \(node.described); learning writes a single value")
        }
        let range = offset(Int(node.start))..<offset(Int(node.end))
        var edit = LearnPlace.Edit(range: range)
        if node.isEmpty {
            // After an empty `key:`, a space separates the new value.
            edit.range = range.lowerBound..<range.lowerBound
            edit.before = range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: ":") ? " " : ""
        } else if node.isQuoted {
            edit.quote = bytes[range.lowerBound]
            guard edit.quote == UInt8(ascii: "\"") || edit.quote == UInt8(ascii: "'") else {
                throw LearnPlace.Problem(
                    message: "\(shown) is a block of text or tagged; learning writes a single value")
            }
        }
        return edit
    }

    /// Returns an edit that adds the missing keys before the mapping's last key, whose indentation is known, and the
    /// comments above that key. No comment is moved.
    private func adding() throws(LearnPlace.Problem) -> LearnPlace.Edit {
        guard case .mapping(let entries) = node.content else {
            throw LearnPlace.Problem(message: "\(shown) is \(node.described); write a mapping there first")
        }
        let lines = YAMLLines(bytes)
        let start = lines.skippingProperties(offset(Int(node.start)), bytes.count)
        let isFlow = lines.byte(start) == UInt8(ascii: "{")
        let keys = Array(rest)
        guard let last = entries.last(where: { !$0.isMerged }) else {
            guard isFlow, entries.isEmpty else {
                throw LearnPlace.Problem(message: "\(shown) is shared by an alias or a merge; write it out first")
            }
            let at = start + 1
            return LearnPlace.Edit(range: at..<at, before: " " + opened(keys, ""), after: closed(keys) + " ")
        }
        let at = offset(Int(last.index))
        // In JSON every key has quotes.
        let isJSON = lines.byte(at) == UInt8(ascii: "\"")
        let room = lines.room(beforeKeyAt: at, column: Int(last.place.column) - 1, isInFlow: isFlow)
        return LearnPlace.Edit(
            range: room.offset..<room.offset, before: room.before + opened(keys, isJSON ? "\"" : ""),
            after: closed(keys) + room.behind, quote: isJSON ? UInt8(ascii: "\"") : nil)
    }

    /// Returns the keys before the value, with braces: `restrict: { notes: `.
    private func opened(_ keys: [String], _ quote: String) -> String {
        var text = ""
        for (index, key) in keys.enumerated() {
            text += "\(quote)\(key)\(quote): " + (index + 1 < keys.count ? "{ " : "")
        }
        return text
    }

    private func closed(_ keys: [String]) -> String { LearnWalk.repeated(" }", keys.count - 1) }

    private static func repeated(_ text: String, _ count: Int) -> String {
        (0..<count).reduce(into: "") { result, _ in result += text }
    }

    private func offset(_ character: Int) -> Int { LearnWalk.offset(character, in: bytes) }

    /// Converts an offset in characters, which libyaml counts without the byte order mark, to bytes.
    static func offset(_ character: Int, in bytes: [UInt8]) -> Int {
        var at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var left = character
        while left > 0 && at < bytes.count {
            at += 1
            while at < bytes.count && bytes[at] & 0xC0 == 0x80 { at += 1 }
            left -= 1
        }
        return at
    }
}
