import HostSupport
import Testing

@testable import Box
@testable import Upkeep

/// I5: the trial of a version: what a start makes of the note, and when the trial succeeds.
@Suite struct TrialTests {
    private let note = TrialNote(.armed, slot: 3, version: UpdateVersion("0.2.0")!, ports: ["keys", "my port"])

    @Test func theNoteIsReadAsItWasWritten() {
        #expect(TrialNote(Array(note.text.utf8)) == note)
        #expect(TrialNote([]) == nil)
        #expect(TrialNote(Array("state armed\nslot 4\nversion 0.2.0\nway flag\n".utf8)) == nil)
        #expect(TrialNote(Array("state armed\nslot 3\nversion 0.2\nway flag\n".utf8)) == nil)
        #expect(TrialNote(Array("state armed\nslot 3\n".utf8)) == nil)
    }

    @Test func aStartOfTheNewSlotIsTheTrial() {
        var (begun, written) = (note, note)
        (begun.state, written.state) = (.begun, .written)
        // A cut between the selector's write and the last of the note.
        #expect(TrialStart(written, running: 3, .grubenv) == .trial(begun))
        #expect(TrialStart(note, running: 3, .autoboot) == .trial(begun))
        // A cut between the commit and the removal of the note: the trial is repeated and ends again.
        #expect(TrialStart(begun, running: 3, .grubenv) == .trial(begun))
    }

    @Test func aStartOfTheOldSlotAfterTheTrialIsItsFailure() {
        var begun = note
        begun.state = .begun
        #expect(TrialStart(begun, running: 2, .autoboot) == .failed(note.version))
        #expect(TrialStart(begun, running: 2, .grubenv) == .failed(note.version))
        #expect(TrialStart(note, running: 2, .grubenv) == .failed(note.version))
    }

    /// On a Pi too, for which no restart was asked yet.
    @Test(arguments: [TrialNote.State.writing, .written]) func aStartAfterACutBeforeTheTrialIsNone(
        state: TrialNote.State
    ) {
        let cut = TrialNote(state, slot: 3, version: note.version, ports: [])
        #expect(TrialNote(Array(cut.text.utf8)) == cut)
        #expect(TrialStart(cut, running: 2, .autoboot) == .cut(note.version))
        #expect(TrialStart(cut, running: 2, .grubenv) == .cut(note.version))
    }

    /// A box without a menu is not restarted, so nobody has asked a Pi's firmware yet.
    @Test func aPiAsksForTheTrialAtItsNextStart() {
        var (waiting, asked) = (note, note)
        (waiting.way, asked.way) = (.nextStart, .flag)
        #expect(TrialNote(Array(waiting.text.utf8)) == waiting)
        #expect(TrialStart(waiting, running: 2, .autoboot) == .restart(asked))
        #expect(asked.restart == "0 tryboot")
        #expect(TrialStart(waiting, running: 2, .grubenv) == .failed(note.version))
    }

    @Test func theVersionWhoseTrialFailedIsRememberedUntilItIsForgotten() throws {
        let folder = try TemporaryFolder()
        let failed = FailedUpdate(folder: folder.path)
        #expect(failed.version == nil)
        failed.remember(note.version)
        failed.remember(UpdateVersion("0.3.0")!)
        #expect(FailedUpdate(folder: folder.path).version == UpdateVersion("0.3.0"))
        failed.forget()
        #expect(failed.version == nil && folder.names.isEmpty)
    }

    @Test func aPiThatDoesNotKnowTryBootIsAskedOnceMoreByPartition() {
        var again = note
        again.way = .partition
        #expect(TrialStart(note, running: 2, .autoboot) == .restart(again))
        #expect(again.restart == "3")
        #expect(TrialStart(again, running: 2, .autoboot) == .failed(note.version))
    }

    @Test func withoutNoteOrSlotAStartIsOrdinary() {
        #expect(TrialStart(nil, running: 2, .autoboot) == .ordinary)
        #expect(TrialStart(note, running: nil, nil) == .ordinary)
    }

    @Test func theTrialSucceedsAfter30SecondsWithAllPorts() {
        var watch = TrialWatch(ports: ["keys", "din"])
        let second: UInt64 = 1_000_000_000
        #expect(!watch.hasSucceeded(at: 100 * second) { $0 == "din" })
        #expect(!watch.hasSucceeded(at: 140 * second) { _ in true })
        #expect(!watch.hasSucceeded(at: 169 * second) { _ in true })
        // A port that goes begins the time anew.
        #expect(!watch.hasSucceeded(at: 170 * second) { $0 == "keys" })
        #expect(!watch.hasSucceeded(at: 171 * second) { _ in true })
        #expect(!watch.hasSucceeded(at: 200 * second) { _ in true })
        #expect(watch.hasSucceeded(at: 201 * second) { _ in true })
    }
}

/// I6
@Suite struct HardwareWatchdogTests {
    @Test func theHardwaresIsPreferred() {
        let soft = (name: "watchdog0", identity: "Software Watchdog")
        let hard = (name: "watchdog1", identity: "Broadcom BCM2835 Watchdog timer")
        #expect(HardwareWatchdog.chosen(among: [soft, hard]) == "watchdog1")
        #expect(HardwareWatchdog.chosen(among: [soft]) == "watchdog0")
        #expect(HardwareWatchdog.chosen(among: []) == nil)
    }
}
