import Plan

extension Hints {
    /// The size up to which an assignment is written out.
    static let shownSize = 60

    /// An assignment that several presets have.
    struct SharedAssignment {
        var group: Group
        /// What it listens to.
        let listening: Int
        /// Whether it is the same as an assignment of the box: nothing of it begins anew with a load.
        let fitsBox: Bool
        let typed: String
    }

    /// Reads the assignments of a preset (A5): what has a shorter form there, and what other presets have too.
    func read(assignmentsOfPreset assignments: YAMLNode, _ log: DiagnosticLog) {
        read(assignments: assignments, log)
        read(actionsOf: assignments, log)
        read(controllersOf: assignments, log)
        var seen: Set<Int> = []
        for item in assignments.items.prefix(Limits.assignmentsOfPreset) {
            guard let hash = item.hash(), seen.insert(hash).inserted else { continue }
            if let number = sharedAssignmentNumbers[hash] {
                sharedAssignments[number].group.add(item.place)
                continue
            }
            sharedAssignmentNumbers[hash] = sharedAssignments.count
            let own: [Text] = ["mode", "conditions", "also"]
            sharedAssignments.append(
                SharedAssignment(
                    group: Group(item.place), listening: item.listening,
                    fitsBox: own.allSatisfy { item.entry($0) == nil }, typed: item.inBraces()))
        }
    }

    func reportSharedAssignments(_ log: DiagnosticLog) {
        for shared in sharedAssignments {
            guard let place = shared.group.second else { continue }
            let (count, first) = (shared.group.count, shared.group.place)
            let isOfAll = count == presetCount && shared.fitsBox && !heard.contains(shared.listening)
            if !isOfAll && count < Hints.worthInserting { continue }
            let who = isOfAll ? "the box" : "a preset without a number, which they `insert`,"
            log.note(
                place,
                "\(isOfAll ? "all " : "")\(count) presets have this assignment, first in \(log.name(of: first.file)):"
                    + "\(first.line); \(who) says it once: `assignments: [\(shared.typed)]`")
        }
    }
}

extension YAMLNode {
    /// A hash of what an assignment listens to: source, channel and controller.
    var listening: Int {
        var hasher = Hasher()
        for key in ["from", "channel", "controller"] as [Text] {
            hasher.combine(key)
            entry(key)?.value.hash(into: &hasher)
        }
        return hasher.finalize()
    }

    /// The node as it is typed in braces and brackets, without one of its entries; `{ … }` if it is long.
    func inBraces(without key: Text? = nil, adding last: String = "") -> String {
        size > Hints.shownSize ? "{ … }" : short(without: key, adding: last)
    }

    /// The number of scalars, lists and mappings.
    private var size: Int {
        switch content {
        case .scalar: return 1
        case .sequence(let items): return items.reduce(1) { $0 + $1.size }
        case .mapping(let entries): return entries.reduce(1) { $0 + $1.value.size }
        }
    }

    private func short(without key: Text? = nil, adding last: String = "") -> String {
        switch content {
        case .scalar(let text, let quoted):
            // What begins with such a sign is no plain text of YAML.
            let needsQuotes = text.first.map { Array("<>=&*!|%@`?-".utf8).contains($0) } ?? true
            return quoted && needsQuotes ? "\"\(clipped(text))\"" : typed
        case .sequence(let items): return "[\(items.map { $0.short() }.joined(separator: ", "))]"
        case .mapping(let entries):
            let kept = entries.filter { $0.key != key }.map { "\($0.key): \($0.value.short())" }
            return "{ \((last.isEmpty ? kept : kept + [last]).joined(separator: ", ")) }"
        }
    }
}
