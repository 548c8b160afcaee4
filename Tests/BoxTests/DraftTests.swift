import CPlatform
import Compact
import Configuration
import Devices
import Foundation
import Host
import HostSupport
import MIDI
import Plan
import Routing
import Testing
import Upkeep

@testable import Box
@testable import Engine
@testable import Loop

/// Drafts in a box whose loop is turned by hand (W13), and edits of presets (W14).
@Suite final class DraftTests {
    private static let box = """
        treadle: 1
        ports: { keys: { match: k, direction: in }, synth: { match: s, direction: out } }
        clock: { send-when-stopped: false }
        start-preset: 1

        """
    private static let first = """
        name: First
        number: 1
        learnable: { Split: routings.Low.restrict.notes }
        routings:
        - { name: Low, from: [keys], to: [synth], restrict: { notes: C2..C4 } }

        """
    private static let second = "name: Second\nnumber: 2\nroutings: []\n"

    private let folder: TemporaryFolder
    private let drafts: TemporaryFolder
    private let running: RunningConfiguration

    init() throws {
        folder = try TemporaryFolder([
            "box.yaml": Self.box, "presets/1.yaml": Self.first, "presets/2.yaml": Self.second,
        ])
        drafts = try TemporaryFolder()
        let configuration = try Configuration.load(path: folder.path).get()
        let contacts = UnsafeMutableBufferPointer<GPIOInput?>(start: nil, count: 0)
        let loop = try #require(Loop(configuration, sequencer: nil, contacts: contacts))
        running = RunningConfiguration(configuration, path: folder.path, LoopLink(loop))
        running.begin(left, incoming: drafts.path)
        loop.prepare(preset: configuration.preset(named: "First")!, tempo: nil, beginsWithPanic: false)
        turn()
    }

    /// What a box finds that starts now.
    private var left: DraftFolder<SystemCalls> {
        DraftFolder(drafts.path + "/draft", box: StateFolder.boxFile(of: folder.path), SystemCalls())
    }

    private var engine: Engine { running.link.loop.engine }
    private var isModified: Bool { engine.displayState.isModified }
    private var runningName: String { running.current.name(of: running.link.running.preset) }
    private var isRunning: Bool { running.link.running.plan == running.current.plan }

    private func turn() {
        // Else the loop would wait for a message.
        running.link.wake()
        var ready = Loop.Ready()
        running.link.loop.turn(&ready)
        running.saveRunning()
        if running.isSaveAsked { running.saveDrafts(by: "") }
        running.link.wake()
        running.link.loop.turn(&ready)
    }

    private func hash(_ text: String?) -> UInt64? { text.map { FileEditing.hash(of: Array($0.utf8)) } }

    /// Edits files whose texts are known.
    @discardableResult
    private func put(_ edits: (name: String, old: String?, new: String)...) throws -> DraftOutcome {
        var files: [DraftRequest.File] = []
        for (index, edit) in edits.enumerated() {
            try drafts.write(edit.new, "edit-\(index)")
            files.append(DraftRequest.File(name: edit.name, hash: hash(edit.old), incoming: "edit-\(index)"))
        }
        defer { turn() }
        return try running.put(files, by: "phone")
    }

