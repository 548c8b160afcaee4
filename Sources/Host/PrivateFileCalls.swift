import CPlatform

/// The calls of the operating system for a file that only its owner may read, such as one with keys.
package struct PrivateFileCalls: FileCalls {
    private let system = SystemCalls()

    package init() {}

    package func resolve(_ path: String) -> String { system.resolve(path) }
    package func lock(_ folder: String, inner: String) -> Int32 { system.lock(folder, inner: inner) }
    package func entry(_ name: String, in folder: Int32) -> FolderEntry { system.entry(name, in: folder) }
    package func owner(of name: String, in folder: Int32) -> Int64 { system.owner(of: name, in: folder) }
    package func read(_ name: String, in folder: Int32) -> [UInt8]? { system.read(name, in: folder) }
    package func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Int { system.write(file, bytes) }
    package func sync(_ file: Int32) -> Int32 { system.sync(file) }
    package func close(_ file: Int32) -> Int32 { system.close(file) }
    package func rename(_ name: String, to new: String, in folder: Int32) -> Int32 {
        system.rename(name, to: new, in: folder)
    }
    package func remove(_ name: String, in folder: Int32) -> Int32 { system.remove(name, in: folder) }

    /// Creates a file of mode 600, while it is still empty.
    package func create(_ name: String, in folder: Int32, like other: String) -> Int32 {
        let file = system.create(name, in: folder, like: other)
        if file >= 0 && fchmod(file, 0o600) < 0 {
            let error = -treadle_errno()
            _ = system.close(file)
            return error
        }
        return file
    }
}
