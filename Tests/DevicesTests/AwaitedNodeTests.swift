import CPlatform
import Foundation
import Testing

@testable import Devices

@Suite struct AwaitedNodeTests {
    private let minute: UInt64 = 60_000_000_000

    @Test func anExistingNodeIsNotWaitedFor() {
        let scratch = Scratch()
        scratch.file("card", "")
        #expect(AwaitedNode.wait(for: scratch.path + "/card", atMost: 0))
    }

    @Test(arguments: ["card", "disk/by-label/card"])
    func aNodeThatComesLateEndsTheWait(name: String) {
        let scratch = Scratch()
        let path = scratch.path + "/" + name
        let maker = Thread {
            let folder = (path as NSString).deletingLastPathComponent
            try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            _ = FileManager.default.createFile(atPath: path + ".new", contents: nil)
            // udev makes links under another name and renames them.
            rename(path + ".new", path)
        }
        maker.start()
        #expect(AwaitedNode.wait(for: path, atMost: minute))
    }

    @Test func theWaitIsBounded() {
        let scratch = Scratch()
        #expect(!AwaitedNode.wait(for: scratch.path + "/card", atMost: 20_000_000))
    }
}
