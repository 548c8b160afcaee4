import CPlatform
import Configuration

/// The files of an edit that changes several, written as one file beside them before the first is replaced (M12).
///
/// After a power cut the next start finishes the edit, so the configuration is never half of one and half of the
/// other.
struct EditJournal<Calls: FileCalls> {
    private var files: SafeFiles<Calls>
    /// The folder of the box file, in which the files have their names.
    private let folder: String
    private let path: String

    private struct File {
        var name: String
        var old: [UInt8]
        var new: [UInt8]
    }

    init(in folder: String, _ calls: Calls) {
        self.folder = folder
        path = "\(folder)/.treadle-edit"
        files = SafeFiles(calls)
    }

    private static var head: String { "treadle edit 1\n" }

    /// Writes all files of an edit, then replaces each (E4). If one cannot be replaced, those before it get back what
    /// they held.
    mutating func replace(_ changes: [PresetEditing.Change]) throws(SafeFiles<Calls>.Problem) {
        let all = changes.map { File(name: $0.name, old: $0.old ?? [], new: $0.new ?? []) }
        var text = Array(EditJournal.head.utf8)
        for file in all {
            text += Array("\(file.name)\n\(file.old.count) \(file.new.count)\n".utf8) + file.old + file.new
        }
        try files.write(text, to: path)
        for (index, file) in all.enumerated() {
            do throws(SafeFiles<Calls>.Problem) {
                try files.replace("\(folder)/\(file.name)", file.old, by: file.new)
            } catch {
                for done in all[..<index] { try files.replace("\(folder)/\(done.name)", done.new, by: done.old) }
                remove()
                throw error
            }
        }
        remove()
    }

    /// Finishes an edit that a power cut has interrupted. A file that is neither as before nor as after the edit was
    /// changed by somebody since, and stays.
    mutating func finish() {
        guard let text = files.calls.read(path) else { return }
        for file in EditJournal.read(text) {
            let path = "\(folder)/\(file.name)"
            guard files.calls.read(path) == file.old else { continue }
            do throws(SafeFiles<Calls>.Problem) {
                try files.replace(path, file.old, by: file.new)
            } catch {
                return Console.error("treadle: \(path): \(error.message)\n")
            }
        }
        remove()
    }

    private mutating func remove() {
        _ = files.calls.remove(path)
        let descriptor = files.calls.lock(folder)
        if descriptor < 0 { return }
        _ = files.calls.sync(descriptor)
        _ = files.calls.close(descriptor)
    }

    /// The files of a journal; none if it is damaged.
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
            guard counts.count == 2, let old = count(counts[0]), let new = count(counts[1]), rest.count >= old + new
            else { return [] }
            let (middle, end) = (rest.startIndex + old, rest.startIndex + old + new)
            let file = File(
                name: String(decoding: name, as: UTF8.self), old: Array(rest[..<middle]), new: Array(rest[middle..<end])
            )
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
