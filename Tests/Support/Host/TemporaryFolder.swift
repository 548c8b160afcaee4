import Foundation

/// A folder of files that is removed with this value.
package final class TemporaryFolder {
    package let path: String

    package init(_ files: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path + "/presets", withIntermediateDirectories: true)
        for (name, text) in files { try write(text, name) }
    }

    package func write(_ text: String, _ name: String) throws {
        try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }

    /// The contents of a file; nil if it does not exist.
    package func text(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

    /// All names of files, those in `presets` too.
    package var names: [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter { $0 != "presets" }.sorted()
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
