/// The way through a file to the place that is to be learnt.
struct LearnWalk {
    let files: ConfigurationFiles
    private(set) var name: String
    private(set) var bytes: [UInt8] = []
    private(set) var rest: ArraySlice<String>
    /// Keys on the way, `#` for an item of a list.
    private(set) var way: [String] = []
    /// What the nodes point into; nil: the caller keeps it.
    private var tree: YAMLTree?
    private(set) var node: YAMLNode
    /// The mappings on the way that hold a key of `way`, by its place there.
    private(set) var holders: [Int: YAMLNode] = [:]
    /// The name of the preset that it stands in.
    private(set) var preset: String?
    /// The positions from 0 of the items on the way.
    private(set) var positions: [Int] = []
    /// Nothing is written there, so that it may be shared with other places.
    var onlyReads = false

    /// - Parameter isExact: a preset is known by its name only, not by its position.
    init(
        _ files: ConfigurationFiles, box: String, _ segments: [String], isExact: Bool = false
    ) throws(LearnPlace.Problem) {
        self.files = files
        name = box
        rest = segments[...]
        guard let root = LearnWalk.tree(files, box) else { throw LearnPlace.Problem(message: "\(box) cannot be read") }
        (tree, node) = (root, root.root)
        // A preset stands in the box file or in one of its own.
        if segments.count > 1, segments[0] == "presets", !LearnWalk.has(root.root, preset: segments[1], isExact) {
            for file in files.list("presets", ending: ".yaml") {
                guard let other = LearnWalk.tree(files, file), LearnWalk.isCalled(other.root, segments[1]) else {
                    continue
                }
                (tree, node, name, way) = (other, other.root, file, ["presets", "#"])
                (preset, rest) = (segments[1], segments[2...])
            }
        }
        if case .bytes(let bytes) = files.read(name) { self.bytes = bytes }
    }

    /// The way within a preset that was just read.
    ///
    /// - Parameter bytes: what its file holds.
    init(_ files: ConfigurationFiles, preset: YAMLNode, bytes: [UInt8], _ segments: [String]) {
        self.files = files
        self.bytes = bytes
        name = ""
        node = preset
        rest = segments[...]
        way = ["presets", "#"]
    }

    /// The way to a key of a routing, whether it is there or not.
    ///
    /// - Parameters:
    ///   - preset: by its name.
    ///   - routing: by its position from 0.
    init(
        _ files: ConfigurationFiles, box: String, preset: String, routing: Int, key: String
    ) throws(LearnPlace.Problem) {
        try self.init(files, box: box, ["presets", preset], isExact: true)
        rest = ["presets"]
        if name == box {
            try go()
            try enter { LearnWalk.isCalled($0, preset) }
        }
        rest = ["routings"]
        try go()
        var position = -1
        try enter { _ in
            position += 1
            return position == routing
        }
        rest = [key]
        guard case .mapping(let entries) = node.content else { return }
        // What a merge brings in is not touched: what stands here comes before it.
        if entries.contains(where: { $0.key.string == key && !$0.isMerged }) { try go() } else { try missing() }
    }

    /// Goes on in the item of a list.
    private mutating func enter(_ isWanted: (YAMLNode) -> Bool) throws(LearnPlace.Problem) {
        guard rest.isEmpty, case .sequence(let items) = node.content, let item = items.first(where: isWanted) else {
            throw LearnPlace.Problem(message: "\(shown) has changed since it was read")
        }
        try follow(item, isShared: false)
        way.append("#")
        node = item
    }

    private static func tree(_ files: ConfigurationFiles, _ name: String) -> YAMLTree? {
        Reader(files: files).tree(name)
    }

    private static func has(_ root: YAMLNode, preset: String, _ isExact: Bool) -> Bool {
        guard case .mapping(let entries) = root.content,
            case .sequence(let items)? = entries.first(where: { $0.key == "presets" })?.value.content
        else { return false }
        return isExact ? items.contains { isCalled($0, preset) } : position(preset, in: items) != nil
    }

    private static func isCalled(_ node: YAMLNode, _ name: String) -> Bool { LearnWalk.name(of: node) == name }

    private static func name(of node: YAMLNode) -> String? {
        guard case .mapping(let entries) = node.content else { return nil }
        return entries.first { $0.key == "name" }?.value.text?.string
    }

    /// By name, else by position from 1.
    private static func position(_ segment: String, in items: UnsafeBufferPointer<YAMLNode>) -> Int? {
        if let index = items.firstIndex(where: { isCalled($0, segment) }) { return index }
        guard let number = segment.asText({ Decimal.whole($0, signed: false) }), 1...max(items.count, 1) ~= number,
            !items.isEmpty
        else {
            return nil
        }
        return number - 1
    }

    /// Goes on from where it ended.
    mutating func go(on segments: [String]) throws(LearnPlace.Problem) {
        rest += segments
        if rest.count == segments.count { try go() }
    }

    /// Goes as far as there is something; `rest` is then what is not there yet.
    mutating func go() throws(LearnPlace.Problem) {
        while let segment = rest.first {
            switch node.content {
            case .mapping(let entries):
                guard let next = entries.first(where: { $0.key.string == segment }) else { return try missing() }
                try follow(next.value, isShared: next.isMerged)
                holders[way.count] = node
                way.append(segment)
                node = next.value
            case .sequence(let items):
                guard let index = LearnWalk.position(segment, in: items) else {
                    throw LearnPlace.Problem(message: "\(shown) has no item '\(segment)'; it has \(items.count)")
                }
                try follow(items[index], isShared: false)
                if way == ["presets"] { preset = LearnWalk.name(of: items[index]) }
                positions.append(index)
                way.append("#")
                node = items[index]
            case .scalar:
                if node.isEmpty { return try missing() }
                throw LearnPlace.Problem(message: "\(shown) is \(node.described); there is nothing inside")
            }
            rest = rest.dropFirst()
        }
    }

    /// What is brought in from elsewhere in the file belongs to others too.
    private func follow(_ next: YAMLNode, isShared: Bool) throws(LearnPlace.Problem) {
        if !onlyReads && (isShared || next.isAlias) {
            throw LearnPlace.Problem(
                message: "the value at \(shown) is shared by an alias or a merge; write it out first")
        }
    }

    /// What is not there is made of keys: lists do not grow by learning.
    private mutating func missing() throws(LearnPlace.Problem) {
        if rest.contains(where: { $0.asText { Decimal.isDigits($0) } }) || way.isEmpty && rest.first == "presets" {
            throw LearnPlace.Problem(message: "there is no '\(rest.joined(separator: "."))' in \(shown)")
        }
        holders[way.count] = node
        way += rest
    }

    /// The keys of the mapping it has come to.
    var keys: [String] {
        guard rest.isEmpty, case .mapping(let entries) = node.content else { return [] }
        return entries.map { $0.key.string }
    }

    /// What stands there; nil where the place is not there yet.
    var old: String? { rest.isEmpty ? node.text?.string : nil }
}
