import CPlatform
import Host
import Upkeep

/// A folder with files that a command makes for the user. It must be new or empty, so that nothing is overwritten.
struct NewFolder {
    struct File {
        /// The name relative to the folder, with at most one folder in it: `presets/1-split.yaml`.
        var name: String
        var bytes: [UInt8]
    }

    struct Problem: Error {
        var message: String
    }

    /// The path of the folder, without a slash at its end.
    let path: String

    /// Makes a folder, or takes an empty one, and writes files into it.
    init(at path: String, _ files: [File]) throws(Problem) {
        self.path = path.withoutSlashAtEnd
        if let names = FolderNames.all(in: self.path) {
            if let name = names.first(where: { $0 != "." && $0 != ".." }) {
                throw Problem(message: "\(self.path) is not empty: `\(name)` is there; name a new or an empty folder")
            }
        } else {
            try NewFolder.make(self.path)
        }
        for file in files { try write(file) }
    }

    /// Makes a temporary folder with files, which only this user may read.
    init(temporary files: [File]) throws(Problem) {
        let parent = getenv("TMPDIR").map { String(cString: $0).withoutSlashAtEnd } ?? "/tmp"
        var template = Array("\(parent)/treadle-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw NewFolder.problem(parent) }
        path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        for file in files { try write(file) }
    }

    private func write(_ file: File) throws(Problem) {
        let place = "\(path)/\(file.name)"
        if place.folder != path && access(place.folder, F_OK) < 0 { try NewFolder.make(place.folder) }
        var writer = SafeFiles(SystemCalls())
        do throws(SafeFiles<SystemCalls>.Problem) {
            try writer.write(file.bytes, to: place, within: path)
        } catch {
            throw Problem(message: "\(place): \(error.message)")
        }
    }

    private static func make(_ folder: String) throws(Problem) {
        if mkdir(folder, 0o755) < 0 { throw problem(folder) }
    }

    private static func problem(_ place: String) -> Problem {
        Problem(message: "\(place): \(String(cString: treadle_error_message(treadle_errno())))")
    }

    /// Removes the folder with everything in it.
    func remove() { NewFolder.remove(path) }

    private static func remove(_ folder: String) {
        for name in FolderNames.all(in: folder) ?? [] where name != "." && name != ".." {
            // A link to a folder is removed, not followed.
            if unlink("\(folder)/\(name)") < 0 { remove("\(folder)/\(name)") }
        }
        rmdir(folder)
    }
}
