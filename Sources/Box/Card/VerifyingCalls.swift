import CPlatform

/// The system's calls for a card: a file is read back from the card before it takes its name (I3).
struct VerifyingCalls: FileCalls {
    private let system = SystemCalls()
    /// The file that was created last, and what was written to it.
    private var created = ""
    private var written: [UInt8] = []

    func resolve(_ path: String) -> String { path }
    func isReplaceable(_ path: String) -> Bool { system.isReplaceable(path) }
    func lock(_ folder: String) -> Int32 { system.lock(folder) }
    func read(_ path: String) -> [UInt8]? { system.read(path) }
    func sync(_ file: Int32) -> Int32 { system.sync(file) }
    func close(_ file: Int32) -> Int32 { system.close(file) }
    func remove(_ path: String) -> Int32 { system.remove(path) }

    mutating func create(_ path: String, like other: String) -> Int32 {
        (created, written) = (path, [])
        return system.create(path, like: other)
    }

    mutating func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        let count = system.write(file, bytes)
        if count > 0 { written += bytes.prefix(count) }
        return count
    }

    func rename(_ path: String, to new: String) -> Int32 {
        if path == created {
            let error = treadle_forget_cached(path)
            if error < 0 { return error }
            if system.read(path) != written { return -EIO }
        }
        return system.rename(path, to: new)
    }
}
