/// Where a value of a file stands.
package struct FilePlace: Equatable {
    /// The path as a JSON pointer (RFC 6901), such as `/routings/0/notes`; empty for the whole file.
    package var pointer: String
    /// The bytes of the value; nil if an alias or a merge shares it.
    package var bytes: Bytes?

    package struct Bytes: Equatable {
        /// Line and column of the first byte, from 1, columns in characters.
        package var line: Int
        package var column: Int
        /// Offsets in the file, of the first byte and of the one behind the last. They are equal if a value is missing.
        package var start: Int
        package var end: Int
    }
}

extension FileEditing {
    /// The values of the file, with aliases and merges resolved. Merged keys come last.
    package var tree: JSONValue { FileEditing.value(of: actual.tree.root) }

    /// The places of all values, in the order of `tree`.
    package var places: [FilePlace] {
        var walk = PlaceWalk(lines: actual.lines, markCount: markCount)
        walk.add(actual.tree.root, actual.root, "")
        return walk.places
    }

    /// Writes the members `tree` and `places` of an object.
    package func write(to json: inout JSON) {
        json.key("tree")
        json.value(tree)
        json.key("places")
        json.beginObject()
        for place in places {
            json.key(place.pointer)
            if let bytes = place.bytes {
                json.beginArray()
                for number in [bytes.line, bytes.column, bytes.start, bytes.end] { json.number(number) }
                json.endArray()
            } else {
                json.string("shared")
            }
        }
        json.endObject()
    }
}

/// Collects the places of all values of a text, in one pass over its lines.
private struct PlaceWalk {
    let lines: YAMLLines
    let markCount: Int
    private(set) var places: [FilePlace] = []
    /// The offset that was reached, its line and its column from 1.
    private var (reached, line, column) = (0, 1, 1)

    init(lines: YAMLLines, markCount: Int) { (self.lines, self.markCount) = (lines, markCount) }

    /// - Parameter node: the value as it is written; nil if it is shared.
    mutating func add(_ value: YAMLNode, _ node: LayoutNode?, _ pointer: String) {
        let node = node.flatMap { $0.kind == .alias ? nil : $0 }
        var place = FilePlace(pointer: pointer)
        if let node { place.bytes = bytes(node) }
        places.append(place)
        switch value.content {
        case .scalar: break
        case .sequence(let items):
            for (index, item) in items.enumerated() {
                let own = node.flatMap { index < $0.items.count ? $0.items[index].value : nil }
                add(item, own, "\(pointer)/\(index)")
            }
        case .mapping(let entries):
            // Both have their keys in the order of the text.
            var rest = node?.items[...] ?? []
            for entry in entries {
                let found = entry.isMerged ? nil : rest.firstIndex { !$0.isMerge && $0.key == entry.key }
                add(entry.value, found.map { rest[$0].value }, "\(pointer)/\(PlaceWalk.escaped(entry.key))")
                if let found { rest = rest[(found + 1)...] }
            }
        }
    }

    /// Values come in the order of the text, so all lines are passed once.
    private mutating func bytes(_ node: LayoutNode) -> FilePlace.Bytes {
        while reached < node.content {
            let byte = lines.bytes[reached]
            reached += 1
            if YAMLLines.isBreak(byte) {
                // Of CR LF only LF begins a line.
                if byte == 10 || lines.byte(reached) != 10 { line += 1 }
                column = 1
            } else if lines.byte(reached).map({ $0 & 0xC0 != 0x80 }) ?? true {
                column += 1
            }
        }
        return FilePlace.Bytes(
            line: line, column: column, start: node.content + markCount, end: node.end + markCount)
    }

    /// Escapes `~` and `/` as JSON pointers demand.
    private static func escaped(_ key: Text) -> String {
        var bytes: [UInt8] = []
        for byte in key.bytes {
            switch byte {
            case UInt8(ascii: "~"): bytes += [126, 48]
            case UInt8(ascii: "/"): bytes += [126, 49]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
