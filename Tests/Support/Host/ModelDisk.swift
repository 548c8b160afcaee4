import CPlatform
import Host

/// A disk in memory that lists the states that a power cut may leave: any part of the bytes that were not synced, and
/// any number of the changes of names since the folder was synced.
package struct ModelDisk: FileCalls {
    private struct File {
        var bytes: [UInt8] = []
        var onDisk: [UInt8] = []
    }

    private var files: [File] = []
    /// What names stand for, now and at each step back to the last sync of the folder; -1 stands for none.
    private var names: [[String: Int]] = [[:]]
    private let syncs: Bool
    private let mostAtOnce: Int
    /// Everything that a cut after any call so far could have left of a name.
    package private(set) var possible: [String: Set<[UInt8]?>] = [:]
    package private(set) var calls = 0

    /// - Parameters:
    ///   - syncs: false: a disk that forgets to.
    ///   - mostAtOnce: what one write takes.
    package init(_ contents: [String: [UInt8]], syncs: Bool = true, mostAtOnce: Int = 7) {
        self.syncs = syncs
        self.mostAtOnce = mostAtOnce
        for (name, bytes) in contents {
            names[0][name] = files.count
            files.append(File(bytes: bytes, onDisk: bytes))
        }
        look(contents.keys.map { $0 })
    }

    private mutating func look(_ more: [String] = []) {
        calls += 1
        for name in Set(possible.keys).union(names.flatMap { $0.keys }).union(more) {
            for step in names {
                guard let file = step[name].map({ files[$0] }) else {
                    possible[name, default: []].insert(nil)
                    continue
                }
                let parts = [file.onDisk, Array(file.bytes.prefix(file.bytes.count / 2)), file.bytes]
                possible[name, default: []].formUnion(file.bytes == file.onDisk ? [file.bytes] : parts)
            }
        }
    }

    private mutating func change(_ change: (inout [String: Int]) -> Void) {
        var now = names[names.count - 1]
        change(&now)
        names.append(now)
    }

    /// Its only folder is `f`.
    private static let folder: Int32 = 1000

    private static func path(_ name: String) -> String { "f/\(name)" }

    package func resolve(_ path: String) -> String { path }
    package func lock(_ folder: String, inner: String) -> Int32 { ModelDisk.folder }
    package func entry(_ name: String, in folder: Int32) -> FolderEntry { .file }
    package func owner(of name: String, in folder: Int32) -> Int64 { 0 }
    package func read(_ name: String, in folder: Int32) -> [UInt8]? { read(ModelDisk.path(name)) }
    package func read(_ path: String) -> [UInt8]? { names[names.count - 1][path].map { files[$0].bytes } }
    package func close(_ file: Int32) -> Int32 { 0 }

    package mutating func create(_ name: String, in folder: Int32, like other: String) -> Int32 {
        let path = ModelDisk.path(name)
        if names[names.count - 1][path] != nil { return -EEXIST }
        defer { look() }
        let file = files.count
        files.append(File())
        change { $0[path] = file }
        return Int32(file)
    }

    package mutating func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
        defer { look() }
        files[Int(file)].bytes += bytes.prefix(mostAtOnce)
        return min(bytes.count, mostAtOnce)
    }

    package mutating func sync(_ file: Int32) -> Int32 {
        defer { look() }
        if file == ModelDisk.folder {
            names = [names[names.count - 1]]
        } else if syncs {
            files[Int(file)].onDisk = files[Int(file)].bytes
        }
        return 0
    }

    package mutating func rename(_ name: String, to new: String, in folder: Int32) -> Int32 {
        defer { look() }
        change {
            $0[ModelDisk.path(new)] = $0[ModelDisk.path(name)]
            $0[ModelDisk.path(name)] = nil
        }
        return 0
    }

    package mutating func remove(_ name: String, in folder: Int32) -> Int32 {
        let path = ModelDisk.path(name)
        if names[names.count - 1][path] == nil { return -ENOENT }
        defer { look() }
        change { $0[path] = nil }
        return 0
    }
}
