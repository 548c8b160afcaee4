import CPlatform
import Foundation
import HostSupport
import Testing

@testable import Box
@testable import Upkeep

/// I3, I4: the box's configuration goes back to the owner's partition.
@Suite struct CardExportTests {
    private let owner: TemporaryFolder
    private let data: TemporaryFolder

    init() throws {
        (owner, data) = (try TemporaryFolder(CardImportTests.files), try TemporaryFolder())
        try owner.write("boot_partition=2\n", "autoboot.txt")
        #expect(try start() == .imported)
    }

    private func start() throws -> CardImport.Outcome { try CardImport(owner: owner.path, data: data.path).run() }

    /// - Parameter answers: of mounting again, in turn.
    private func export(_ answers: Int32...) throws -> Int {
        var answers = answers
        return try CardExport(owner: owner.path, data: data.path) { _ in answers.isEmpty ? 0 : answers.removeFirst() }
            .run()
    }

    private func save() throws {
        try data.write(CardImportTests.preset("Saved", 1), "presets/verse.yaml")
        try data.write(CardImportTests.preset("Made", 2), "presets/made.yaml")
    }

    @Test func whatTheBoxSavedIsOnTheOwnersPartitionAndIsNoEdit() throws {
        try save()
        #expect(try export() == 2)
        #expect(owner.text("presets/verse.yaml") == CardImportTests.preset("Saved", 1))
        #expect(owner.text("presets/made.yaml") == CardImportTests.preset("Made", 2))
        #expect(owner.text("autoboot.txt") == "boot_partition=2\n")
        #expect(!owner.names.contains { $0.hasSuffix(".before") || $0.hasSuffix(".saving") }, "\(owner.names)")
        #expect(try start() == .nothing)
        #expect(data.text(".exporting") == nil)
        #expect(try export() == 0)
    }

    @Test func presetThatTheBoxNoLongerHasIsRemoved() throws {
        try save()
        #expect(try export() == 2)
        unlink(data.path + "/presets/made.yaml")
        #expect(try export() == 1)
        #expect(owner.text("presets/made.yaml") == nil)
        #expect(try start() == .nothing)
    }

    @Test func anEditThatWasRefusedStaysBeside() throws {
        try owner.write("name: Verse\nrutings: []\n", "presets/verse.yaml")
        try owner.write(CardImportTests.preset("Mine", 7), "presets/mine.yaml")
        #expect(try start() == .refused)
        #expect(try export() == 2)
        #expect(owner.text("presets/verse.yaml.before") == "name: Verse\nrutings: []\n")
        #expect(owner.text("presets/mine.yaml.before") == CardImportTests.preset("Mine", 7))
        #expect(owner.text("presets/verse.yaml") == CardImportTests.preset("Verse", 1))
        #expect(try start() == .nothing)
    }

    /// I4: after any number of its files, a cut export is done again and never imported.
    @Test(arguments: [0, 1, 2])
    func aCutExportIsDoneAgain(_ written: Int) throws {
        try save()
        let (old, new) = (try CardFiles(owner.path), try CardFiles(data.path))
        try data.write((old.lines + new.lines).joined(separator: "\n"), ".exporting")
        let files = ["presets/made.yaml": "Made", "presets/verse.yaml": "Saved"].sorted { $0.key < $1.key }
        for (number, (file, name)) in files.prefix(written).enumerated() {
            try owner.write(CardImportTests.preset(name, 2 - number), file)
        }
        #expect(try start() == .exportAgain)
        #expect(data.text("presets/verse.yaml") == CardImportTests.preset("Saved", 1), "nothing is imported")
        #expect(try export() == 2 - written)
        #expect(try start() == .nothing)
        #expect(owner.text("presets/verse.yaml") == CardImportTests.preset("Saved", 1))
    }

    @Test func anEditAfterACutExportIsImported() throws {
        try save()
        let lines = try CardFiles(owner.path).lines + CardFiles(data.path).lines
        try data.write(lines.joined(separator: "\n"), ".exporting")
        try owner.write(CardImportTests.preset("Edited", 1), "presets/verse.yaml")
        #expect(try start() == .imported)
        #expect(data.text("presets/verse.yaml") == CardImportTests.preset("Edited", 1))
        #expect(data.text("presets/verse.yaml.before") == CardImportTests.preset("Saved", 1))
        #expect(data.text(".exporting") == nil)
    }

    @Test func boxWithoutACardOrFilesSaysSo() throws {
        #expect(throws: ExportProblem.noCard) { try export(-EINVAL) }
        #expect(try start() == .nothing, "nothing was begun")
        #expect(throws: ExportProblem.system(owner.path, -EROFS)) { try export(-EROFS) }
        unlink(data.path + "/box.yaml")
        #expect(throws: ExportProblem.nothing) { try export() }
    }

    @Test(arguments: [
        ("exported\n", "EXPORTED"), ("refused CARD FULL\n", "CARD FULL"), ("", "EXPORT FAILED"),
        ("nonsense\n", "EXPORT FAILED"),
    ])
    func lastLineOfTheChildIsTheResult(_ said: String, _ words: String) {
        #expect(ExportControl.words(of: said) == words)
    }

    @Test func wordsFitTheDisplay() {
        let problems: [ExportProblem] = [
            .noCard, .nothing, .readBack("box.yaml"), .system("", -ENOSPC), .system("", -EROFS), .other(""),
        ]
        for problem in problems { #expect(problem.words.utf8.count <= 16) }
    }

    /// A file that the card does not return as it was written keeps its old name.
    @Test func fileThatReadsBackDifferentlyDoesNotTakeItsName() throws {
        var files = VerifyingCalls()
        let (new, name) = (".new", "box.yaml")
        let folder = files.lock(data.path, inner: "")
        defer { _ = files.close(folder) }
        let file = files.create(new, in: folder, like: name)
        #expect(files.write(file, Array("whole".utf8)[...]) == 5)
        #expect(files.close(file) == 0)
        try data.write("cut", ".new")
        #expect(files.rename(new, to: name, in: folder) == -EIO)
        #expect(data.text("box.yaml") == CardImportTests.box)
        try data.write("whole", ".new")
        #expect(files.rename(new, to: name, in: folder) == 0)
        #expect(data.text("box.yaml") == "whole")
    }
}
