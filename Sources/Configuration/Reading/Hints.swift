/// Finds what a configuration says at length although there is a word for it (`check --hints`).
///
/// Each hint is a note at the place where the repetition begins. Hints look at the YAML only, so that they also see
/// what has errors, and nothing else depends on them. A new word of the language brings a method here.
final class Hints {
    /// Equal parts of the files.
    struct Group {
        /// The first one.
        let place: Place
        /// The second one, where the note stands; nil while there is one only.
        var second: Place?
        var count = 1

        init(_ place: Place) { self.place = place }

        mutating func add(_ place: Place) {
            if second == nil { second = place }
            count += 1
        }
    }

    /// Equal routings, by their hash, in the order of the files.
    var routings: [Group] = []
    var routingNumbers: [Int: Int] = [:]
    /// Presets with equal routings.
    var alikePresets: [AlikePresets] = []
    var alikePresetNumbers: [Int: Int] = [:]
    /// Equal assignments of presets.
    var sharedAssignments: [SharedAssignment] = []
    var sharedAssignmentNumbers: [Int: Int] = [:]
    /// Assignments of the box that hold in one preset only.
    var boundAssignments: [BoundAssignment] = []
    /// What the assignments of the box listen to.
    var heard: Set<Int> = []
    var presetCount = 0
    var presetNames: [Int: String] = [:]

    func read(box root: YAMLNode, _ log: DiagnosticLog) {
        guard let assignments = root.entry("assignments")?.value else { return }
        read(assignments: assignments, log)
        read(actionsOf: assignments, log)
        read(controllersOf: assignments, log)
        read(incrementsIn: assignments, log)
        read(groupsIn: assignments, of: root, log)
        read(programsIn: assignments)
    }

    /// Reports what concerns several files.
    func finish(_ log: DiagnosticLog) {
        let reported = reportAlikePresets(log)
        reportRoutings(log, but: reported)
        reportSharedAssignments(log)
        reportBoundAssignments(log)
    }
}

extension YAMLNode {
    /// The entry of a key; nil if there is none, or the node is no mapping.
    func entry(_ key: Text) -> Entry? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }
    }

    /// A hash of the entries of a mapping but one, in any order, without their layout; nil if the node is no mapping.
    func hash(without key: Text? = nil) -> Int? {
        guard case .mapping(let entries) = content else { return nil }
        var sum = 0
        for entry in entries where entry.key != key {
            var hasher = Hasher()
            hasher.combine(entry.key)
            entry.value.hash(into: &hasher)
            sum &+= hasher.finalize()
        }
        return sum
    }

    func hash(into hasher: inout Hasher) {
        switch content {
        case .scalar(let text, _): hasher.combine(text)
        case .sequence(let items):
            hasher.combine(items.count)
            for item in items { item.hash(into: &hasher) }
        case .mapping: hasher.combine(hash())
        }
    }

    /// The nodes of a list; none if the node is no list.
    var items: UnsafeBufferPointer<YAMLNode> {
        if case .sequence(let items) = content { return items }
        return UnsafeBufferPointer(start: nil, count: 0)
    }
}
