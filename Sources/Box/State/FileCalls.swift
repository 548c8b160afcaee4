import CPlatform

/// The system calls that replace a file. A test implements them to cut the power between any two. Failures are -errno.
protocol FileCalls {
    /// The path after following links; the path itself if it does not exist.
    mutating func resolve(_ path: String) -> String
    /// Whether a path is a regular file or does not exist.
    mutating func isReplaceable(_ path: String) -> Bool
    /// Opens a folder and locks it against other programs. The descriptor is for `sync` and `close`.
    mutating func lock(_ folder: String) -> Int32
    /// The contents of a file; nil if it cannot be read.
    mutating func read(_ path: String) -> [UInt8]?
    /// Creates a file with the permissions of another, if that exists.
    mutating func create(_ path: String, like other: String) -> Int32
    /// Writes some or all of the bytes and returns their number.
    mutating func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Int
    mutating func sync(_ file: Int32) -> Int32
    mutating func close(_ file: Int32) -> Int32
    mutating func rename(_ path: String, to new: String) -> Int32
    mutating func remove(_ path: String) -> Int32
}

/// The calls of the operating system.
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
