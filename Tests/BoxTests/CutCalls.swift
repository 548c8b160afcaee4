import CPlatform
import Foundation

@testable import Box

/// The system's calls until the power is cut; later calls do nothing. Some calls can be made to fail.
struct CutCalls: FileCalls {
    /// Calls that still change something.
    var left = Int.max
    /// Bytes for which there is room; a write takes at most three.
    var room = Int.max
    /// Nothing can be made in the folder.
    var isReadOnly = false
    /// Another program writes this file while it is being replaced.
    var intruder: (path: String, text: String)?
    private let system = SystemCalls()

    private mutating func isOn() -> Bool {
        left -= 1
        return left >= 0
    }

    func resolve(_ path: String) -> String { system.resolve(path) }
    func lock(_ folder: String, inner: String) -> Int32 { system.lock(folder, inner: inner) }
    func entry(_ name: String, in folder: Int32) -> FolderEntry { system.entry(name, in: folder) }
    func owner(of name: String, in folder: Int32) -> Int64 { system.owner(of: name, in: folder) }
    func read(_ name: String, in folder: Int32) -> [UInt8]? { system.read(name, in: folder) }
    // What the power ends is closed too.
    func close(_ file: Int32) -> Int32 { system.close(file) }

    mutating func create(_ name: String, in folder: Int32, like other: String) -> Int32 {
        if isReadOnly { return -EROFS }
        return isOn() ? system.create(name, in: folder, like: other) : -EIO
    }

    mutating func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        if !isOn() { return -Int(EIO) }
        if room == 0 { return -Int(ENOSPC) }
        let count = system.write(file, bytes.prefix(min(room, 3)))
        room -= count
        return count
    }

    mutating func sync(_ file: Int32) -> Int32 {
        if let intruder { try? intruder.text.write(toFile: intruder.path, atomically: false, encoding: .utf8) }
        return isOn() ? system.sync(file) : -EIO
    }

    mutating func rename(_ name: String, to new: String, in folder: Int32) -> Int32 {
        isOn() ? system.rename(name, to: new, in: folder) : -EIO
    }

    mutating func remove(_ name: String, in folder: Int32) -> Int32 {
        isOn() ? system.remove(name, in: folder) : -EIO
    }
}
