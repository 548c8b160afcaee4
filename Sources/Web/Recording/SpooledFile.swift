import CPlatform
import Host

/// A temporary file for an answer that is too long to be kept in memory.
final class SpooledFile {
    private let path: String
    private var file: Int32 = -1
    private var waiting: [UInt8] = []
    private var calls = SystemCalls()
    private(set) var length = 0
    /// Whether the file could not be written as a whole.
    private(set) var hasFailed = false

    /// Bytes that are written at once.
    private static let piece = 65536

    /// Makes a new file. `hasFailed` says if that is not possible.
    init(_ name: String, in folder: String) {
        path = "\(folder)/\(name)"
        let opened = calls.lock(folder, inner: "")
        if opened >= 0 {
            _ = calls.remove(name, in: opened)
            file = calls.create(name, in: opened, like: name)
            close(opened)
        }
        hasFailed = file < 0
    }

    deinit {
        if file >= 0 { close(file) }
        unlink(path)
    }

    func add(_ bytes: some Sequence<UInt8>) {
        waiting += bytes
        if waiting.count >= SpooledFile.piece { write() }
    }

    private func write() {
        var rest = waiting[...]
        while !rest.isEmpty && !hasFailed {
            let count = calls.write(file, rest)
            if count <= 0 { hasFailed = true } else { rest = rest.dropFirst(count) }
            length += max(count, 0)
        }
        waiting = []
    }

    /// Writes the rest and opens the file for reading; the file itself is removed. Returns -1 if that is not possible.
    func finish() -> Int32 {
        write()
        if hasFailed { return -1 }
        let descriptor = treadle_open_own_file(path)
        unlink(path)
        return descriptor
    }
}
