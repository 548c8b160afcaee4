import Routing

extension ValueList {
    /// What a curve may begin with.
    fileprivate static let keys = ["softness", "dynamics", "cutoff", "free", "linear", "curve", "velocity", "list"]

    /// Whether the words of a command line are a curve; else they name a file.
    public static func isCurve(_ words: [String]) -> Bool {
        words.count != 1 || keys.contains(words[0]) || isWrittenOut(words[0])
    }

    /// What a misspelt curve may have meant: "; did you mean `softness`?", or nothing.
    public static func suggestion(_ word: String) -> String { hint(word, among: keys) }

    /// The list of a curve or linear map (R7, R10), by the very code that reads a configuration.
    ///
    /// - Parameter words: `softness 30`, `dynamics -20`, `cutoff 40`, `free 0 40,20 90,110 127`, `linear 0..127 127..0`, or
    ///   what a configuration holds: `curve: { softness: 30 }`.
    public static func curve(_ words: [String], _ shape: Shape) -> Result<ValueList, Diagnostics> {
        // Files that `list:` names stand beside whoever asks.
        let reader = Reader(files: .disk(folder: ""))
        guard let node = tree(words, reader.log) else { return .failure(reader.log.sorted(files: [])) }
        var shape = shape
        let values = reader.curveValues(node, &shape)
        guard let list = ValueList(values, shape, reader.log) else { return .failure(reader.log.sorted(files: [])) }
        return .success(list)
    }

    private static func isWrittenOut(_ text: String) -> Bool {
        text.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "{") }
    }

    /// The words as the configuration would hold them.
    private static func tree(_ words: [String], _ log: DiagnosticLog) -> YAMLNode? {
        if words.contains(where: { isWrittenOut($0) }) {
            let text = words.reduce("") { $0 + $1 + " " }
            return YAMLParser.parse(Array(text.utf8), file: "", log: log)
        }
        var rest = words[...]
        if rest.count > 1 && rest.first == "curve" { rest = rest.dropFirst() }
        let key = rest.popFirst() ?? ""
        switch key {
        case "free": return mapping([(key, .sequence(rest.map { point($0) }))])
        case "linear" where rest.isEmpty: return mapping([(key, .mapping([]))])
        case "linear" where rest.count == 2:
            let ends = mapping([("in", scalar(rest[rest.startIndex])), ("out", scalar(rest[rest.startIndex + 1]))])
            return mapping([(key, ends.content)])
        case "linear":
            log.error(nowhere, "`linear` needs what comes in and what goes out, such as linear 0..127 127..0")
            return nil
        default: return mapping([(key, scalar(rest.reduce("") { $0.isEmpty ? $1 : $0 + " " + $1 }))])
        }
    }

    /// An end of a free curve, or a point `40,20`.
    private static func point(_ word: String) -> YAMLNode {
        let sides = word.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        if sides.count == 1 { return node(scalar(word)) }
        return node(.sequence(sides.map { node(scalar(String(decoding: $0, as: UTF8.self))) }))
    }

    private static let nowhere = Place(file: "", line: 1, column: 1)

    private static func node(_ content: YAMLNode.Content) -> YAMLNode { YAMLNode(place: nowhere, content: content) }

    private static func scalar(_ text: String) -> YAMLNode.Content { .scalar(text, quoted: false) }

    private static func mapping(_ entries: [(key: String, value: YAMLNode.Content)]) -> YAMLNode {
        node(.mapping(entries.map { YAMLNode.Entry(key: $0.key, place: nowhere, value: node($0.value)) }))
    }
}

extension Reader {
    /// What the mapping on the command line stands for; `velocity:` says what the list is for.
    fileprivate func curveValues(_ node: YAMLNode, _ shape: inout ValueList.Shape) -> [Int]? {
        var fields = fields(node, "a curve")
        let found = fields.takeAll(ValueList.keys)
        guard let entry = onlyOne(found) else {
            if !fields.isMapping { return nil }
            let word = fields.entries.first?.key
            let found = word.map { "`\(clipped($0))` is no curve" } ?? "a curve is missing"
            let must = "; it must be one such as softness 30, or linear 0..127 127..0"
            log.error(node.place, found + must + hint(word ?? "", among: ValueList.keys))
            return nil
        }
        fields.finish(log)
        let (inTop, outTop) = (shape.inTop, shape.outTop)
        switch entry.key {
        case "velocity":
            if shape.use != .controllers || inTop > 127 || outTop > 127 {
                log.error(entry.place, "`velocity` says itself what the list is for; write it without options")
            }
            shape.use = .velocities
            return velocityMap(entry.value)?.map { Int($0) }
        case "list": return valueList(entry, count: shape.count, range: shape.range)
        case "linear":
            let map = linearMap(entry, from: inTop, to: outTop)
            return (0...inTop).map { Int(map(Int32($0))) }
        default:
            let curve = curve(entry.key == "curve" ? entry.value : node, from: inTop, to: outTop)
            if shape.use == .velocities { return curve?.velocities.map { Int($0) } }
            return curve?.values(from: inTop, to: outTop).map { Int($0) }
        }
    }
}
