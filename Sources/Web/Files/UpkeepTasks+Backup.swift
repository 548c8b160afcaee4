import CPlatform
import Compact
import Configuration
import Host
import Upkeep

// `GET backup.tar`, `POST restore` and `POST restore/ID` (E6, W15).
extension UpkeepTasks {
    func handleBackup(_ exchange: WebExchange) {
        if exchange.request.method != .get { return exchange.refuseMethod(allowing: "GET") }
        let name = "backup-\(freeNumber()).tar"
        begin("backup \(name)", for: exchange) { [self] news in
            defer { unlink("\(uploads)/\(name)") }
            if let refusal = UpkeepTasks.refusal(news) {
                // The archive is the box's own: nothing that was sent is at fault.
                return exchange.refuse(FileRefusal(409, refusal.code, refusal.message))
            }
            if exchange.isAnswered { return }
            let file = treadle_open_own_file("\(uploads)/\(name)")
            if file < 0 { return exchange.refuse(FileRefusal(409, "failed", "the archive cannot be read")) }
            var answer = WebAnswer(200)
            answer.headers = [
                .init("content-type", "application/x-tar"), .init("cache-control", "no-store"),
                .init("content-disposition", "attachment; filename=\"treadle-backup.tar\""),
            ]
            exchange.finish(.file(answer, descriptor: file, length: Int(treadle_disk_size(file))))
        }
    }

    func handleRestore(_ exchange: WebExchange, _ rest: [String]) {
        if rest.count > 1 { return exchange.refuse(.noResource) }
        if exchange.request.method != .post { return exchange.refuseMethod(allowing: "POST") }
        if isBusy { return exchange.refuse(UpkeepTasks.busy) }
        do throws(FileRefusal) {
            if let id = rest.first { try apply(id, exchange) } else { try checkArchive(exchange) }
        } catch {
            exchange.refuse(error)
        }
    }

    /// Checks an uploaded archive whole, and answers what restoring it would change.
    private func checkArchive(_ exchange: WebExchange) throws(FileRefusal) {
        guard let path = exchange.request.bodyFile else { throw .malformed("the body is no archive") }
        let archive = try UpkeepTasks.archive(path)
        let result = BackupCheck.compile(archive.files)
        if !result.isGood {
            var refusal = FileRefusal(422, "errors", "the configuration of the archive has errors")
            refusal.members = [UpkeepTasks.diagnostics(result.diagnostics)]
            throw refusal
        }
        let plan: RestorePlan
        do throws(BackupProblem) {
            plan = try RestorePlan(files: archive.files, into: files.folder)
        } catch {
            throw FileRefusal(409, "refused", error.message)
        }
        let id = freeNumber()
        if let restore { unlink("\(uploads)/\(restore.name)") }
        restore = nil
        let name = "restore-\(id).tar"
        if rename(path, "\(uploads)/\(name)") < 0 {
            throw FileRefusal(409, "failed", "the archive cannot be kept: \(String(cString: treadle_last_error()))")
        }
        restore = (id, name)
        exchange.answer(UpkeepTasks.listing(id, plan, result.diagnostics, leftOut: archive.leftOut))
    }

    private static func archive(_ path: String) throws(FileRefusal) -> BackupArchive {
        guard let bytes = upload(path) else { throw FileRefusal(409, "failed", "the upload cannot be read") }
        do throws(TarReader.Problem) {
            return try BackupArchive(bytes)
        } catch {
            throw FileRefusal(422, "bad-archive", error.message)
        }
    }

    /// Reads an upload into memory of its size. Memory that grows would take several times that.
    private static func upload(_ path: String) -> [UInt8]? {
        let file = treadle_open_own_file(path)
        if file < 0 { return nil }
        defer { close(file) }
        let size = treadle_disk_size(file)
        if size > UInt64(WebLimits.archiveBytes) { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes {
                pread(file, $0.baseAddress! + count, $0.count - count, off_t(count))
            }
            if got < 0 && treadle_errno() == EINTR { continue }
            if got <= 0 { return nil }
            count += got
        }
        return bytes
    }

    private static func diagnostics(_ diagnostics: Diagnostics) -> JSONMember {
        JSONMember(name: "diagnostics", value: .array(diagnostics.list.map { $0.json }))
    }

    private static func listing(
        _ id: Int, _ plan: RestorePlan, _ diagnostics: Diagnostics, leftOut: Int
    ) -> WebAnswer {
        var json = JSON()
        json.beginObject()
        json.member("id", id)
        json.objects("files", of: plan.effects) { json, item in
            json.member("path", item.name)
            let word =
                switch item.effect {
                case .same: "same"
                case .differs: "differs"
                case .new: "new"
                case .goes: "goes"
                }
            json.member("change", word)
        }
        json.list("diagnostics", of: diagnostics.list) { $1.write(to: &$0) }
        json.member("leftOut", leftOut)
        json.endObject()
        return .written(json)
    }

    /// Restores the archive that was checked under a number.
    private func apply(_ id: String, _ exchange: WebExchange) throws(FileRefusal) {
        guard let restore, Int(id) == restore.id else {
            throw FileRefusal(404, "no-such-archive", "no archive is waiting under this number")
        }
        if !files.present.isEmpty {
            throw FileRefusal(409, "drafts", "save or revert what is edited first; restoring replaces its files")
        }
        begin("restore \(restore.name)", for: exchange) { [self] news in
            unlink("\(uploads)/\(restore.name)")
            self.restore = nil
            if let refusal = UpkeepTasks.refusal(news) { return exchange.refuse(refusal) }
            exchange.answer(WebAnswer(204))
        }
    }
}
