import Foundation
import HostSupport
import Testing

@testable import Box
@testable import Upkeep

/// I3, I4: edits on the owner's partition, and what is taken from there.
@Suite struct CardImportTests {
    static let box = "treadle: 1\nname: Card\nports: { keys: { match: \"K*\" } }\n"
    static func preset(_ name: String, _ number: Int) -> String {
        "name: \(name)\nnumber: \(number)\nroutings: [{ from: [keys], to: [keys] }]\n"
    }
    static let files = ["box.yaml": box, "presets/verse.yaml": preset("Verse", 1)]

    private let owner: TemporaryFolder
    private let data: TemporaryFolder

    init() throws {
        (owner, data) = (try TemporaryFolder(Self.files), try TemporaryFolder())
        // As the root of an ext4 and an update have it.
        try FileManager.default.createDirectory(atPath: data.path + "/lost+found", withIntermediateDirectories: false)
        try data.write("state armed\n", "update.txt")
    }

    private func start() throws -> CardImport.Outcome { try CardImport(owner: owner.path, data: data.path).run() }

    /// Each row: the owner has a box file, its hash is known, what an interrupted export has to say, the edit is good.
    @Test(
        arguments: [
            (false, false, nil, true, CardImport.Outcome.nothing), (true, true, nil, true, .nothing),
            (true, true, nil, false, .nothing), (true, false, nil, true, .imported),
            (true, false, nil, false, .refused),
            // The files are a mixture of the export's old and new ones.
            (true, false, true, true, .exportAgain), (true, true, true, true, .exportAgain),
            (false, false, true, true, .exportAgain),
            // Somebody has edited them since.
            (true, false, false, true, .imported),
            // The power cut has spoilt them.
            (true, false, false, false, .exportAgain), (false, false, false, true, .exportAgain),
        ] as [(Bool, Bool, Bool?, Bool, CardImport.Outcome)])
    func outcomeFollowsFromTheFacts(
        _ hasBox: Bool, _ isKnown: Bool, _ export: Bool?, _ isGood: Bool, _ outcome: CardImport.Outcome
    ) {
        let facts = CardImport.Facts(hasBox: hasBox, isKnown: isKnown, export: export)
        #expect(facts.outcome { isGood } == outcome)
    }

    @Test func firstStartTakesTheFilesOfTheImage() throws {
        #expect(try start() == .imported)
        #expect(data.text("box.yaml") == Self.box)
        #expect(data.text("presets/verse.yaml") == Self.preset("Verse", 1))
        #expect(try start() == .nothing, "until they are edited")
    }

    @Test func anEditReplacesWhatTheBoxHasSavedAndKeepsIt() throws {
        #expect(try start() == .imported)
        try data.write(Self.preset("Saved", 1), "presets/verse.yaml")
        try data.write(Self.preset("Made", 2), "presets/made.yaml")
        #expect(try start() == .nothing, "what the box saves is no edit of the owner's")
        try owner.write(Self.preset("Edited", 1), "presets/verse.yaml")
        #expect(try start() == .imported)
        #expect(data.text("presets/verse.yaml") == Self.preset("Edited", 1))
        #expect(data.text("presets/verse.yaml.before") == Self.preset("Saved", 1))
        #expect(data.text("presets/made.yaml") == nil)
        #expect(data.text("presets/made.yaml.before") == Self.preset("Made", 2))
    }

    @Test func aFaultyEditIsRefusedAtEachStartUntilItIsMended() throws {
        #expect(try start() == .imported)
        try owner.write("name: Verse\nrutings: []\n", "presets/verse.yaml")
        #expect(try start() == .refused)
        #expect(try start() == .refused)
        #expect(data.text("presets/verse.yaml") == Self.preset("Verse", 1))
        try owner.write(Self.preset("Mended", 1), "presets/verse.yaml")
        #expect(try start() == .imported)
        #expect(data.text("presets/verse.yaml") == Self.preset("Mended", 1))
    }

    @Test func litterOfComputersIsNoEdit() throws {
        #expect(try start() == .imported)
        for name in [
            "._box.yaml", ".DS_Store", "desktop.ini", "Thumbs.db", "presets/._verse.yaml", "presets/.DS_Store",
            "presets/Thumbs.db", "presets/desktop.ini", "autoboot.txt", "READ ME.txt", "update.treadle",
        ] { try owner.write("litter", name) }
        for folder in ["System Volume Information", ".Trashes", ".Spotlight-V100", ".fseventsd", "presets/.Trashes"] {
            let path = "\(owner.path)/\(folder)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try owner.write("litter", "\(folder)/verse.yaml")
        }
        #expect(try start() == .nothing)
    }

    @Test func aPartitionWithoutABoxFileIsNotImported() throws {
        try FileManager.default.removeItem(atPath: owner.path + "/box.yaml")
        #expect(try start() == .nothing)
        #expect(data.text("box.yaml") == nil)
    }

    /// I4: an import is a whole archive on the data partition before the first file changes.
    @Test func anImportThatWasCutIsFinishedWithoutTheOwnersFiles() throws {
        #expect(try start() == .imported)
        try owner.write(Self.preset("Edited", 1), "presets/verse.yaml")
        try owner.write(Self.preset("Bridge", 2), "presets/bridge.yaml")
        var writer = TarWriter()
        for file in try CardFiles(owner.path).files { writer.add(file.name, file.bytes, modified: 0) }
        writer.finish()
        try Data(writer.bytes).write(to: URL(fileURLWithPath: data.path + "/.importing"))
        // One file was replaced before the cut, and the card is edited badly before the next start.
        try data.write(Self.preset("Bridge", 2), "presets/bridge.yaml")
        try owner.write("nonsense: [", "box.yaml")
        #expect(try start() == .refused)
        #expect(data.text("presets/verse.yaml") == Self.preset("Edited", 1))
        #expect(data.text("presets/bridge.yaml") == Self.preset("Bridge", 2))
        #expect(data.text("box.yaml") == Self.box)
        #expect(data.text(".importing") == nil)
    }
}
