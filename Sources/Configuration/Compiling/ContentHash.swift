import MIDI

/// A hash of a part of a configuration, by which a reload finds unchanged parts (E1). Ignores comments and layout.
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

    /// - Parameter lists: the list files that a text may name, whose content is hashed too.
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
    /// Hashes a preset with the lists it names. Its name and number do not count, so that the menu changes them without
    /// a load (M12).
    func contentHash(ofPreset node: YAMLNode) -> UInt64? {
        guard case .mapping(let entries) = node.content else { return nil }
        var hash = ContentHash()
        for entry in entries where entry.key != "name" && entry.key != "number" {
            hash.add(entry.key)
            hash.add(entry.value, listFiles)
        }
        return hash.value
    }

    /// Hashes the parts of the box file that presets depend on, and the assignments.
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

    /// Keys of the box file that presets do not depend on.
    private static let othersKeys: [Text] = [
        "treadle", "name", "assignments", "clock", "start-preset", "menu", "display", "motion", "pedals", "knobs",
        "setlist", "network", "usb-device", "midi-ci", "leds", "expanders",
    ]
}

extension Compiler {
    /// Hashes a preset with those it inserts and the parts of the box file it depends on.
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

    /// Hash of all assignments and the parts of the box file they depend on.
    var assignmentsHash: UInt64? {
        guard let box = reader.boxHash, let assignments = reader.assignmentsHash else { return nil }
        return box.mixed(assignments)
    }
}
