import Configuration

/// The drafts of a configuration, and the steps that have made them (W13). Contents are files of their own, and stand
/// here as numbers.
struct DraftRow: Equatable {
    struct Draft: Equatable {
        var content: Int
        /// The hash of the file on disk from which the draft began; nil: there was none.
        var base: UInt64?
    }

    /// A file that a step has changed.
    struct Change: Equatable {
        var name: String
        /// The draft before the step; nil: the file had none.
        var before: Draft?
    }

    /// The path of the box file to which the drafts belong.
    let box: String
    /// The number of changes so far.
    var revision = 0
    /// The number of the next content.
    var next = 1
    /// The drafts by name, relative to the box file.
    var drafts: [String: Draft] = [:]
    /// The contents that are in force, by name: those of the last configuration without errors.
    var inForce: [String: Int] = [:]
    /// The newest step is last.
    var steps: [[Change]] = []

    init(box: String) { self.box = box }

    /// The names of the drafts, in the order of their bytes.
    var names: [String] {
        var names = Array(drafts.keys)
        sortByBytes(&names)
        return names
    }

    /// The numbers of all contents that the row needs.
    var contents: Set<Int> {
        var contents = Set(inForce.values)
        for draft in drafts.values { contents.insert(draft.content) }
        for step in steps {
            for change in step { if let before = change.before { contents.insert(before.content) } }
        }
        return contents
    }
}

// MARK: - As a file

extension DraftRow {
    private static var head: String { "treadle draft 1" }

    /// The row as lines, each of them a word, its values and at last a name.
    var text: String {
        var text = "\(DraftRow.head)\nbox \(box)\ncount \(revision) \(next)\n"
        func line(_ word: String, _ draft: Draft, _ name: String) {
            text += "\(word) \(draft.content) \(DraftName.text(draft.base)) \(name)\n"
        }
        for name in names { if let draft = drafts[name] { line("draft", draft, name) } }
        var names = Array(inForce.keys)
        sortByBytes(&names)
        for name in names { text += "force \(inForce[name] ?? 0) \(name)\n" }
        for step in steps {
            text += "step\n"
            for change in step {
                if let before = change.before {
                    line("was", before, change.name)
                } else {
                    text += "none \(change.name)\n"
                }
            }
        }
        return text
    }

    /// Reads a row; nil if it is damaged.
    init?(_ text: [UInt8]) {
        var lines = text.split(separator: 10)[...]
        guard text.last == 10, lines.popFirst()?.elementsEqual(DraftRow.head.utf8) == true,
            let box = lines.popFirst(), box.starts(with: "box ".utf8)
        else { return nil }
        self.init(box: String(decoding: box.dropFirst(4), as: UTF8.self))
        for line in lines { if !read(line) { return nil } }
    }

    private mutating func read(_ line: ArraySlice<UInt8>) -> Bool {
        var words = Words(rest: line)
        switch words.next() {
        case "count":
            guard let revision = words.number(), let next = words.number() else { return false }
            (self.revision, self.next) = (revision, next)
        case "draft":
            guard let draft = words.draft(), let name = words.name() else { return false }
            drafts[name] = draft
        case "force":
            guard let content = words.number(), let name = words.name() else { return false }
            inForce[name] = content
        case "step": steps.append([])
        case "was":
            guard let draft = words.draft(), let name = words.name(), !steps.isEmpty else { return false }
            steps[steps.count - 1].append(Change(name: name, before: draft))
        case "none":
            guard let name = words.name(), !steps.isEmpty else { return false }
            steps[steps.count - 1].append(Change(name: name, before: nil))
        default: return false
        }
        return true
    }

    /// The words of a line, whose last one is the rest.
    private struct Words {
        var rest: ArraySlice<UInt8>

        mutating func next() -> String { String(decoding: word(), as: UTF8.self) }

        private mutating func word() -> ArraySlice<UInt8> {
            let end = rest.firstIndex(of: 32) ?? rest.endIndex
            defer { rest = rest[end...].dropFirst() }
            return rest[..<end]
        }

        /// A whole number from 0.
        mutating func number() -> Int? {
            guard let number = Int(next()), number >= 0 else { return nil }
            return number
        }

        mutating func draft() -> Draft? {
            guard let content = number(), let base = DraftName.hash(word()) else { return nil }
            return Draft(content: content, base: base)
        }

        /// The rest, if it may be the name of a draft.
        func name() -> String? {
            let name = String(decoding: rest, as: UTF8.self)
            return DraftName.isAllowed(name) ? name : nil
        }
    }
}
