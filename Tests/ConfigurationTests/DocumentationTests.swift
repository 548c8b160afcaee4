import Foundation
import Testing

@testable import Configuration

/// The examples of docs/reference/CONFIGURATION.md that a reader copies.
@Suite struct DocumentationTests {
    /// The blocks of YAML under a heading.
    private func blocks(under heading: String) throws -> [String] {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = root.appendingPathComponent("docs/reference/CONFIGURATION.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix(heading + "\n") })
        return section.components(separatedBy: "```yaml\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }

    @Test func theBoxFileAndThePresetCanBeCopiedTogether() throws {
        let box = try #require(blocks(under: "Box file").first)
        let preset = try #require(blocks(under: "Preset").first)
        let files = ["box.yaml": Array(box.utf8), "presets/verse.yaml": Array(preset.utf8)]
        let said: [Diagnostic]
        switch Configuration.load(.memory(files), box: "box.yaml") {
        case .success(let configuration): said = configuration.diagnostics.list
        case .failure(let diagnostics): said = diagnostics.list
        }
        #expect(said.isEmpty, "\(said.map { $0.text })")
    }
}
