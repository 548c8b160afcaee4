import CPlatform
import Configuration
import Host
import Loop
import Plan
import Upkeep

/// What drafts have become.
enum DraftOutcome: String {
    case inForce = "in-force"
    /// The drafts have errors: the box goes on with the last configuration that has none.
    case errors
    /// The drafts have no errors and need a new start (E1).
    case restart
}

// W13: whole files are edited in drafts, which are laid over the configuration.
extension RunningConfiguration {
    /// Takes the drafts that an earlier box has left. Called before the loop starts.
    ///
    /// - Parameter incoming: the folder from which edits are taken.
    func begin(_ drafts: DraftFolder<SystemCalls>, incoming: String) {
        self.drafts = drafts
        page.incoming = incoming
        layDrafts()
        if !drafts.isInForce, case .failure(let found) = Configuration.load(path: path, drafts: drafts.newest) {
            page.isFaulty(found, path: path)
        }
        tellUnsaved()
    }

    /// Makes or changes drafts, as one step.
    func put(_ files: [DraftRequest.File], by: String) throws(DraftProblem) -> DraftOutcome {
        guard let folder = page.incoming else { throw DraftProblem(.unavailable, "the box takes no drafts") }
        defer { for file in files where DraftName.isPlain(file.incoming) { unlink("\(folder)/\(file.incoming)") } }
        var edits: [DraftFolder<SystemCalls>.Edit] = []
        for file in files {
            try checkPlace(file.name)
            try checkHash(file)
            edits.append(.init(name: file.name, bytes: try text(of: file, in: folder), base: diskHash(file.name)))
        }
        try keepLearnt()
        // A learnt value may have changed a file that is edited.
        for file in files { try checkHash(file) }
        try drafts.put(edits)
        return adoptDrafts(files.map { $0.name }, by: by)
    }

    /// Goes back a step: the newest learnt value, else the newest step of drafts.
    func undoDraft(by: String) throws(DraftProblem) -> DraftOutcome {
        // Drafts take learnt values in, so those that are left are newer than all drafts.
        if let number = learning.learnt.newestStep {
            undoLearnt(number)
            return drafts.isInForce ? .inForce : .errors
        }
        return adoptDrafts(try drafts.undo(), by: by)
    }

    /// Drops all drafts as one step, and what was changed by hand in the running preset (P5).
    func revertDrafts(by: String) throws(DraftProblem) -> DraftOutcome {
        if drafts.isEmpty {
            link.tell(.perform(.revert))
            return .inForce
        }
        try keepLearnt()
        link.tell(.perform(.revert))
        let names = drafts.names
        try drafts.drop(names)
        return adoptDrafts(names, by: by)
    }

    /// Drops a draft, or lets it stand over its file as it is on disk now.
    func chooseSide(_ side: DraftRequest.Side, _ name: String, by: String) throws(DraftProblem) -> DraftOutcome {
        if !drafts.hasDraft(name) { throw DraftProblem(.nothing, "\(name.visible) has no draft") }
        try keepLearnt()
        switch side {
        case .disk: try drafts.drop([name])
        case .draft: try drafts.rebase(name, on: diskHash(name))
        }
        return adoptDrafts([name], by: by)
    }
}

// MARK: - In force

extension RunningConfiguration {
    /// Reads the configuration with the newest drafts, and runs it if it has no errors (E1).
    func adoptDrafts(_ names: [String], by: String) -> DraftOutcome {
        page.changed(names, by: by)
        defer { tellUnsaved() }
        switch readNewest() {
        case .failure(let problem):
            // A value that is being learnt could not become a draft besides one that is not in force.
            perform(learning.forgetAll())
            return problem.outcome
        case .success(let new):
            adopt(new)
            return .inForce
        }
    }

    /// Brings drafts in force that have no errors any more, because files on disk have changed. The caller reads the
    /// configuration.
    func bringDraftsInForce() {
        if !drafts.isInForce { _ = readNewest() }
    }

    private struct NotInForce: Error {
        var outcome: DraftOutcome
    }

    /// Reads the configuration with the newest drafts. They are in force for all further readings if they have no
    /// errors.
    private func readNewest() -> Result<CompiledConfiguration, NotInForce> {
        page.needsRestart = false
        switch Configuration.load(path: path, knownGroups: knownGroups, drafts: drafts.newest) {
        case .failure(let diagnostics):
            page.isFaulty(diagnostics, path: path)
            return .failure(NotInForce(outcome: .errors))
        case .success(let new):
            page.isGood()
            new.forgetDiagnostics()
            guard new.box.hasSameHardware(as: current.box) else {
                page.needsRestart = true
                return .failure(NotInForce(outcome: .restart))
            }
            do throws(DraftProblem) {
                try drafts.bringInForce()
            } catch {
                complain(error.message)
                return .failure(NotInForce(outcome: .errors))
            }
            layDrafts()
            return .success(new)
        }
    }

    /// Lets values be learnt over the drafts in force.
    func layDrafts() { learning.lay(drafts.inForce, path: path) }

    /// Tells the loop whether drafts are not saved, so that the display shows `*` (P5). Called after each command that
    /// makes the loop forget that.
    func tellUnsaved() {
        if !drafts.isEmpty {
            link.tell(.unsaved(true, preset: .none))
            page.hasToldDrafts = true
        } else if page.hasToldDrafts {
            page.hasToldDrafts = false
            link.tell(.unsaved(false, preset: .none))
            for preset in current.plan.pointee.presets.indices where learning.learnt.isLearnt(running: preset) {
                link.tell(.unsaved(true, preset: preset))
            }
        }
    }
}

// MARK: - Values that are made on the box

extension RunningConfiguration {
    /// Writes learnt values that are not saved into drafts, as a step of their own: a reading of the files would lose
    /// them.
    private func keepLearnt() throws(DraftProblem) {
        if learning.learnt.isEmpty { return }
        do throws(LearnPlace.Problem) {
            let files = try learning.learnt.files(asRead: hashes).map { (name: $0.name, new: $0.new) }
            try addStep(files)
        } catch {
            throw DraftProblem(.unavailable, "a learnt value is not saved yet: \(error.message)")
        }
        perform(learning.forgetAll())
    }

    /// Writes values of the box into the drafts of their files, as one step. Files without a draft are left to the
    /// caller. Throws if a file has a draft that is not in force.
    func addToDrafts(_ files: [(name: String, new: [UInt8])]) throws(LearnPlace.Problem) {
        if let other = files.first(where: { !drafts.isInForce($0.name) }) {
            throw LearnPlace.Problem(message: "\(other.name) has a draft that is not in force")
        }
        let drafted = files.filter { drafts.hasDraft($0.name) }
        if !drafted.isEmpty { try addStep(drafted) }
    }

    /// Makes drafts of what runs already.
    private func addStep(_ files: [(name: String, new: [UInt8])]) throws(LearnPlace.Problem) {
        do throws(DraftProblem) {
            try drafts.put(files.map { .init(name: $0.name, bytes: $0.new, base: diskHash($0.name)) })
            try drafts.bringInForce(files.map { $0.name })
        } catch {
            throw LearnPlace.Problem(message: error.message)
        }
        for file in files { hashes[file.name] = FileEditing.hash(of: file.new) }
        layDrafts()
        page.changed(files.map { $0.name }, by: "")
        tellUnsaved()
    }
}
