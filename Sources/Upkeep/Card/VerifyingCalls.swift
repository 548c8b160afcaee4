import CPlatform
import Host

/// The system's calls for a card: a file is read back from the card before it gets its final name (I3).
struct VerifyingCalls: FileCalls {
    private let system = SystemCalls()
    /// The file that was created last, and the bytes that were written to it.
    private var created = ""
    private var written: [UInt8] = []

    func resolve(_ path: String) -> String { path }
    func lock(_ folder: String, inner: String) -> Int32 { system.lock(folder, inner: inner) }
    func entry(_ name: String, in folder: Int32) -> FolderEntry { system.entry(name, in: folder) }
    func owner(of name: String, in folder: Int32) -> Int64 { system.owner(of: name, in: folder) }
    func read(_ name: String, in folder: Int32) -> [UInt8]? { system.read(name, in: folder) }
    func sync(_ file: Int32) -> Int32 { system.sync(file) }
    func close(_ file: Int32) -> Int32 { system.close(file) }
    func remove(_ name: String, in folder: Int32) -> Int32 { system.remove(name, in: folder) }

    mutating func create(_ name: String, in folder: Int32, like other: String) -> Int32 {
        (created, written) = (name, [])
        return system.create(name, in: folder, like: other)
    }

    mutating func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        let count = system.write(file, bytes)
        if count > 0 { written += bytes.prefix(count) }
        return count
    }

    func rename(_ name: String, to new: String, in folder: Int32) -> Int32 {
        if name == created {
            let error = treadle_forget_cached(folder, name)
            if error < 0 { return error }
            if system.read(name, in: folder) != written { return -EIO }
        }
        return system.rename(name, to: new, in: folder)
    }
}
