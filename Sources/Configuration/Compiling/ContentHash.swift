import MIDI

/// A hash of a part of a configuration, with which a reload detects unchanged parts (E1). Ignores comments and layout.
struct ContentHash: Equatable {
    private var hash: UInt64 = 0
    private var nodesLeft = 100_000

    /// The hash; nil if the part is too large to be compared.
    var value: UInt64? { nodesLeft > 0 ? hash : nil }

    mutating func add(_ number: UInt64) { hash = hash.mixed(number).mixed(hash >> 32) }

    @inline(__always)
    fileprivate mutating func add(_ text: Text, _ kind: UInt64 = 0) {
        add(UInt64(text.count) << 2 | kind)
        add(Arena.hash(of: UnsafeRawBufferPointer(text.bytes)))
    }

    /// - Parameter lists: list files by name; if a text is one of the names, the file's content is hashed too.
    @inline(__always)
    fileprivate mutating func add(_ node: YAMLNode, _ lists: [Text: ListFile]) {
        nodesLeft -= 1
        if nodesLeft <= 0 { return }
        if case .scalar(let text, let quoted) = node.content {
            add(text, quoted ? 1 : 2)
            if !lists.isEmpty, let list = lists[text] { add(list.hash) }
        } else {
            addParts(of: node, lists)
        }
    }

    @_optimize(speed)
    @inline(never)
    private mutating func addParts(of node: YAMLNode, _ lists: [Text: ListFile]) {
        switch node.content {
        case .scalar: break
        case .sequence(let items):
            add(3)
            for item in items { add(item, lists) }
            add(4)
        case .mapping(let entries):
            add(5)
            for entry in entries {
                add(entry.key)
                add(entry.value, lists)
            }
            add(6)
        }
    }
}

extension Reader {
    /// Hashes a preset including the contents of its list files. Leaves out the name and number, so that the menu can
    /// change them without loading the preset (M12).
    func contentHash(ofPreset node: YAMLNode) -> UInt64? {
        guard case .mapping(let entries) = node.content else { return nil }
        var hash = ContentHash()
        for entry in entries where entry.key != "name" && entry.key != "number" {
            hash.add(entry.key)
            hash.add(entry.value, listFiles)
        }
        return hash.value
    }

    /// Hashes the assignments, and the parts of the box file on which presets depend.
    func hashBox(_ root: YAMLNode) {
        guard case .mapping(let entries) = root.content else { return }
        var (box, assignments) = (ContentHash(), ContentHash())
        for entry in entries where entry.key != "presets" {
            if entry.key == "assignments" { assignments.add(entry.value, listFiles) }
            if Reader.othersKeys.contains(entry.key) { continue }
            box.add(entry.key)
            box.add(entry.value, listFiles)
        }
        (boxHash, assignmentsHash) = (box.value, assignments.value)
    }

    /// The keys of the box file on which presets do not depend.
    private static let othersKeys: [Text] = [
        "treadle", "name", "assignments", "clock", "start-preset", "menu", "display", "motion", "pedals", "knobs",
        "setlist", "network", "bluetooth", "usb-device", "midi-ci", "leds", "expanders",
    ]
}

extension Compiler {
    /// Hashes a preset with its inserted presets and the parts of the box file on which it depends.
    func contentHash(of preset: PresetModel) -> UInt64? {
        var hash = ContentHash()
        guard let box = reader.boxHash else { return nil }
        hash.add(box)
        for owner in owners(of: preset) {
            guard let own = owner.contentHash else { return nil }
            hash.add(own)
        }
        return hash.value
    }

    /// A hash of all assignments and the parts of the box file on which they depend.
    var assignmentsHash: UInt64? {
        guard let box = reader.boxHash, let assignments = reader.assignmentsHash else { return nil }
        return box.mixed(assignments)
    }
}
