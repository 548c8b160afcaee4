import CPlatform
import Foundation
import Host
import HostSupport
import Panel
import Testing

@testable import Box
@testable import Upkeep

/// Backups on a USB stick (I12). Mounting is tried on the emulated board.
@Suite struct StickTests {
    private static func tool(_ words: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin"] + words
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.runUnmasked()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(words)")
    }

    private static func label(of path: String) throws -> String? {
        let file = try #require(FileHandle(forReadingAtPath: path))
        return FATLabel.read { offset, count in
            try? file.seek(toOffset: offset)
            guard let data = try? file.read(upToCount: count), data.count == count else { return nil }
            return [UInt8](data)
        }
    }

    /// Sizes in MiB for which mkfs.fat makes each kind of FAT.
    @Test(arguments: [("12", 4), ("16", 32), ("32", 40)])
    func theNameOfAFileSystemIsRead(bits: String, size: UInt64) throws {
        let folder = try TemporaryFolder()
        let image = folder.path + "/stick"
        for name in ["TREADLE-BAC", "OTHER"] {
            try Data().write(to: URL(fileURLWithPath: image))
            let file = try #require(FileHandle(forWritingAtPath: image))
            try file.truncate(atOffset: size << 20)
            try file.close()
            try StickTests.tool(["mkfs.fat", "-F", bits, "-n", name, image])
            #expect(try StickTests.label(of: image) == name)
        }
        // Windows and macOS change the entry of the root folder only.
        try StickTests.tool(["mlabel", "-i", image, "::TREADLE-BAC"])
        #expect(try StickTests.label(of: image) == Stick.label)
        try StickTests.tool(["mlabel", "-i", image, "-c", "::"])
        #expect(try StickTests.label(of: image) == nil)
    }

    @Test func whatIsNoFATHasNoName() {
        #expect(FATLabel.read { _, count in [UInt8](repeating: 0, count: count) } == nil)
        #expect(FATLabel.read { _, count in [UInt8](repeating: 0xFF, count: count) } == nil)
        #expect(FATLabel.read { _, _ in nil } == nil)
        // A chain of clusters that leads back to itself.
        var boot = [UInt8](repeating: 0, count: 512)
        (boot[12], boot[13], boot[14], boot[16], boot[36], boot[44]) = (2, 1, 1, 1, 1, 2)
        (boot[510], boot[511]) = (0x55, 0xAA)
        var reads = 0
        let label = FATLabel.read { offset, count in
            reads += 1
            if offset == 0 { return boot }
            return [UInt8](repeating: offset == 512 ? 2 : 0xE5, count: count)
        }
        #expect(label == nil && reads < 200)
    }

    @Test func onlyTheBoxsOwnNamesAreBackups() {
        #expect(StickArchives.number(of: "treadle-1.tar") == 1)
        #expect(StickArchives.number(of: "treadle-9999.tar") == 9999)
        let others = [
            "treadle-.tar", "treadle-01.tar", "treadle-10000.tar", "treadle-1a.tar", "mine.tar", "treadle-1.tar2",
        ]
        for name in others {
            #expect(StickArchives.number(of: name) == nil, "\(name)")
        }
    }

    private static let box = "treadle: 1\nname: Stage\nports: { keys: { match: \"K*\" } }\n"
    private static let preset = "name: Verse\nnumber: 1\nroutings: [{ from: [keys], to: [keys] }]\n"

    /// Writes backups of one preset each: `treadle-1.tar` and on.
    private func stick(_ count: Int) throws -> (stick: TemporaryFolder, files: [BackupFolder.File]) {
        let (stick, board) = (try TemporaryFolder(), try TemporaryFolder(["box.yaml": StickTests.box]))
        for number in 1...count {
            try board.write(StickTests.preset.replacing("1", with: "\(number)"), "presets/verse.yaml")
            let exit = SavedFile.write(
                BackupCommand.archived(try BackupCommand.contents(of: board.path)),
                to: "\(stick.path)/treadle-\(number).tar")
            #expect(exit == .done)
        }
        return (stick, try BackupFolder(board.path).files)
    }

    @Test func theNewestBackupIsTakenByNumber() throws {
        let (stick, files) = try stick(10)
        try stick.write("mine", "treadle-x.tar")
        let archives = try StickArchives(stick.path)
        #expect(archives.numbers == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
        #expect(try archives.newestGood().number == 10 && archives.next() == 11)
        #expect(archives.newestHolds(files))
        var changed = files
        changed[0].bytes.append(10)
        #expect(!archives.newestHolds(changed) && !archives.newestHolds([]))
    }

    /// I4: power was cut, or the stick pulled, while the newest was written.
    @Test func aBackupThatIsCutOffIsPassedOver() throws {
        let (stick, files) = try stick(3)
        let whole = try Data(contentsOf: URL(fileURLWithPath: stick.path + "/treadle-3.tar"))
        for length in stride(from: 0, to: whole.count, by: 512) {
            try whole[..<length].write(to: URL(fileURLWithPath: stick.path + "/treadle-3.tar"))
            let archives = try StickArchives(stick.path)
            let good = try archives.newestGood()
            // Only the zeros that fill the last record may be missing.
            if good.number == 3 { #expect(length > 2048) } else { #expect(good.number == 2) }
            #expect(good.number == 3 || !archives.newestHolds(files))
        }
    }

    @Test func aFullStickSaysSo() throws {
        let (stick, _) = try stick(1)
        rename("\(stick.path)/treadle-1.tar", "\(stick.path)/treadle-\(UpkeepLimits.stickBackups).tar")
        #expect(throws: BackupProblem.self) { try StickArchives(stick.path).next() }
    }

    @Test func withoutAStickTheCommandsSaySo() throws {
        for command in ["backup", "restore"] {
            let run = try Finished([command, "--stick"])
            #expect(
                run.status == 3 && run.errors == "treadle: there is no USB stick with the volume name TREADLE-BAC\n")
        }
    }

    /// Programs of the system play the command: a script that the test writes may be busy while another test forks.
    @Test(arguments: [
        ("/bin/echo", DisplayState.StartNotice.Stick.backedUp), ("/bin/true", .none), ("/bin/false", .failed),
    ])
    func theOutcomeOfTheChildIsShown(program: String, outcome: DisplayState.StartNotice.Stick) throws {
        let control = StickControl(executable: program)
        #expect(control.backUp("/folder", waits: true))
        #expect(!control.restore("/folder", waits: true))
        var isShown = false
        while control.descriptor >= 0 {
            #expect(PollSet.isReadable(control.descriptor, within: 60_000))
            isShown = control.serve()
        }
        #expect(control.outcome == outcome && isShown == (outcome != .none))
    }
}
