import Compact

/// The API's requests for files, presets and set lists, learning, backups and updates (docs/reference/API.md).
///
/// The box alone writes the configuration: each change goes to it as a request, with the new bytes in a file of the
/// folder `incoming` (W13).
package final class FilesAPI {
    let files: FolderFiles
    let check: FileCheck
    let link: BoxLink
    /// The folder in which the box finds edited files.
    let incoming: String
    let edits = EditQueue()
    let learning: WebLearning
    let upkeep: UpkeepTasks
    /// The number of the last file in `incoming`.
    private var lastFile = 0

    /// - Parameters:
    ///   - configuration: a folder with `box.yaml`, or a box file.
    ///   - drafts: the folder of the drafts, which the box writes.
    ///   - incoming: the folder of edits, which the box reads, and the page's process writes.
    ///   - uploads: the folder of uploads, as for edits, and of backups.
    package init(configuration: String, drafts: String, incoming: String, uploads: String, link: BoxLink) {
        (self.link, self.incoming) = (link, incoming)
        files = FolderFiles(configuration: configuration, drafts: drafts)
        check = FileCheck(files, link)
        learning = WebLearning(files, link)
        upkeep = UpkeepTasks(files, uploads: uploads, link)
    }

    /// Answers a request.
    ///
    /// - Parameter path: the parts of the path behind `/api/1/`: `files`, `presets`, `verse.yaml`.
    package func handle(_ exchange: WebExchange, _ path: [String]) {
        guard let first = path.first else { return exchange.refuse(.noResource) }
        let rest = Array(path.dropFirst())
        switch first {
        case "files": handleFiles(exchange, rest)
        case "check" where rest.isEmpty: post(exchange) { checkText(exchange) }
        case "presets" where rest.isEmpty: post(exchange) { changePresets(exchange) }
        case "setlists": handleSetLists(exchange, rest)
        case "learn": learning.handle(exchange, rest)
        case "backup.tar" where rest.isEmpty: upkeep.handleBackup(exchange)
        case "restore": upkeep.handleRestore(exchange, rest)
        case "update": upkeep.handleUpdate(exchange, rest)
        default: exchange.refuse(.noResource)
        }
    }

    private func post(_ exchange: WebExchange, _ body: () -> Void) {
        if exchange.request.method == .post { body() } else { exchange.refuseMethod(allowing: "POST") }
    }

    private func handleFiles(_ exchange: WebExchange, _ rest: [String]) {
        let method = exchange.request.method
        let isRead = method == .get || method == .head
        if rest.isEmpty { return isRead ? listFiles(exchange) : exchange.refuseMethod(allowing: "GET, HEAD") }
        // A part may be the decoded `%2F`, and then the joined path would be another one.
        if rest.contains(where: { $0.utf8.contains(UInt8(ascii: "/")) }) { return exchange.refuse(.noResource) }
        let path = rest.joined(separator: "/")
        switch method {
        case .get, .head: tellFile(exchange, path)
        case .patch: editFile(exchange, path)
        case .put: writeFile(exchange, path)
        case .post: chooseSide(exchange, path)
        default: exchange.refuseMethod(allowing: "GET, HEAD, PATCH, POST, PUT")
        }
    }

    /// A name for a new file in `incoming`, which no other file has.
    func freeName() -> String {
        lastFile += 1
        return "edit-\(lastFile)"
    }
}
