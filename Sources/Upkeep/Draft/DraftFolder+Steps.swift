// Changes of drafts. Each is done as a whole or not at all; then it throws.
extension DraftFolder {
    /// New content of a file.
    package struct Edit {
        package let name: String
        package let bytes: [UInt8]
        /// The hash of the file on disk, nil for a new file. Only the first edit of a file begins its draft with it.
        package let base: UInt64?

        package init(name: String, bytes: [UInt8], base: UInt64?) {
            (self.name, self.bytes, self.base) = (name, bytes, base)
        }
    }

    /// Makes or changes drafts, as one step.
    package mutating func put(_ edits: [Edit]) throws(DraftProblem) {
        var new = row
        var step: [DraftRow.Change] = []
        var contents: [Int] = []
        for edit in edits {
            let before = new.drafts[edit.name]
            if !step.contains(where: { $0.name == edit.name }) {
                step.append(DraftRow.Change(name: edit.name, before: before))
            }
            let base = before.map { $0.base } ?? edit.base
            new.drafts[edit.name] = DraftRow.Draft(content: new.next, base: base)
            contents.append(new.next)
            new.next += 1
        }
        if new.drafts.count > UpkeepLimits.draftFiles {
            throw DraftProblem(
                .limit, "over the limit `draftFiles`: at most \(UpkeepLimits.draftFiles) files have drafts")
        }
        new.add(step)
        var newSizes = sizes
        for (content, edit) in zip(contents, edits) { newSizes[content] = edit.bytes.count }
        try makeRoom(in: &new, newSizes)
        try prepare()
        // Numbers of a change that fails are not given again, since its contents may have been written.
        row.next = new.next
        for (content, edit) in zip(contents, edits) { try keep(edit.bytes, as: content) }
        new.revision += 1
        try commit(new)
    }

    /// Takes the newest step back. Returns the names of its files.
    package mutating func undo() throws(DraftProblem) -> [String] {
        var new = row
        guard let step = new.steps.popLast() else { throw DraftProblem(.nothing, "there is nothing to undo") }
        for change in step { new.drafts[change.name] = change.before }
        new.revision += 1
        try commit(new)
        return step.map { $0.name }
    }

    /// Drops drafts, as one step.
    package mutating func drop(_ names: [String]) throws(DraftProblem) {
        var new = row
        var step: [DraftRow.Change] = []
        for name in names {
            guard let before = new.drafts[name] else { continue }
            step.append(DraftRow.Change(name: name, before: before))
            new.drafts[name] = nil
        }
        if step.isEmpty { throw DraftProblem(.nothing, "there is no draft") }
        new.add(step)
        new.revision += 1
        try commit(new)
    }

    /// Forgets drafts that are in their files now. No step goes back behind them.
    package mutating func settle(_ names: [String]) throws(DraftProblem) {
        var new = row
        for name in names {
            new.drafts[name] = nil
            new.inForce[name] = nil
        }
        new.steps = []
        new.revision += 1
        try commit(new)
    }

    /// Records that all drafts are in force.
    package mutating func bringInForce() throws(DraftProblem) {
        if isInForce { return }
        var new = row
        new.inForce = new.drafts.mapValues { $0.content }
        try commit(new)
    }

    /// Records that the drafts of some files are in force.
    package mutating func bringInForce(_ names: [String]) throws(DraftProblem) {
        var new = row
        for name in names { new.inForce[name] = new.drafts[name]?.content }
        try commit(new)
    }

    /// Records that no draft is in force, because the files on disk run without them.
    package mutating func clearInForce() throws(DraftProblem) {
        if row.inForce.isEmpty { return }
        var new = row
        new.inForce = [:]
        try commit(new)
    }

    /// Lets a draft stand over the file as it is on disk now.
    ///
    /// - Parameter base: the hash of that file; nil: there is none.
    package mutating func rebase(_ name: String, on base: UInt64?) throws(DraftProblem) {
        var new = row
        new.drafts[name]?.base = base
        for step in new.steps.indices {
            for index in new.steps[step].indices where new.steps[step][index].name == name {
                new.steps[step][index].before?.base = base
            }
        }
        new.revision += 1
        try commit(new)
    }

    /// Drops the oldest steps until all contents are below the limit.
    private func makeRoom(in row: inout DraftRow, _ sizes: [Int: Int]) throws(DraftProblem) {
        while row.contents.reduce(0, { $0 + (sizes[$1] ?? 0) }) > UpkeepLimits.draftBytes {
            if row.steps.count > 1 {
                row.steps.removeFirst()
            } else {
                throw DraftProblem(.limit, "over the limit `draftBytes`: at most \(UpkeepLimits.draftBytes) bytes")
            }
        }
    }
}

extension DraftRow {
    /// Adds a step, for which the oldest goes when all are taken.
    fileprivate mutating func add(_ step: [Change]) {
        steps.append(step)
        if steps.count > UpkeepLimits.draftSteps { steps.removeFirst() }
    }
}
