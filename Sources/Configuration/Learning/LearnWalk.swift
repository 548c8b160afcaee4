/// Follows a path through a configuration file to a learnable value.
struct LearnWalk {
    let files: ConfigurationFiles
    private(set) var name: String
    private(set) var bytes: [UInt8] = []
    private(set) var rest: ArraySlice<String>
    /// The keys followed so far; `#` stands for an item of a list.
    private(set) var path: [String] = []
    /// Owns the memory of the nodes; nil if the caller owns it.
    private var tree: YAMLTree?
    private(set) var node: YAMLNode
    /// The mapping that contains each key of the path, by index in the path.
    private(set) var holders: [Int: YAMLNode] = [:]
    /// The name of the preset that contains the place.
    private(set) var preset: String?
    /// Positions from 0 of the list items on the path.
    private(set) var positions: [Int] = []
    /// Whether the value is only read; then aliases and merges may be followed.
    var onlyReads = false

    /// - Parameter isExact: whether to find a preset by name only, not also by position.
    init(
        _ files: ConfigurationFiles, box: String, _ segments: [String], isExact: Bool = false
    ) throws(LearnPlace.Problem) {
        self.files = files
        name = box
        rest = segments[...]
        guard let root = LearnWalk.tree(files, box) else { throw LearnPlace.Problem(message: "\(box) cannot be read") }
        (tree, node) = (root, root.root)
        // A preset is in the box file or in a file of its own.
        if segments.count > 1, segments[0] == "presets", !LearnWalk.has(root.root, preset: segments[1], isExact) {
            for file in files.list("presets", ending: ".yaml") {
                guard let other = LearnWalk.tree(files, file), LearnWalk.isNamed(other.root, segments[1]) else {
                    continue
                }
                (tree, node, name, path) = (other, other.root, file, ["presets", "#"])
                (preset, rest) = (segments[1], segments[2...])
            }
        }
        if case .bytes(let bytes) = files.read(name) { self.bytes = bytes }
    }

    /// Starts at a preset whose file was just read.
    ///
    /// - Parameter bytes: the content of the preset's file.
    init(_ files: ConfigurationFiles, preset: YAMLNode, bytes: [UInt8], _ segments: [String]) {
        self.files = files
        self.bytes = bytes
        name = ""
        node = preset
        rest = segments[...]
        path = ["presets", "#"]
    }

    /// Starts at a key of a routing, whether the key exists or not.
    ///
    /// - Parameters:
    ///   - preset: the preset's name.
    ///   - routing: the routing's position from 0.
    init(
        _ files: ConfigurationFiles, box: String, preset: String, routing: Int, key: String
    ) throws(LearnPlace.Problem) {
        try self.init(files, box: box, ["presets", preset], isExact: true)
        rest = ["presets"]
        if name == box {
            try go()
            try enter { LearnWalk.isNamed($0, preset) }
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
        // A merged key cannot be edited; writing the key in the routing itself overrides it.
        if entries.contains(where: { $0.key.string == key && !$0.isMerged }) { try go() } else { try missing() }
    }

    /// Enters the first wanted item of a list.
    private mutating func enter(_ isWanted: (YAMLNode) -> Bool) throws(LearnPlace.Problem) {
        guard rest.isEmpty, case .sequence(let items) = node.content, let item = items.first(where: isWanted) else {
            throw LearnPlace.Problem(message: "\(shown) has changed since it was read")
        }
        try follow(item, isShared: false)
        path.append("#")
        node = item
    }

    private static func tree(_ files: ConfigurationFiles, _ name: String) -> YAMLTree? {
        Reader(files: files).tree(name)
    }

    private static func has(_ root: YAMLNode, preset: String, _ isExact: Bool) -> Bool {
        guard case .mapping(let entries) = root.content,
            case .sequence(let items)? = entries.first(where: { $0.key == "presets" })?.value.content
        else { return false }
        return isExact ? items.contains { isNamed($0, preset) } : position(preset, in: items) != nil
    }

    private static func isNamed(_ node: YAMLNode, _ name: String) -> Bool { LearnWalk.name(of: node) == name }

    static func name(of node: YAMLNode) -> String? {
        guard case .mapping(let entries) = node.content else { return nil }
        return entries.first { $0.key == "name" }?.value.text?.string
    }

    /// Returns the index of an item by name, else by position from 1.
    private static func position(_ segment: String, in items: UnsafeBufferPointer<YAMLNode>) -> Int? {
        if let index = items.firstIndex(where: { isNamed($0, segment) }) { return index }
        guard let number = segment.asText({ Decimal.whole($0, signed: false) }), 1...max(items.count, 1) ~= number,
            !items.isEmpty
        else {
            return nil
        }
        return number - 1
    }

    /// Continues the path with further segments.
    mutating func go(on segments: [String]) throws(LearnPlace.Problem) {
        rest += segments
        if rest.count == segments.count { try go() }
    }

    /// Follows the segments as far as they exist; the missing keys remain in `rest`.
    mutating func go() throws(LearnPlace.Problem) {
        while let segment = rest.first {
            switch node.content {
            case .mapping(let entries):
                guard let next = entries.first(where: { $0.key.string == segment }) else { return try missing() }
                try follow(next.value, isShared: next.isMerged)
                holders[path.count] = node
                path.append(segment)
                node = next.value
            case .sequence(let items):
                guard let index = LearnWalk.position(segment, in: items) else {
                    throw LearnPlace.Problem(message: "\(shown) has no item '\(segment)'; it has \(items.count)")
                }
                try follow(items[index], isShared: false)
                if path == ["presets"] { preset = LearnWalk.name(of: items[index]) }
                positions.append(index)
                path.append("#")
                node = items[index]
            case .scalar:
                if node.isEmpty { return try missing() }
                throw LearnPlace.Problem(message: "\(shown) is \(node.described); there is nothing inside")
            }
            rest = rest.dropFirst()
        }
    }

    /// Refuses to edit a node that an alias or merge shares with other places.
    private func follow(_ next: YAMLNode, isShared: Bool) throws(LearnPlace.Problem) {
        if !onlyReads && (isShared || next.isAlias) {
            throw LearnPlace.Problem(
                message: "the value at \(shown) is shared by an alias or a merge; write it out first")
        }
    }

    /// Accepts missing keys, but not missing list items, because learning adds no items.
    private mutating func missing() throws(LearnPlace.Problem) {
        if rest.contains(where: { $0.asText { Decimal.isDigits($0) } }) || path.isEmpty && rest.first == "presets" {
            throw LearnPlace.Problem(message: "there is no '\(Array(rest).joined(separator: "."))' in \(shown)")
        }
        holders[path.count] = node
        path += rest
    }

    /// The keys of the mapping at the end of the path.
    var keys: [String] {
        guard rest.isEmpty, case .mapping(let entries) = node.content else { return [] }
        return entries.map { $0.key.string }
    }

    /// The present value; nil if the key is missing.
    var old: String? { rest.isEmpty ? node.text?.string : nil }
}
