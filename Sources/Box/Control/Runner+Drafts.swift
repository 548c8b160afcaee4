import Configuration
import Loop
import Plan
import Upkeep

// Requests about drafts (W13) and presets (W14). Each is answered when the loop runs what it has made.
extension Runner {
    /// Answers a request about drafts; nil if the answer follows later.
    func answer(_ request: DraftRequest, to client: ControlClient) -> String? {
        do throws(DraftProblem) {
            let outcome: DraftOutcome
            switch request {
            case .put(let files, let by): outcome = try running.put(files, by: Runner.shown(by))
            case .save(let by):
                saveDrafts(by: Runner.shown(by), for: client)
                return nil
            case .revert(let by): outcome = try running.revertDrafts(by: Runner.shown(by))
            case .undo(let by): outcome = try running.undoDraft(by: Runner.shown(by))
            case .take(let side, let name, let by):
                outcome = try running.chooseSide(side, name, by: Runner.shown(by))
            }
            tellFiles()
            client.delayAnswer()
            link.afterwards { client.replyLate(["ok \(outcome.rawValue)"]) }
            return nil
        } catch {
            tellFiles()
            return "error \(error.code.rawValue) \(error.message.visible)"
        }
    }

    /// Saves what was changed on the box and all drafts, as the display's `Save` does.
    private func saveDrafts(by: String, for client: ControlClient) {
        running.said = RunningConfiguration.Said()
        (running.saver, running.saved) = (by, nil)
        link.tell(.perform(.save))
        client.delayAnswer()
        link.afterwards { [self] in
            let saved = running.takeSaved() ?? running.saveDrafts(by: by)
            running.saver = ""
            let said = running.takeSaid()
            var lines = Array(said.dropLast())
            for left in saved.left { lines.append("! \(left.problem.code.rawValue) \(Runner.quoted(left.name))") }
            if let left = saved.left.first {
                let (code, why) = (left.problem.code.rawValue, left.problem.message.visible)
                lines.append("error \(code) \(left.name.visible): \(why)")
            } else if let problem = said.last, problem != "ok" {
                lines.append("error unavailable \(BoxConnection.split(problem).rest)")
            } else {
                lines.append("ok")
            }
            tellFiles()
            client.replyLate(lines)
        }
    }

    /// Tells clients that follow the state which files have changed, and who has edited them (W10):
    ///
    ///     files "iPhone, Safari" "presets/chorus.yaml"
    func tellFiles() {
        for change in running.page.takeChanges() {
            let names = change.names.map { Runner.quoted($0) }.joined(separator: " ")
            for client in clients.server?.clients ?? [] where client.followed != nil {
                client.answer("files \(Runner.quoted(change.by)) \(names)")
                client.flush()
            }
        }
    }

    /// The drafts for the state of the box.
    func addDrafts(to state: inout StateObject) {
        let drafts = running.drafts
        var object = StateObject()
        object.add("files", drafts.names)
        object.add("undo", drafts.stepCount + (running.learning.learnt.newestStep == nil ? 0 : 1))
        object.add("revision", drafts.revision)
        if running.page.needsRestart { object.add("restart", true) }
        state.add("draft", object.value)
        state.add("faults", running.page.faults)
    }

    /// A text as a word of the script, which is in quotes.
    static func quoted(_ text: String) -> String {
        var bytes = [UInt8(ascii: "\"")]
        for byte in text.visible.utf8 {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
    }

    /// The name of a browser, without what a terminal would obey.
    static func shown(_ name: String) -> String {
        let scalars = name.visible.unicodeScalars
        var shown = ""
        for scalar in scalars.prefix(BoxLimits.browserName) { shown.unicodeScalars.append(scalar) }
        return shown
    }
}

// MARK: - Presets

extension Runner {
    /// Answers a request that edits presets; nil if the answer follows later.
    func answer(_ request: PresetRequest, by: String, to client: ControlClient) -> String? {
        do throws(PresetEditing.Problem) {
            let number = try running.edit(request, by: by)
            tellFiles()
            client.delayAnswer()
            link.afterwards { client.replyLate(["ok \(number)"]) }
            return nil
        } catch {
            return "error \(error.short): \(error.message.visible)"
        }
    }
}
