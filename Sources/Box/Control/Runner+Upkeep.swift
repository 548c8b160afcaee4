import Configuration
import Host
import Upkeep

// W15: backups, restoring and updates for the page's process.
extension Runner {
    /// Begins a task for the page's process, which is told its end by a line `upkeep …`.
    func begin(_ request: UpkeepRequest, for client: ControlClient) -> String {
        guard client.isPage, let uploads else { return "error the box has no page" }
        let folder = StateFolder.folder(of: running.path)
        switch request {
        case .backup(let name):
            return begin(archives.start("backup", "\(uploads)/\(name)", folder) { self.tell($0, to: client) })
        case .restore(let name):
            let problem = archives.start("restore", "\(uploads)/\(name)", folder) { outcome in
                // A reload that fails says why; the files are restored all the same.
                if outcome == .done { self.running.reload() }
                self.tell(outcome, to: client)
            }
            return begin(problem)
        case .checkUpdate(let name):
            return beginUpdate(client) { update.look(at: "\(uploads)/\(name)") }
        case .installUpdate(let name, let allowsOlder):
            return beginUpdate(client) {
                update.install(from: "\(uploads)/\(name)", allowsDowngrade: allowsOlder, ports: openPorts)
            }
        }
    }

    private func begin(_ problem: String?) -> String { problem.map { "error \($0)" } ?? "ok" }

    private func beginUpdate(_ client: ControlClient, _ start: () -> Bool) -> String {
        // This machine is no board, or is a board without a card.
        if ImageFacts.disk == nil { return "error \(UpdateProblem.noDisk.message)" }
        if !start() { return "error an update runs already" }
        if case .refused(let words) = update.state { return "error \(update.fault ?? words)" }
        updateAnswer = { _ in self.tellUpdate(to: client) }
        return "ok"
    }

    private func tell(_ outcome: ArchiveControl.Outcome, to client: ControlClient) {
        switch outcome {
        case .done: tell("done", to: client)
        case .refused(let why): tell("refused \(why)", to: client)
        case .failed(let why): tell("failed \(why)", to: client)
        }
    }

    private func tellUpdate(to client: ControlClient) {
        switch update.state {
        case .idle, .looking, .nothing, .committed: break
        case .found(let version, let age): tell("done \(version.text) \(age.rawValue)", to: client)
        case .writing(let percent): tell("progress \(percent)", to: client)
        // What is no fault of the file has no fault of its own, such as a trial that still runs.
        case .refused(let words):
            tell(update.fault.map { "refused \($0)" } ?? "failed \(words)", to: client)
        case .armed: tell("done", to: client)
        }
    }

    private func tell(_ news: String, to client: ControlClient) {
        client.reply("upkeep \(news)")
        client.flush()
    }
}
