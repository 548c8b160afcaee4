import Bluetooth
import CPlatform
import HostSupport
import Testing

@testable import Box

/// The process of Bluetooth and the sockets to it, with scripts in its place.
@Suite struct RadioProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder([:]) }

    private func process(_ script: String) throws -> RadioProcess {
        try folder.write("#!/bin/sh\n\(script)\n", "script")
        try folder.installProgram("script", as: "radio")
        return RadioProcess(executable: "\(folder.path)/radio")
    }

    /// Waits for the next line, at most a minute.
    private func next(_ process: RadioProcess) -> String? {
        let limit = treadle_now() + 60_000_000_000
        while treadle_now() < limit && !process.isLost {
            if let (line, passed) = process.next() {
                if passed >= 0 { close(passed) }
                return String(decoding: line, as: UTF8.self)
            }
            treadle_pause_us(1000)
        }
        return nil
    }

    /// A packet is a line, in both directions, at the descriptor that the command line names.
    @Test func linesGoBothWays() throws {
        let process = try process("test \"$1 $2\" = \"bluetooth-process 3\" && exec cat <&3 >&3")
        #expect(process.start() == nil && process.child > 0)
        process.send("pong 1")
        process.send("pong 2")
        #expect(next(process) == "pong 1")
        #expect(next(process) == "pong 2")
        process.drop()
        #expect(process.descriptor == -1 && process.child == -1)
    }

    @Test func processThatEndsIsLost() throws {
        let process = try process("exit 0")
        #expect(process.start() == nil)
        #expect(next(process) == nil && process.isLost)
        process.drop()
        #expect(process.start() == nil)
    }

    /// Lines that a process does not read wait, and then it counts as hanging.
    @Test func processThatDoesNotReadIsLost() throws {
        let process = try process("exec sleep 60")
        #expect(process.start() == nil)
        let line = "name " + String(repeating: "n", count: 1000)
        for _ in 0..<100_000 where !process.isLost { process.send(line) }
        #expect(process.isLost && process.isWaiting)
        process.drop()
        #expect(!process.isWaiting && !process.isLost)
    }

    /// At the end of the box the process disconnects its peers; one that does not end is killed.
    @Test(arguments: ["dd bs=1024 count=1 <&3 >/dev/null 2>&1", "trap '' TERM; exec sleep 60"])
    func processIsEnded(script: String) throws {
        let process = try process(script)
        #expect(process.start() == nil)
        process.end()
        #expect(process.child == -1 && process.descriptor == -1)
    }

    @Test func missingProgramIsAReason() {
        #expect(RadioProcess(executable: "/nowhere/radio").start() != nil)
    }
}
