import Foundation
import HostSupport
import Testing

@testable import Web

/// The files that the page may name (W6).
@Suite struct FilePathsTests {
    @Test(arguments: [
        ("box.yaml", true), ("presets/verse.yaml", true), ("lists/faders.txt", true), ("a/b/c/d.yaml", true),
        ("My song.yaml", true), ("b\u{FC}hne.yaml", true), ("a..b.yaml", true), ("%2e%2e.yaml", true),
        ("", false), ("/box.yaml", false), ("box.yaml/", false), ("presets//verse.yaml", false), ("..", false),
        ("../box.yaml", false), ("presets/../box.yaml", false), ("./box.yaml", false), (".box.yaml", false),
        (".git/box.yaml", false), (".yaml", false), ("presets/.yaml", false), ("box.yml", false), ("box.YAML", false),
        ("box.yaml.before", false), ("box", false), ("yaml", false), ("presets", false), ("box.yaml\0", false),
        ("a\0.yaml", false), ("a\n.yaml", false), ("a\u{7F}.yaml", false),
    ])
    func pathsAreThoseOfFiles(path: String, isAllowed: Bool) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        #expect(FilePaths.isAllowed(parts) == isAllowed)
    }

    /// `%2F` was a part of a name before it was decoded.
    @Test(arguments: ["presets/verse.yaml", "../box.yaml", "/etc/x.yaml"])
    func aDecodedSlashIsRefused(part: String) {
        #expect(!FilePaths.isAllowed([part]))
    }

    @Test func noPartsAreRefused() {
        #expect(!FilePaths.isAllowed([]))
    }

    @Test func aLinkThatLeadsOutIsRefused() throws {
        let (outside, folder) = (try TemporaryFolder(["x.yaml": ""]), try TemporaryFolder(["box.yaml": ""]))
        let files = FileManager.default
        try files.createSymbolicLink(atPath: folder.path + "/out.yaml", withDestinationPath: outside.path + "/x.yaml")
        try files.createSymbolicLink(atPath: folder.path + "/out", withDestinationPath: outside.path)
        try files.createSymbolicLink(atPath: folder.path + "/in.yaml", withDestinationPath: "box.yaml")
        #expect(FilePaths.file(["box.yaml"], in: folder.path) == folder.path + "/box.yaml")
        #expect(FilePaths.file(["in.yaml"], in: folder.path) == folder.path + "/in.yaml")
        #expect(FilePaths.file(["new.yaml"], in: folder.path) == folder.path + "/new.yaml")
        #expect(FilePaths.file(["out.yaml"], in: folder.path) == nil)
        #expect(FilePaths.file(["out", "x.yaml"], in: folder.path) == nil)
        #expect(FilePaths.file(["out", "new.yaml"], in: folder.path) == nil)
        #expect(FilePaths.file(["..", "x.yaml"], in: folder.path) == nil)
    }
}
