import Foundation
import Testing

@testable import Configuration

/// Every configuration in the documents loads without errors and warnings, because readers copy them.
@Suite struct DocumentationTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Returns the text of a document.
    private static func page(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// Returns the blocks of YAML in a document.
    private static func blocks(of path: String) throws -> [String] {
        try page(path).components(separatedBy: "```yaml\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }

    /// Returns the blocks of YAML in a document that name a file they stand in, with that file.
    private static func excerpts(of path: String) throws -> [(file: String, text: String)] {
        try page(path).components(separatedBy: "```yaml ").dropFirst().map {
            let lines = $0.components(separatedBy: "```")[0].split(separator: "\n", maxSplits: 1)
            return (String(lines[0]), String(lines[1]))
        }
    }

    /// Returns the paths of all documents with blocks of YAML. Tests/Documents/fragments.py tries those of the guide.
    private static func documents() throws -> [String] {
        let docs = try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent("docs").path)
        let pages = docs.filter { $0.hasSuffix(".md") && !$0.hasPrefix("guide/") }
        let paths = ["README.md", "CONTRIBUTING.md"] + pages.map { "docs/" + $0 }
        return try paths.filter { try page($0).contains("```yaml\n") }.sorted()
    }

    /// Returns the diagnostics of a configuration.
    private func reported(of files: [String: String]) -> [String] {
        switch Configuration.load(.memory(files.mapValues { Array($0.utf8) }), box: "box.yaml") {
        case .success(let configuration): configuration.diagnostics.list.map { $0.text }
        case .failure(let diagnostics): diagnostics.list.map { $0.text }
        }
    }

    /// The box around a fragment of the documents; the fragment replaces a comment.
    private static let surroundings = """
        treadle: 1
        name: Fragment
        ports:
          keys: { match: "Keystation*", direction: in }
          synth: { match: "MIDI Out*", direction: out }
        input-keyboard: { port: keys }
        footswitches:
          A: { line: "gpiochip0:17" }
          B: { line: "gpiochip0:27" }
          C: { line: "gpiochip0:22" }
        # box
        presets:
        - name: Fragment
          number: 1
          routings:
          - from: [input keyboard, footswitches]
            to: [synth]
            restrict:
              channel: all
              # conditions
            # notes
            controllers:
              filter: false
              # remap

        """

    /// The comment that a fragment replaces, by the fragment's first key; other fragments replace `# box`.
    private static let places = ["remap": "# remap", "conditions": "# conditions", "notes": "# notes"]

    /// Returns the box with a fragment in its place.
    private func box(with fragment: String) throws -> String {
        let key = fragment.prefix { $0 != ":" }
        let place = Self.places[String(key)] ?? "# box"
        let line = try #require(Self.surroundings.components(separatedBy: "\n").first { $0.hasSuffix(place) })
        let margin = String(line.prefix { $0 == " " })
        let lines = fragment.components(separatedBy: "\n").map { margin + $0 }
        return Self.surroundings.replacingOccurrences(of: line, with: lines.joined(separator: "\n"))
    }

    @Test func documentsHaveConfigurations() throws {
        let documents = try Self.documents()
        #expect(documents.contains("docs/HARDWARE.md") && documents.contains("docs/reference/CONFIGURATION.md"))
    }

    @Test(arguments: try documents()) func everyBlockLoads(document: String) throws {
        var files: [String: String] = [:]
        var fragments: [String] = []
        for block in try Self.blocks(of: document) {
            if block.hasPrefix("treadle:") {
                // Presets belong to the first box file; a further one stands alone.
                if files["box.yaml"] == nil {
                    files["box.yaml"] = block
                } else {
                    #expect(reported(of: ["box.yaml": block]) == [])
                }
            } else if block.hasPrefix("name:") {
                files["presets/\(files.count).yaml"] = block
            } else {
                fragments.append(block)
            }
        }
        if !files.isEmpty { #expect(reported(of: files) == []) }
        for fragment in fragments {
            let text = try box(with: fragment)
            #expect(reported(of: ["box.yaml": text]) == [], "\(text)")
        }
    }

    @Test func theFirstConfigurationOfTheGuideIsTheFirstBoard() throws {
        let blocks = try Self.excerpts(of: "docs/guide/first-configuration.md")
        for file in ["box.yaml", "presets/verse.yaml", "presets/chorus.yaml"].map({ "docs/first/" + $0 }) {
            // The file may begin with a comment that the guide leaves out.
            let shown = blocks.filter { $0.file == file }.map { $0.text }.joined(separator: "\n")
            #expect(!shown.isEmpty)
            #expect(try Self.page(file).hasSuffix(shown), "\(file) differs")
        }
    }
}
