import CPlatform
import Configuration
import Host

// How drafts lie on the file system.
extension DraftFolder {
    /// Makes the folder, so that a child can be given access to it before the first draft.
    package mutating func prepare() throws(DraftProblem) {
        mkdir(path.folder, 0o755)
        mkdir(path, 0o755)
        if !isOwn { throw DraftProblem(.disk, "\(path) is not a folder of this user") }
        mkdir("\(path)/kept", 0o755)
        mkdir("\(path)/files", 0o755)
    }

    /// Whether the folder is no link and belongs to the box's user: beside a box file it may come from somebody else.
    var isOwn: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && Int32(status.st_mode) & S_IFMT == S_IFDIR && status.st_uid == geteuid()
    }

    func size(_ path: String) -> Int? {
        var status = stat()
        guard lstat(path, &status) == 0, Int32(status.st_mode) & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// The visible names in a folder of the drafts.
    func left(_ inner: String) -> [String] { FolderNames.visible(in: "\(path)/\(inner)") }

    mutating func readRow() -> DraftRow? {
        guard let (bytes, owner) = files.read(own: "\(path)/row"), owner == Int64(geteuid()) else { return nil }
        return DraftRow(bytes)
    }

    /// Writes a content. It counts once a row names it.
    mutating func keep(_ bytes: [UInt8], as content: Int) throws(DraftProblem) {
        do throws(SafeFiles<Calls>.Problem) {
            try files.write(bytes, to: place(of: content), within: path)
        } catch {
            throw DraftProblem(.disk, "\(path): \(error.message)")
        }
        sizes[content] = bytes.count
    }

    /// Makes a row the present one.
    mutating func commit(_ new: DraftRow) throws(DraftProblem) {
        do throws(SafeFiles<Calls>.Problem) {
            try files.write(Array(new.text.utf8), to: "\(path)/row")
        } catch {
            // The last call may have failed when the row was in its place already.
            if readRow() != new { throw DraftProblem(.disk, "\(path): \(error.message)") }
        }
        row = new
        show()
        tidy()
    }

    /// Brings `files` up to date. What cannot be written now is written by the next change.
    mutating func show() {
        for name in Array(shown.keys) where row.drafts[name] == nil {
            remove("files/\(name)")
            shown[name] = nil
        }
        for (name, draft) in row.drafts where shown[name] != draft.content {
            guard let bytes = read(draft.content) else { continue }
            makeFolders(of: name)
            if (try? files.write(bytes, to: "\(path)/files/\(name)", within: path)) != nil {
                shown[name] = draft.content
            }
        }
    }

    /// Finds out what an earlier box has shown. The contents are not known, so all are written anew.
    mutating func forgetShown() {
        for name in DraftFiles(folder: "\(path)/files").paths.keys { shown[name] = 0 }
    }

    /// Removes contents that the row does not need.
    mutating func tidy() {
        let needed = row.contents
        for content in Array(sizes.keys) where !needed.contains(content) {
            remove("kept/\(content)")
            sizes[content] = nil
        }
    }

    /// Removes a file of the folder, unless a link leads elsewhere.
    private mutating func remove(_ inner: String) {
        if !files.leadsOut("\(path)/\(inner)", of: path) { files.remove("\(path)/\(inner)") }
    }

    private func makeFolders(of name: String) {
        var folder = "\(path)/files"
        for part in name.utf8.split(separator: UInt8(ascii: "/")).dropLast() {
            folder += "/" + String(decoding: Array(part), as: UTF8.self)
            mkdir(folder, 0o755)
        }
    }
}
