import CPlatform
import Foundation
import Testing

/// A folder of files that is removed with this value.
final class TemporaryFolder {
    let path: String

    init(_ files: [String: String] = [:]) throws {
        path = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path + "/presets", withIntermediateDirectories: true)
        for (name, text) in files { try write(text, name) }
    }

    func write(_ text: String, _ name: String) throws {
        try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }

    /// Makes a program of a script. Copied by another process: a test beside this one that starts a program would
    /// inherit our open file, and a file that is open for writing cannot be started.
    func installProgram(_ script: String, as name: String) throws {
        let copy = try Process.run(
            URL(fileURLWithPath: "/usr/bin/install"), arguments: ["-m", "755", "\(path)/\(script)", "\(path)/\(name)"])
        copy.waitUntilExit()
        try #require(copy.terminationStatus == 0)
    }

    /// The contents of a file; nil if it does not exist.
    func text(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

    /// All names of files, those in `presets` too.
    var names: [String] {
        let all = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return all.filter { $0 != "presets" }.sorted()
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
