import CPlatform
import Foundation
import Testing

@testable import Box

/// What outlives a crash of the box (P6), in virtual time.
@Suite struct KeptTextTests {
    private let second: UInt64 = 1_000_000_000

    /// A crash right after any change comes back with it.
    @Test func changesAreWrittenAtOnce() throws {
        let folder = try TemporaryFolder()
        var kept = KeptText(folder.path + "/.last-preset")
        for number in 0..<20 {
            kept.keep("\(number)", at: second + UInt64(number))
            #expect(folder.text(".last-preset") == "\(number)")
        }
    }

    /// Cards wear: in the long run one write in five seconds, of the newest.
    @Test func whatChangesWithoutEndIsWrittenNowAndThen() throws {
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

    /// What cannot be written is written once it can, though it has not changed since.
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

    /// The file may hold what failed: going back to what was there before is written too.
    @Test func whatWasThereBeforeAFailedWriteIsWrittenToo() throws {
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
