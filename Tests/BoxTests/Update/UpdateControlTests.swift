import CPlatform
import Foundation
import HostSupport
import Panel
import Testing

@testable import Box
@testable import Upkeep

/// I5: what the box makes of the lines of its child, a shell script here.
@Suite struct UpdateControlTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func control(_ script: String) throws -> UpdateControl { try UpdateControl(script: script, in: folder) }

    /// Serves the child until it has ended, and returns all states.
    private func states(_ control: UpdateControl) -> [UpdateControl.State] {
        var states: [UpdateControl.State] = []
        while control.descriptor >= 0 {
            var ready: UInt32 = 0
            _ = treadle_poll([control.descriptor], 1, 0, 10_000, &ready)
            if ready == 0 { break }
            if control.serve() { states.append(control.state) }
        }
        return states
    }

    @Test func theVersionThatWasFoundIsKept() throws {
        let control = try control(#"[ "$*" = "update --check" ] && echo found 0.2.0 newer raspberry-pi /owner/f"#)
        #expect(control.look() && control.state == .looking)
        #expect(!control.look(), "one child at a time")
        #expect(states(control) == [.found(UpdateVersion("0.2.0")!, .newer)])
        #expect(control.look(), "again when it has ended")
    }

    @Test func installingShowsHowFarItIs() throws {
        let control = try control(
            #"[ "$*" = "update --downgrade --  keys -x" ] && "#
                + "echo found 0.0.9 older b f && echo progress 7 && echo armed 0.0.9"
        )
        control.install(allowsDowngrade: true, ports: ["keys", "-x"])
        #expect(control.state == .writing(percent: 0))
        #expect(states(control).last == .armed)
    }

    @Test func aRefusalIsShownInItsWords() throws {
        let control = try control("echo fault its key is not trusted; echo refused KEY NOT TRUSTED; exit 1")
        control.look()
        #expect(states(control) == [.refused("KEY NOT TRUSTED")])
        #expect(control.fault == "its key is not trusted")
        control.look()
        #expect(control.fault == nil, "forgotten by the next")
    }

    @Test func aChildThatEndsWithoutAWordHasFailed() throws {
        let control = try control("exit 134")
        control.look()
        #expect(states(control) == [.refused("UPDATE FAILED")])
        #expect(control.fault == "its installer ended unexpectedly")
        control.install(allowsDowngrade: false, ports: [])
        #expect(states(control).last == .refused("UPDATE FAILED"))
    }

    @Test func aTrialIsEnded() throws {
        let control = try control(#"[ "$2" = --commit ] && echo committed 0.2.0"#)
        control.commit()
        #expect(states(control) == [.committed])
    }

    /// The words of each refusal fit the display, and its reason the menu's `Faults`.
    @Test func wordsFitTheDisplay() {
        let all: [UpdateProblem] = [
            .noFile, .notAnUpdate, .cut, .unsigned, .otherKey, .damaged, .noKeys, .otherBoard("pc"),
            .older(UpdateVersion("0.0.1")!), .tooLarge, .noDisk, .trialRuns, .noSelector("f"), .changed, .readBack,
            .nothingIsKept, .device("f", -5),
        ]
        for problem in all {
            #expect(problem.words.utf8.count <= 16 && !problem.message.isEmpty)
            if problem.isFault {
                #expect(FaultLines.update("", problem.message, columns: 16).count <= PanelLimits.updateFaultRows)
            }
        }
    }
}

extension UpdateControl {
    /// A control whose child is a script. The script has its words in `$*`.
    convenience init(script: String, in folder: TemporaryFolder) throws {
        try folder.write("#!/bin/sh\n\(script)\n", "script")
        try folder.installProgram("script", as: "child")
        self.init(executable: folder.path + "/child")
    }
}