    private func code(_ body: () throws -> Void) -> DraftProblem.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? DraftProblem)?.code
        }
    }

    private static let renamed = second.replacing("Second", with: "Other")
    private static let faulty = "name: Second\nnumber: 200\nroutings: []\n"

    // MARK: In force

    @Test func aDraftWithoutErrorsIsInForceAndNotInItsFile() throws {
        #expect(!isModified)
        #expect(try put(("presets/2.yaml", Self.second, Self.renamed)) == .inForce)
        #expect(running.current.presetNames == ["First", "Other"] && isRunning && isModified)
        #expect(folder.text("presets/2.yaml") == Self.second)
        #expect(running.page.takeChanges() == [PageNews.Changed(by: "phone", names: ["presets/2.yaml"])])
        // The box takes the text away.
        #expect(!drafts.names.contains("edit-0"))
    }

    /// E1: the running preset is equal, so nothing is loaded and a mute by hand stays.
    @Test func aDraftOfAnotherPresetLoadsNothing() throws {
        let name = try #require(running.current.routingNames.firstIndex(of: "Low"))
        running.link.tell(.perform(.mute(UInt16(name), .on)))
        turn()
        try put(("presets/2.yaml", Self.second, Self.renamed))
        #expect(engine.router.switched.muted == 1 && runningName == "First")
    }

    @Test func aDraftWithErrorsIsNotInForce() throws {
        try put(("presets/2.yaml", Self.second, Self.renamed))
        #expect(try put(("presets/2.yaml", Self.renamed, Self.faulty)) == .errors)
        #expect(running.current.presetNames == ["First", "Other"] && isModified)
        let fault = running.page.faults.items?.first
        #expect(fault?["place"]?.text?.hasPrefix("presets/2.yaml:2:") == true && fault?["message"]?.text != nil)
        // The last good one goes on, also through a reload.
        running.reload()
        turn()
        #expect(running.current.presetNames == ["First", "Other"])
        #expect(try put(("presets/2.yaml", Self.faulty, Self.second)) == .inForce)
        #expect(running.page.faults == .array([]) && running.current.presetNames == ["First", "Second"])
    }

    @Test func otherHardwareNeedsANewStart() throws {
        let box = Self.box.replacing("match: k", with: "match: x")
        #expect(try put(("box.yaml", Self.box, box)) == .restart)
        #expect(running.page.needsRestart && !running.drafts.isInForce)
        // Saved all the same.
        #expect(running.saveDrafts(by: "").written == ["box.yaml"])
        #expect(folder.text("box.yaml") == box)
    }

    @Test func aStepOfSeveralFilesIsOne() throws {
        let box = Self.box + "setlist: [Other]\n"
        #expect(try put(("presets/2.yaml", Self.second, Self.renamed), ("box.yaml", Self.box, box)) == .inForce)
        #expect(running.drafts.stepCount == 1)
        #expect(try running.undoDraft(by: "") == .inForce)
        #expect(running.drafts.isUntouched && running.current.presetNames == ["First", "Second"])
    }

    @Test func anEditOfWhatSomebodyHasEditedIsRefused() throws {
        try put(("presets/2.yaml", Self.second, Self.renamed))
        #expect(code { try put(("presets/2.yaml", Self.second, Self.second + "# mine\n")) } == .changed)
        #expect(code { try put(("presets/2.yaml", nil, Self.second)) } == .changed)
        #expect(code { try put(("presets/3.yaml", "name: Third\n", Self.second)) } == .changed)
        #expect(running.drafts.stepCount == 1)
    }

    /// W6.
    @Test(arguments: ["../1.yaml", ".hidden.yaml", "presets/1.yml", "/etc/a.yaml", "out/a.yaml", "presets/link.yaml"])
    func onlyFilesOfTheFolderAreEdited(name: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/out", withDestinationPath: drafts.path)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/presets/link.yaml", withDestinationPath: drafts.path + "/a.yaml")
        try drafts.write("name: A\n", "a.yaml")
        #expect(code { try put((name, "name: A\n", "name: B\n")) } == .path)
        #expect(running.drafts.isUntouched)
    }

    @Test(arguments: ["../draft/row", "", ".edit", "a/b"]) func onlyIncomingTextsAreTaken(name: String) {
        let file = DraftRequest.File(name: "presets/2.yaml", hash: hash(Self.second), incoming: name)
        #expect(code { _ = try running.put([file], by: "") } == .path)
    }

    // MARK: Saving

    @Test func savingWritesAllDrafts() throws {
        let box = Self.box + "setlist: [Other, Third]\n"
        try put(
            ("presets/2.yaml", Self.second, Self.renamed), ("box.yaml", Self.box, box),
            ("presets/3.yaml", nil, "name: Third\nroutings: []\n"))
        let saved = running.saveDrafts(by: "")
        turn()
        #expect(saved.written == ["box.yaml", "presets/2.yaml", "presets/3.yaml"] && saved.left.isEmpty)
        #expect(folder.text("presets/2.yaml") == Self.renamed && folder.text("box.yaml") == box)
        #expect(folder.text("presets/3.yaml") == "name: Third\nroutings: []\n")
        #expect(folder.text("presets/2.yaml.before") == Self.second && !folder.names.contains(".treadle-edit"))
        #expect(running.drafts.isUntouched && !isModified)
        #expect(running.current.presetNames == ["First", "Other", "Third"])
    }

    /// The display's `Save`, a footswitch and `do save`.
    @Test func theActionSavesDraftsWithAMute() throws {
        let edited = Self.first.replacing("C2..C4", with: "C3..C4")
        try put(("presets/1.yaml", Self.first, edited))
        let name = try #require(running.current.routingNames.firstIndex(of: "Low"))
        running.link.tell(.perform(.mute(UInt16(name), .on)))
        running.link.tell(.perform(.save))
        turn()
        turn()
        let text = folder.text("presets/1.yaml")
        #expect(text?.contains("C3..C4") == true && text?.contains("mute: true") == true, "\(text ?? "")")
        #expect(running.drafts.isEmpty && !isModified)
    }

    @Test func aDraftWithErrorsIsLeft() throws {
        let edited = Self.first.replacing("C2..C4", with: "C3..C4")
        try put(("presets/1.yaml", Self.first, edited))
        try put(("presets/2.yaml", Self.second, Self.faulty))
        let saved = running.saveDrafts(by: "")
        turn()
        #expect(saved.written == ["presets/1.yaml"])
        #expect(saved.left.map { $0.name } == ["presets/2.yaml"] && saved.left.first?.problem.code == .errors)
        #expect(folder.text("presets/1.yaml") == edited && folder.text("presets/2.yaml") == Self.second)
        #expect(running.drafts.names == ["presets/2.yaml"] && isModified)
    }

    /// The edit of a good file that was made beside one with errors runs once it is saved.
    @Test func whatIsSavedRuns() throws {
        try put(("presets/2.yaml", Self.second, Self.faulty))
        #expect(try put(("presets/1.yaml", Self.first, Self.first.replacing("First", with: "Verse"))) == .errors)
        #expect(running.current.presetNames == ["First", "Second"])
        running.saveDrafts(by: "")
        turn()
        #expect(running.current.presetNames == ["Second", "Verse"] && isRunning)
    }

    @Test func aFileThatHasChangedOnDiskIsNotReplaced() throws {
        let mine = Self.second + "# mine\n"
        for side in [DraftRequest.Side.disk, .draft] {
            try folder.write(Self.second, "presets/2.yaml")
            try put(("presets/2.yaml", Self.second, Self.renamed))
            try folder.write(mine, "presets/2.yaml")
            let refused = running.saveDrafts(by: "")
            #expect(refused.written.isEmpty && refused.left.first?.problem.code == .disk)
            #expect(running.drafts.stepCount > 0)
            #expect(folder.text("presets/2.yaml") == mine)
            #expect(try running.chooseSide(side, "presets/2.yaml", by: "") == .inForce)
            turn()
            let saved = running.saveDrafts(by: "")
            #expect(saved.left.isEmpty && saved.written == (side == .disk ? [] : ["presets/2.yaml"]))
            #expect(folder.text("presets/2.yaml") == (side == .disk ? mine : Self.renamed))
        }
    }

    @Test func revertDropsDraftsAndUndoBringsThemBack() throws {
        try put(("presets/2.yaml", Self.second, Self.renamed))
        #expect(try running.revertDrafts(by: "") == .inForce)
        turn()
        #expect(running.drafts.isEmpty && running.current.presetNames == ["First", "Second"] && !isModified)
        #expect(try running.undoDraft(by: "") == .inForce)
        turn()
        #expect(running.current.presetNames == ["First", "Other"] && isModified)
        _ = try running.undoDraft(by: "")
        #expect(code { _ = try running.undoDraft(by: "") } == .nothing)
    }

    // MARK: Learnt values

    /// Learns the split of the running preset from two keys (M7).
    private func learn(_ low: UInt32, _ high: UInt32) throws {
        let preset = try #require(running.current.preset(named: "First"))
        running.learn(.value(place: 0, preset: preset, asked: 1, takes: 0))
        for key in [low, high] {
            let message = Message(0x2090_0064 | key << 8)
            let record = TraceRecord(packed: UInt64(TraceEvent.received.rawValue), message, time: treadle_now())
            running.hear(try #require(record))
        }
        turn()
    }

    private static let learnt = first.replacing("C2..C4", with: "C3..C4")

    @Test func aLearntValueBecomesADraftBeforeTheNextOne() throws {
        try learn(48, 60)
        #expect(running.learning.learnt.newestStep != nil)
        #expect(try put(("presets/2.yaml", Self.second, Self.renamed)) == .inForce)
        #expect(running.drafts.names == ["presets/1.yaml", "presets/2.yaml"] && running.drafts.stepCount == 2)
        #expect(running.drafts.bytes(of: "presets/1.yaml") == Array(Self.learnt.utf8))
        #expect(try running.undoDraft(by: "") == .inForce)
        #expect(running.drafts.names == ["presets/1.yaml"])
        #expect(try running.undoDraft(by: "") == .inForce)
        #expect(running.drafts.isUntouched)
    }

    /// The text that was edited lacks the learnt value: the page has to edit the new one.
    @Test func anEditOfTheLearntFileIsRefusedOnce() throws {
        try learn(48, 60)
        let edited = Self.first.replacing("First", with: "Verse")
        #expect(code { try put(("presets/1.yaml", Self.first, edited)) } == .changed)
        #expect(running.drafts.bytes(of: "presets/1.yaml") == Array(Self.learnt.utf8))
        let both = Self.learnt.replacing("First", with: "Verse")
        #expect(try put(("presets/1.yaml", Self.learnt, both)) == .inForce)
    }

    @Test func undoTakesBackTheNewestOfBoth() throws {
        try put(("presets/2.yaml", Self.second, Self.renamed))
        try learn(48, 60)
        #expect(running.learning.learnt.newestStep != nil)
        #expect(try running.undoDraft(by: "") == .inForce)
        turn()
        #expect(running.learning.learnt.newestStep == nil && running.drafts.stepCount == 1 && isModified)
    }

    @Test func nothingIsLearntBesideADraftWithErrors() throws {
        try put(("presets/2.yaml", Self.second, Self.faulty))
        try learn(48, 60)
        #expect(running.learning.learnt.newestStep == nil)
        try put(("presets/2.yaml", Self.faulty, Self.second))
        try learn(48, 60)
        #expect(running.learning.learnt.newestStep == 1)
    }

    // MARK: A new start

    @Test func aNewStartHasTheDraftsInForce() throws {
        try put(("presets/2.yaml", Self.second, Self.renamed))
        try put(("presets/2.yaml", Self.renamed, Self.faulty))
        var next = left
        let configuration = try #require(ReportedConfiguration.load(folder.path, with: &next))
        #expect(configuration.presetNames == ["First", "Other"] && next.names == ["presets/2.yaml"])
        // The files on disk do not go with the drafts any more.
        try folder.write("name: Other\nroutings: []\n", "presets/3.yaml")
        let without = try #require(ReportedConfiguration.load(folder.path, with: &next))
        #expect(without.presetNames == ["First", "Other", "Second"] && next.inForce.isEmpty && !next.isEmpty)
    }

    // MARK: Presets

    private func short(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? PresetEditing.Problem)?.short
        }
    }

    @Test func presetsAreEditedAndTakenBack() throws {
        let files = folder.names
        let requests: [PresetRequest] = [
            .new("New", after: "Second"), .duplicate("Second", as: "Copy"), .rename("Second", to: "Other"),
            .number("Second", 1), .delete("Second"),
        ]
        let after = [
            ["First", "New", "Second"], ["Copy", "First", "Second"], ["First", "Other"], ["First", "Second"], ["First"],
        ]
        for (request, names) in zip(requests, after) {
            let step = try running.edit(request)
            turn()
            #expect(running.current.presetNames == names && runningName == "First", "\(request)")
            #expect(try running.edit(.undo(step)) == step)
            turn()
            #expect(running.current.presetNames == ["First", "Second"], "\(request)")
            #expect(folder.text("presets/1.yaml") == Self.first && folder.text("presets/2.yaml") == Self.second)
            #expect(short { _ = try running.edit(.undo(step)) } == "nothing to undo")
        }
        #expect(folder.names.filter { !$0.hasSuffix(".before") } == files)
    }

    @Test func theRunningPresetIsRenamedWithoutALoad() throws {
        let name = try #require(running.current.routingNames.firstIndex(of: "Low"))
        running.link.tell(.perform(.mute(UInt16(name), .on)))
        turn()
        let step = try running.edit(.rename("First", to: "Verse"))
        turn()
        #expect(runningName == "Verse" && engine.router.switched.muted == 1)
        _ = try running.edit(.undo(step))
        turn()
        #expect(runningName == "First" && engine.router.switched.muted == 1)
    }

    @Test func onlyTheNewest8EditsAreTakenBack() throws {
        var steps: [Int] = []
        for number in 3...11 {
            steps.append(try running.edit(.number("Second", number)))
            turn()
        }
        #expect(short { _ = try running.edit(.undo(steps[0])) } == "nothing to undo")
        // An older edit than the newest one has left other bytes.
        #expect(short { _ = try running.edit(.undo(steps[1])) } == "files changed")
        for step in steps[1...].reversed() {
            _ = try running.edit(.undo(step))
            turn()
        }
        #expect(folder.text("presets/2.yaml")?.contains("number: 3\n") == true)
    }

    @Test(arguments: [
        (PresetRequest.rename("Second", to: "First"), "name is taken"),
        (.delete("None"), "no such preset"), (.new("X", after: "None"), "no such preset"),
    ])
    func refusalsAreThoseOfTheMenu(request: PresetRequest, short: String) {
        #expect(self.short { _ = try running.edit(request) } == short)
    }

    @Test func aPresetWithADraftIsNotEditedBeforeItIsSaved() throws {
        try put(("presets/2.yaml", Self.second, Self.renamed))
        #expect(short { _ = try running.edit(.number("Other", 5)) } == "save first")
        // Another one is.
        _ = try running.edit(.rename("First", to: "Verse"))
        turn()
        #expect(folder.text("presets/1.yaml") == Self.first.replacing("First", with: "Verse"))
        running.saveDrafts(by: "")
        turn()
        #expect(short { _ = try running.edit(.number("Other", 5)) } == nil)
    }
}
