import Foundation
import HostSupport
import Testing

/// Text from files, file names and scripts never controls the terminal.
@Suite struct VisibleOutputTests {
    private static let escapes = "\u{1B}]0;title\u{7}\u{1B}[2J\u{202E}"
    private static let shown = "\\x1B]0;title\\x07\\x1B[2J\\u{202E}"

    @Test func aConfigurationIsShownByCheck() throws {
        let box = "treadle: 1\nports: {k: {match: \"a\\e[2Jb\"}}\n"
        let folder = try TemporaryFolder(["box.yaml": box])
        #expect(try Finished(["check", folder.path]).output.contains("match a\\x1B[2Jb"))
        try folder.write("treadle: 1\nname: [\n\"\(Self.escapes)", "box.yaml")
        let bad = try Finished(["check", folder.path])
        #expect(bad.status == 1 && !bad.errors.contains("\u{1B}"))
    }

    @Test func namesOfFilesAreShown() throws {
        let folder = try TemporaryFolder(["box.yaml": "treadle: 1\n", "presets/a\u{1B}[2J.yaml": "- [\n"])
        let run = try Finished(["check", folder.path])
        #expect(run.errors.hasPrefix("\(folder.path)/presets/a\\x1B[2J.yaml:1:3: error: "), "\(run.errors)")
    }

    @Test func wordsOfAScriptAreShownByRender() throws {
        let folder = try TemporaryFolder(["box.yaml": "treadle: 1\n"])
        let run = try Finished(["render", folder.path], input: "0 \(Self.escapes) 90\n")
        #expect(run.status == 1 && run.errors.contains(Self.shown), "\(run.errors)")
        #expect(!run.errors.contains("\u{1B}") && !run.errors.contains("\u{202E}"))
    }

    @Test func wordsOfTheCommandLineAreShown() throws {
        let run = try Finished(["check", "/none\(Self.escapes)"])
        #expect(run.errors.hasPrefix("/none\(Self.shown):1:1: error: "), "\(run.errors)")
    }
}
