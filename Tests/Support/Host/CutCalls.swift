import CPlatform
import Foundation
import Host

/// The system's calls until the power is cut; later calls do nothing. Some calls can be made to fail.
package struct CutCalls: FileCalls {
    /// Calls that still change something.
    package var left: Int
    /// Bytes for which there is room; a write takes at most three.
    package var room: Int
    /// Nothing can be made in the folder.
    package var isReadOnly: Bool
    /// Another program writes this file while it is being replaced.
    package var intruder: (path: String, text: String)?
    private let system = SystemCalls()

    package init(
        left: Int = .max, room: Int = .max, isReadOnly: Bool = false, intruder: (path: String, text: String)? = nil
    ) {
        (self.left, self.room, self.isReadOnly, self.intruder) = (left, room, isReadOnly, intruder)
    }

    private mutating func isOn() -> Bool {
        left -= 1
        return left >= 0
    }

    package func resolve(_ path: String) -> String { system.resolve(path) }
    package func lock(_ folder: String, inner: String) -> Int32 { system.lock(folder, inner: inner) }
    package func entry(_ name: String, in folder: Int32) -> FolderEntry { system.entry(name, in: folder) }
    package func owner(of name: String, in folder: Int32) -> Int64 { system.owner(of: name, in: folder) }
    package func read(_ name: String, in folder: Int32) -> [UInt8]? { system.read(name, in: folder) }
    // What the power ends is closed too.
    package func close(_ file: Int32) -> Int32 { system.close(file) }

    package mutating func create(_ name: String, in folder: Int32, like other: String) -> Int32 {
        if isReadOnly { return -EROFS }
        return isOn() ? system.create(name, in: folder, like: other) : -EIO
    }

    package mutating func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        if !isOn() { return -Int(EIO) }
        if room == 0 { return -Int(ENOSPC) }
        let count = system.write(file, bytes.prefix(min(room, 3)))
        room -= count
        return count
    }

    package mutating func sync(_ file: Int32) -> Int32 {
        if let intruder { try? intruder.text.write(toFile: intruder.path, atomically: false, encoding: .utf8) }
        return isOn() ? system.sync(file) : -EIO
    }

    package mutating func rename(_ name: String, to new: String, in folder: Int32) -> Int32 {
        isOn() ? system.rename(name, to: new, in: folder) : -EIO
    }

    package mutating func remove(_ name: String, in folder: Int32) -> Int32 {
        isOn() ? system.remove(name, in: folder) : -EIO
    }
}
