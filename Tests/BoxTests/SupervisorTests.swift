import Testing

@testable import Box

/// Process 1 of an appliance, and a command that is process 1 of a container.
@Suite struct SupervisorTests {
    @Test(arguments: [
        (["/init"], 1, true), (["/init", "unknown-word"], 1, true), (["/bin/treadle", "run", "--appliance"], 1, true),
        (["/init"], 2, false), (["treadle", "run", "--appliance", "/etc/treadle"], 2, false),
        (["treadle"], 1, false), (["treadle", "--version"], 1, false), (["treadle", "run", "box"], 1, false),
        (["treadle", "check", "--appliance"], 1, false), ([], 1, false),
    ])
    func processOneIsAnApplianceOnlyWhenAsked(_ words: [String], _ process: Int32, _ isWanted: Bool) {
        #expect(Supervisor.isWanted(words, process: process) == isWanted)
    }
}
