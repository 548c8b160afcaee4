import CPlatform

/// The few system calls that replace a file, so that a test can cut the power between any two. What fails gives -errno.
protocol FileCalls {
    /// Where a path really leads; itself where nothing is there.
    mutating func resolve(_ path: String) -> String
    /// Whether a path leads to a regular file, or to nothing.
    mutating func isReplaceable(_ path: String) -> Bool
    /// A folder that no other program may write meanwhile, to be synced and closed.
    mutating func lock(_ folder: String) -> Int32
    /// What a file holds; nil: it cannot be read.
    mutating func read(_ path: String) -> [UInt8]?
    /// A new file, with the rights of another where that is there.
    mutating func create(_ path: String, like other: String) -> Int32
    /// Some or all of the bytes; how many.
    mutating func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Int
    mutating func sync(_ file: Int32) -> Int32
    mutating func close(_ file: Int32) -> Int32
    mutating func rename(_ path: String, to new: String) -> Int32
    mutating func remove(_ path: String) -> Int32
}

/// Those of the system.
struct SystemCalls: FileCalls {
    func resolve(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    func isReplaceable(_ path: String) -> Bool { treadle_is_replaceable(path) == 1 }

    func lock(_ folder: String) -> Int32 { treadle_lock_folder(folder) }

    func read(_ path: String) -> [UInt8]? { Console.readFile(path) }

    func create(_ path: String, like other: String) -> Int32 { treadle_create_like(path, other) }

    func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        let count = bytes.withUnsafeBytes { CPlatform.write(file, $0.baseAddress, $0.count) }
        return count < 0 ? -Int(treadle_errno()) : count
    }

    func sync(_ file: Int32) -> Int32 { result(fsync(file)) }

    func close(_ file: Int32) -> Int32 { result(CPlatform.close(file)) }

    func rename(_ path: String, to new: String) -> Int32 { result(CPlatform.rename(path, new)) }

    func remove(_ path: String) -> Int32 { result(unlink(path)) }

    private func result(_ value: Int32) -> Int32 { value < 0 ? -treadle_errno() : 0 }
}
