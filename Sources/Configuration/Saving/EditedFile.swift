import Settings

/// A configuration file whose presets are being edited (M12). Edits replace, add or remove single values; all other
/// bytes stay unchanged.
struct EditedFile {
    let name: String
    let old: [UInt8]
    private let tree: YAMLTree
    private var edits: [ByteEdit] = []

    /// Reads the file; nil if it cannot be read.
    init?(_ name: String, in files: ConfigurationFiles) {
        guard case .bytes(let bytes) = files.read(name), let tree = Reader(files: files).tree(name) else { return nil }
        self.name = name
        self.tree = tree
        old = bytes
    }

    var root: YAMLNode { tree.root }

    /// The content of the file with all edits.
    var new: [UInt8] { ByteEdit.applied(edits, to: old) }

    /// Replaces the value of a scalar. The caller then checks the whole configuration.
    mutating func replace(_ node: YAMLNode, by value: String) {
        let range = offset(node.start)..<offset(node.end)
        let quote = range.isEmpty ? nil : old[range.lowerBound]
        edits.append(ByteEdit(range, EditedFile.scalar(value, quote: node.isQuoted ? quote : nil)))
    }

    /// Sets a key of a mapping. A missing key is added before the first key; in block style, on a line of its own.
    mutating func set(_ key: String, to value: String, in mapping: YAMLNode) {
        guard case .mapping(let entries) = mapping.content else { return }
        if let entry = entries.first(where: { $0.key.string == key && !$0.isMerged }) {
            return replace(entry.value, by: value)
        }
        guard let first = entries.first(where: { !$0.isMerged }) else { return }
        let at = offset(first.index)
        let isInFlow = old[offset(mapping.start)] == UInt8(ascii: "{")
        // A comment at the beginning of a file stays there.
        let room = YAMLLines(old).room(
            beforeKeyAt: at, column: Int(first.place.column) - 1, isInFlow: isInFlow, isAboveComments: false)
        let quote = old[at] == UInt8(ascii: "\"") ? "\"" : ""
        let text = "\(quote)\(key)\(quote): \(EditedFile.scalar(value, quote: quote.utf8.first))"
        edits.append(ByteEdit(at: room.offset, room.before + text + room.behind))
    }

    /// Removes a key of a mapping with its scalar; in block style, with its line. The caller then checks the whole
    /// configuration.
    mutating func remove(_ key: String, in mapping: YAMLNode) {
        guard case .mapping(let entries) = mapping.content,
            let entry = entries.first(where: { $0.key.string == key && !$0.isMerged })
        else { return }
        let (start, end) = (offset(entry.index), offset(entry.value.end))
        let isFlow = old[offset(mapping.start)] == UInt8(ascii: "{")
        edits.append(ByteEdit(isFlow ? withComma(start..<end) : withLine(start..<end), ""))
    }

    /// The range with the comma behind it, or else with the one before it, and the blanks beside that.
    private func withComma(_ range: Range<Int>) -> Range<Int> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 32 || byte == 10 || byte == 13 }
        let comma = UInt8(ascii: ",")
        if let next = old[range.upperBound...].firstIndex(where: { !isBlank($0) }), old[next] == comma {
            let end = old[(next + 1)...].firstIndex { !isBlank($0) } ?? old.count
            return range.lowerBound..<end
        }
        guard let last = old[..<range.lowerBound].lastIndex(where: { !isBlank($0) }), old[last] == comma else {
            return range
        }
        return last..<range.upperBound
    }

    /// The range with the rest of its line, and with the blanks before it if it begins the line.
    private func withLine(_ range: Range<Int>) -> Range<Int> {
        let end = old[range.upperBound...].firstIndex(of: 10).map { $0 + 1 } ?? old.count
        let last = old[..<range.lowerBound].lastIndex { $0 != 32 }
        return (last.map { old[$0] == 10 ? $0 + 1 : range.lowerBound } ?? 0)..<end
    }

    private func offset(_ character: Int32) -> Int { LearnWalk.offset(Int(character), in: old) }

    /// Formats a value as a scalar: with its previous quotes, or with quotes if YAML would misread it without.
    static func scalar(_ value: String, quote: UInt8?) -> String {
        if let quote, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            return ScalarText.quoted(value, by: quote)
        }
        if isPlain(value) { return value }
        return ScalarText.quoted(value, by: UInt8(ascii: value.utf8.contains(UInt8(ascii: "'")) ? "\"" : "'"))
    }

    /// Whether a value needs no quotes anywhere in YAML: words of letters and digits. An action such as `preset
    /// "Verse"` needs none either.
    private static func isPlain(_ value: String) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 32 }
        func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
        guard let first = value.utf8.first, value != "last" else { return value.isEmpty }
        if value.utf8.allSatisfy({ isDigit($0) }) { return true }
        return isLetter(first)
            && value.utf8.allSatisfy {
                isLetter($0) || isDigit($0) || $0 == 32 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "-")
            }
    }
}
