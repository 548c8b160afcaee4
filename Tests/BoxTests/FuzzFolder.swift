import Foundation

/// A folder for one input: a configuration in `box`, and beside it a file of somebody else. It is one folder of this
/// process, made anew for each input.
final class FuzzFolder {
    let path = FileManager.default.temporaryDirectory.path + "/treadle-fuzz-\(getpid())"
    var configuration: String { path + "/box" }

    private static let files = [
        "box/box.yaml": """
        treadle: 1
        name: Fuzz
        ports: { keys: { match: "K*" }, synth: { match: "S*" } }
        setlist: { Friday: [A] }

        """,
        "box/presets/a.yaml": "name: A\nnumber: 1\nroutings: [{ from: [keys], to: [synth] }]\n",
        "outside": "secret\n",
    ]

    init() {
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.createDirectory(atPath: path + "/box/presets", withIntermediateDirectories: true)
        for (name, text) in FuzzFolder.files {
            try? text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The files that differ from those at the beginning, were added or are gone.
    var changed: [String] {
        let now = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return Set(now).union(FuzzFolder.files.keys).subtracting(["box", "box/presets"]).sorted().filter {
            guard let text = FuzzFolder.files[$0] else { return true }
            return FileManager.default.contents(atPath: "\(path)/\($0)") != Data(text.utf8)
        }
    }
}
