import Settings
import Plan

extension ValueList {
    /// The words with which a curve may begin.
    fileprivate static let keys: [Text] =
        Reader.curves + ["linear", "curve", "velocity", "list", "notes", "map", "map-tones", "when"]

    static func isCurveKey(_ word: String) -> Bool { word.asText { keys.contains($0) } }

    /// Whether the words of a command line describe a curve; if not, they name a file.
    package static func isCurve(_ words: [String]) -> Bool {
        words.count != 1 || isCurveKey(words[0]) || isWrittenOut(words[0])
    }

    /// Returns a suggestion for a misspelt curve, such as "; did you mean `softness`?", or an empty text.
    package static func suggestion(_ word: String) -> String { hint(word, among: keys.map { $0.string }) }

    /// Makes the list of a curve or linear map (R7, R10) with the reader for configurations.
    ///
    /// - Parameter words: `softness 30`, `dynamics -20`, `cutoff 40`, `free 0 40,20 90,110 127`, `linear 0..127
    ///   127..0`, or YAML as in a configuration: `curve: { softness: 30 }`.
    package static func curve(_ words: [String], _ shape: Shape) -> Result<ValueList, Diagnostics> {
        // Files named by `list:` are relative to the working directory.
        let reader = Reader(files: .disk(folder: ""))
        guard let tree = tree(words, reader.log) else { return .failure(reader.log.sorted()) }
        var shape = shape
        let values = withExtendedLifetime(tree) { reader.curveValues(tree.root, &shape) }
        guard let list = ValueList(values, shape, reader.log) else { return .failure(reader.log.sorted()) }
        return .success(list)
    }

    private static func isWrittenOut(_ text: String) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "{") }
    }

    /// Makes the YAML tree that a configuration with these words would have.
    private static func tree(_ words: [String], _ log: DiagnosticLog) -> YAMLTree? {
        if words.contains(where: { isWrittenOut($0) }) {
            let text = words.reduce("") { $0 + $1 + " " }
            return YAMLTree(Array(text.utf8), file: Place.nowhere.file, log: log)
        }
        var rest = words[...]
        if rest.count > 1 && rest.first == "curve" { rest = rest.dropFirst() }
        let key = rest.popFirst() ?? ""
        let memory = Arena()
        switch key {
        case "free": return tree(memory, key, sequence(memory, rest.map { point(memory, $0) }))
        case "linear" where rest.isEmpty: return tree(memory, key, mapping(memory, []))
        case "linear" where rest.count == 2:
            let (low, high) = (scalar(memory, rest[rest.startIndex]), scalar(memory, rest[rest.startIndex + 1]))
            return tree(memory, key, mapping(memory, [(key: "in", value: low), (key: "out", value: high)]))
        case "linear":
            log.error(.nowhere, "`linear` needs an input and an output range, such as linear 0..127 127..0")
            return nil
        default: return tree(memory, key, scalar(memory, rest.reduce("") { $0.isEmpty ? $1 : $0 + " " + $1 }))
        }
    }

    private static func tree(_ memory: Arena, _ key: String, _ value: YAMLNode) -> YAMLTree {
        YAMLTree(memory, root: mapping(memory, [(key: key, value: value)]))
    }

    /// Makes the node of a free curve's end, or of a point such as `40,20`.
    private static func point(_ memory: Arena, _ word: String) -> YAMLNode {
        let sides = word.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        if sides.count == 1 { return scalar(memory, word) }
        return sequence(memory, sides.map { scalar(memory, String(decoding: $0, as: UTF8.self)) })
    }

    private static func scalar(_ memory: Arena, _ text: String) -> YAMLNode {
        YAMLNode(place: .nowhere, content: .scalar(text.asText { memory.copy($0) }, quoted: false))
    }

    private static func sequence(_ memory: Arena, _ items: [YAMLNode]) -> YAMLNode {
        let copy = UnsafeBufferPointer(start: memory.copy(items), count: items.count)
        return YAMLNode(place: .nowhere, content: .sequence(copy))
    }

    private static func mapping(_ memory: Arena, _ entries: [(key: String, value: YAMLNode)]) -> YAMLNode {
        let all = entries.map { entry in
            YAMLNode.Entry(key: entry.key.asText { memory.copy($0) }, place: .nowhere, value: entry.value)
        }
        let copy = UnsafeBufferPointer(start: memory.copy(all), count: all.count)
        return YAMLNode(place: .nowhere, content: .mapping(copy))
    }
}

extension Reader {
    /// Returns the values of a curve on the command line. A key such as `velocity` also sets the use of the list.
    fileprivate func curveValues(_ node: YAMLNode, _ shape: inout ValueList.Shape) -> [Int]? {
        var fields = fields(node, "a curve")
        let found = fields.takeAll(ValueList.keys)
        guard let entry = onlyOne(found) else {
            if !fields.isMapping { return nil }
            let word = fields.entries.first?.key
            let found = word.map { "`\(clipped($0))` is not a curve" } ?? "a curve is missing"
            let must = "; it must be one such as softness 30, or linear 0..127 127..0"
            log.error(node.place, found + must + hint(word ?? "", among: ValueList.keys))
            return nil
        }
        fields.finish(log)
        let (inTop, outTop) = (shape.inTop, shape.outTop)
        switch entry.key {
        case "velocity":
            if shape.use != .controllers || inTop > 127 || outTop > 127 {
                log.error(entry.place, "`velocity` already says what the list is for; leave out the options")
            }
            shape.use = .velocities
            return velocityMap(entry.value).map { map in (0...127).map { Int(map[$0]) } }
        case "notes", "map", "map-tones":
            if shape.use != .notes && shape.use != .controllers || inTop > 127 || outTop > 127 {
                log.error(entry.place, "`\(entry.key)` already says what the list is for; leave out the options")
            }
            shape.use = .notes
            return entry.key == "notes" ? noteStage(entry.value) : entry.key == "map" ? noteMap(entry) : toneMap(entry)
        case "when":
            if shape.use != .controllers || outTop > 127 {
                log.error(entry.place, "`when` already says what the list is for; the only option is --in")
            }
            return whenValues(entry, inTop > 127 ? .pitchBend : .controlChange(0), top: inTop)
        case "list": return valueList(entry, count: shape.count, range: shape.range)
        case "linear":
            let map = linearMap(entry, from: inTop, to: outTop)
            return (0...inTop).map { Int(map(Int32($0))) }
        default:
            let curve = curve(entry.key == "curve" ? entry.value : node, from: inTop, to: outTop)
            if shape.use == .velocities { return curve?.velocities.map { Int($0) } }
            return curve?.values(from: inTop, to: outTop)
        }
    }
}
