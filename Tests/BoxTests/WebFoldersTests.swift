import CPlatform
import Foundation
import HostSupport
import Testing

@testable import Box

/// The folders of the page's process (W1, W13).
struct WebFoldersTests {
    @Test func processIsToldItsFolders() throws {
        let folder = try TemporaryFolder(["box.yaml": "treadle: 1\n"])
        let folders = WebFolders(of: folder.path, socket: "/tmp/-x.sock")
        #expect(
            folders.words == [
                "treadle", "web", "--path=\(folder.path)", "--state=\(folders.state)", "--drafts=/tmp/-x.sock.draft",
                "--incoming=/tmp/-x.sock.incoming", "--uploads=/tmp/-x.sock.incoming",
            ])
        #expect(folders.state.hasSuffix("/.web"))
    }

    /// Others may read drafts, since they are readable files, but neither hashes of cookies nor uploads.
    @Test func foldersAreMadeForTheProcessAlone() throws {
        let folder = try TemporaryFolder(["box.yaml": "treadle: 1\n"])
        let folders = WebFolders(of: folder.path, socket: folder.path + "/box.sock")
        folders.make()
        folders.make()
        for (path, mode) in [(folders.drafts, 0o755), (folders.incoming, 0o700)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.type] as? FileAttributeType == .typeDirectory)
            #expect((attributes[.posixPermissions] as? Int).map { $0 & mode } == attributes[.posixPermissions] as? Int)
        }
    }
}
