import CPlatform
import Compact
import Host

/// Backups, restoring and updates (W15). The box does them by processes of their own, one at a time, and tells the end
/// by a line `upkeep …`, since they take longer than an answer may.
package final class UpkeepTasks {
    let files: FolderFiles
    /// The folder of uploads and of backups that the box has written.
    let uploads: String
    let link: BoxLink
    /// The uploaded backup that was checked and may be restored.
    var restore: (id: Int, name: String)?
    /// The uploaded update that was verified and may be installed.
    var update: Update?
    /// What `GET update` tells of the installation.
    var installation = Installation.none
    private var lastFile = 0
    /// Receives what the box tells of the task that runs; nil while none runs.
    private var running: ((News) -> Void)?

    /// What the box tells of a task.
    enum News {
        case progress(percent: Int)
        case done(String)
        /// The uploaded file is at fault.
        case refused(String)
        /// The box cannot do it now.
        case failed(String)
    }

    struct Update {
        var version: String
        /// `newer`, `same` or `older`.
        var relation: String
    }

    enum Installation {
        case none
        case writing(percent: Int)
        /// The machine restarts with the new version.
        case restarting
        case failed(String)
    }

    init(_ files: FolderFiles, uploads: String, _ link: BoxLink) {
        (self.files, self.uploads, self.link) = (files, uploads, link)
    }

    /// Removes the files of an earlier process, which nobody knows any more. On a disk they outlive a power cut.
    static func removeUploads(from folder: String) {
        let beginnings = [".upload-", "update.", "restore-", "backup-"]
        for name in FolderNames.all(in: folder) ?? []
        where beginnings.contains(where: { name.utf8.starts(with: $0.utf8) }) {
            unlink("\(folder)/\(name)")
        }
    }

    var isBusy: Bool { running != nil }

    /// Handles a line of the box about a task, without its first word `upkeep`.
    package func hear(_ line: String) {
        guard let running else { return }
        let words = line.split(separator: " ", maxSplits: 1)
        let text = words.count > 1 ? String(words[1]) : ""
        let news: News
        switch words.first {
        case "progress": return running(.progress(percent: Int(text) ?? 0))
        case "done": news = .done(text)
        case "refused": news = .refused(text)
        default: news = .failed(text)
        }
        self.running = nil
        running(news)
    }

    /// Asks the box to begin a task. Refuses the request if the box does not.
    ///
    /// - Parameters:
    ///   - began: called when the task has begun.
    ///   - then: receives what the box tells of the task, the end last.
    func begin(
        _ line: String, for exchange: WebExchange, began: @escaping () -> Void = {},
        then: @escaping (News) -> Void
    ) {
        if isBusy { return exchange.refuse(UpkeepTasks.busy) }
        running = then
        link.ask(
            line,
            then: { [self] answer in
                if answer.isOk { return began() }
                running = nil
                exchange.refuse(answer.kind == .missing ? .noAnswer : FileRefusal(409, "refused", answer.text))
            })
    }

    static let busy = FileRefusal(409, "busy", "a backup, a restoring or an update runs already")

    /// The refusal for a task that has ended without success; nil for others.
    static func refusal(_ news: News) -> FileRefusal? {
        switch news {
        case .progress, .done: nil
        case .refused(let text): FileRefusal(422, "refused", text)
        case .failed(let text): FileRefusal(409, "failed", text)
        }
    }

    /// A number that no other file in `uploads` has.
    func freeNumber() -> Int {
        lastFile += 1
        return lastFile
    }
}
