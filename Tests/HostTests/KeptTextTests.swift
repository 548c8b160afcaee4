import CPlatform
import Foundation
import HostSupport
import Testing

@testable import Host

/// Text that survives a crash of the box (P6), in virtual time.
@Suite struct KeptTextTests {
    private let second: UInt64 = 1_000_000_000

    /// After a crash right after a change, the change is in the file.
    @Test func changesAreWrittenAtOnce() throws {
        let folder = try TemporaryFolder()
        var kept = KeptText(folder.path + "/.last-preset")
        for number in 0..<20 {
            kept.keep("\(number)", at: second + UInt64(number))
            #expect(folder.text(".last-preset") == "\(number)")
        }
    }

    /// To protect the card, the newest text is written once in five seconds in the long run.
    @Test func constantChangesAreWrittenAtALimitedRate() throws {
        let folder = try TemporaryFolder()
        var kept = KeptText(folder.path + "/.last-tempo")
        var (writes, before) = (0, "")
        for tenth in 0..<3000 {
            kept.keep("\(tenth)", at: 100 * second + UInt64(tenth) * second / 10)
            let text = folder.text(".last-tempo") ?? ""
            if text != before { writes += 1 }
            before = text
        }
        // Three hundred seconds.
        #expect(118...121 ~= writes)
        // The last is written when it may be, also while nothing changes any more.
        kept.write(at: 406 * second)
        #expect(folder.text(".last-tempo") == "2999")
    }

    /// A failed write is repeated until it succeeds, even without another change.
    @Test func aFailedWriteIsTriedAgain() throws {
        let folder = try TemporaryFolder()
        var kept = KeptText(folder.path + "/.last-preset")
        kept.keep("A", at: second)
        // A folder with something in it where the new file would be written aside.
        let obstacle = folder.path + "/..last-preset.saving"
        try FileManager.default.createDirectory(atPath: obstacle + "/full", withIntermediateDirectories: true)
        kept.keep("B", at: 2 * second)
        kept.write(at: 6 * second)
        #expect(folder.text(".last-preset") == "A")
        try FileManager.default.removeItem(atPath: obstacle)
        kept.write(at: 7 * second)
        #expect(folder.text(".last-preset") == "B")
    }

    /// The file may hold the text whose write failed, so a change back to the old text is written too.
    @Test func oldTextIsWrittenAgainAfterAFailedWrite() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/.last-preset"
        var kept = KeptText(path)
        kept.keep("A", at: second)
        let obstacle = folder.path + "/..last-preset.saving"
        try FileManager.default.createDirectory(atPath: obstacle + "/full", withIntermediateDirectories: true)
        kept.keep("B", at: 2 * second)
        try FileManager.default.removeItem(atPath: obstacle)
        // As a write leaves it that failed only when the folder was to go to the disk.
        try folder.write("B", ".last-preset")
        kept.keep("A", at: 8 * second)
        #expect(folder.text(".last-preset") == "A")
    }
}
