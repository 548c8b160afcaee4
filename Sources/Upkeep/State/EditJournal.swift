import CPlatform
import Configuration
import Host

/// The journal of an edit that changes several files: one file with all of them, written before the first is replaced
/// (M12).
///
/// After a power cut the next start finishes the edit, so the configuration is never half old and half new. The folder,
/// with a journal in it, may come from somebody else: so a journal changes only files that the configuration reads,
/// and, unless it belongs to the box's own user, only files of its owner.
package struct EditJournal<Calls: FileCalls> {
    private var files: SafeFiles<Calls>
    /// The folder of the box file, to which the names of the files are relative.
    private let folder: String
    private let box: String
    private let path: String

    private struct File {
        var name: String
        /// Nil for a new file.
        var old: [UInt8]?
        var new: [UInt8]
    }

    /// - Parameters:
    ///   - folder: the folder of the configuration.
    ///   - box: the name of the box file in it.
    package init(in folder: String, box: String = BackedUp.box, _ calls: Calls) {
        (self.folder, self.box) = (folder, box)
        path = "\(folder)/.treadle-edit"
        files = SafeFiles(calls)
    }

    private static var head: String { "treadle edit 1\n" }

    /// Writes all files of an edit, then replaces each (E4). If a file cannot be replaced, the files before it get
    /// their old contents again.
    package mutating func replace(_ changes: [PresetEditing.Change]) throws(SafeFiles<Calls>.Problem) {
        let all = changes.map { File(name: $0.name, old: $0.old, new: $0.new ?? []) }
        var text = Array(EditJournal.head.utf8)
        for file in all {
            let old = file.old.map { "\($0.count)" } ?? "-"
            text += Array("\(file.name)\n\(old) \(file.new.count)\n".utf8) + (file.old ?? []) + file.new
        }
        try files.write(text, to: path, like: box)
        for (index, file) in all.enumerated() {
            do throws(SafeFiles<Calls>.Problem) {
                try replace(file.name, file.old, by: file.new)
            } catch {
                for done in all[..<index] { try restore(done) }
                files.remove(path)
                throw error
            }
        }
        files.remove(path)
    }

    /// Gives a file its old contents again.
    private mutating func restore(_ file: File) throws(SafeFiles<Calls>.Problem) {
        if let old = file.old { return try replace(file.name, file.new, by: old) }
        files.remove("\(folder)/\(file.name)")
    }

    /// Finishes an edit that a power cut has interrupted. A file that has neither its old nor its new contents was
    /// changed by somebody since, and stays as it is.
    package mutating func finish() {
        guard let journal = files.read(own: path) else { return }
        let edit = EditJournal.read(journal.bytes)
        if let other = edit.first(where: { !isOfConfiguration($0.name) }) {
            return give(up: "it names `\(other.name)`, which is no file of the configuration")
        }
        let paths = edit.map { "\(folder)/\($0.name)" }
        let now = paths.map { files.read($0, within: folder) }
        if journal.owner != Int64(geteuid()) {
            if now.contains(where: { $0.map { $0.owner != journal.owner } ?? false }) {
                return give(up: "it belongs to somebody else than the files that it names")
            }
            if edit.contains(where: { $0.old == nil }) {
                return give(up: "it makes a file and belongs to somebody else")
            }
        }
        for (index, file) in edit.enumerated() where now[index]?.bytes == file.old {
            do throws(SafeFiles<Calls>.Problem) {
                try replace(file.name, file.old, by: file.new)
            } catch {
                return Console.error("treadle: \(paths[index]): \(error.message)\n")
            }
        }
        files.remove(path)
    }

    private mutating func replace(
        _ name: String, _ old: [UInt8]?, by new: [UInt8]
    ) throws(SafeFiles<Calls>.Problem) {
        let path = "\(folder)/\(name)"
        if let old { return try files.replace(path, old, by: new, within: folder) }
        if files.read(path, within: folder) != nil { throw .changed }
        mkdir(path.folder, 0o755)
        try files.write(new, to: path, within: folder)
    }

    private mutating func give(up why: String) {
        Console.error("treadle: \(path) is not used: \(why)\n")
        files.remove(path)
    }

    /// Whether a name is that of the box file, or of a preset in `presets`.
    package func isOfConfiguration(_ name: String) -> Bool {
        name == box || BackedUp.isPreset(name) && name.utf8.allSatisfy { $0 >= 32 && $0 != 127 }
    }

    /// Reads the files of a journal; none if it is damaged.
    private static func read(_ text: [UInt8]) -> [File] {
        var rest = text[...]
        func line() -> ArraySlice<UInt8>? {
            guard let end = rest.firstIndex(of: 10) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return rest[..<end]
        }
        guard let first = line(), first.elementsEqual(head.utf8.dropLast()) else { return [] }
        var files: [File] = []
        while let name = line() {
            let counts = line()?.split(separator: 32) ?? []
            guard counts.count == 2, let new = count(counts[1]) else { return [] }
            let isNew = counts[0].elementsEqual("-".utf8)
            guard let old = isNew ? 0 : count(counts[0]), rest.count >= old + new else { return [] }
            let (middle, end) = (rest.startIndex + old, rest.startIndex + old + new)
            let file = File(
                name: String(decoding: name, as: UTF8.self), old: isNew ? nil : Array(rest[..<middle]),
                new: Array(rest[middle..<end]))
            files.append(file)
            rest = rest[end...]
        }
        return files
    }

    private static func count(_ digits: ArraySlice<UInt8>) -> Int? {
        let count = Int(String(decoding: digits, as: UTF8.self)) ?? -1
        return 0...Configuration.mostBytes ~= count ? count : nil
    }
}
