import CPlatform
import Foundation
import Testing

@testable import Box

/// A running box whose output is not read goes on.
@Suite struct OutputTests {
    /// A box between two serial lines, with a warning to say, and with these as standard output and error.
    private final class Bench {
        let (input, output): (Line, Line)
        let file: TemporaryFile
        let process = Process()
        let socket = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString).sock"

        init(saysTo descriptor: Int32) throws {
            input = try #require(Line())
            output = try #require(Line())
            file = try TemporaryFile(
                """
                treadle: 1
                ports: { keys: { uart: "\(input.path)", direction: in }, out: { uart: "\(output.path)", direction: \
                out } }
                presets: [{ name: A, number: 1, routings: [{ from: [keys], to: [out, out] }] }]

                """)
            let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            // This process ignores SIGPIPE, which the box would inherit.
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [
                "--default-signal=PIPE", folder.appendingPathComponent("treadle").path, "run", "--no-realtime",
                "--socket", socket, file.path,
            ]
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle(fileDescriptor: descriptor)
            process.standardError = FileHandle(fileDescriptor: descriptor)
            try process.runUnmasked()
        }

        deinit {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            process.waitUntilExit()
            unlink(socket)
        }

        /// False when it does not come true within a minute.
        func becomes(_ isTrue: () -> Bool) -> Bool {
            for _ in 0..<6000 {
                if isTrue() { return true }
                usleep(10_000)
            }
            return false
        }

        /// Once it greets programs it routes.
        var answers: Bool {
            becomes { !process.isRunning || BoxConnection(socket, isOnlyAsked: true) != nil } && process.isRunning
        }

        /// The signals that it holds until it reads them, a bit each.
        var heldSignals: UInt64 {
            let status = try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
            let line = status?.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
            return line.flatMap { UInt64($0.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) } ?? 0
        }

        func end() -> Int32? {
            kill(process.processIdentifier, SIGTERM)
            return becomes { !process.isRunning } ? process.terminationStatus : nil
        }
    }

    /// The writing end of a pipe without room, whose reader does nothing.
    private func fullPipe() throws -> [Int32] {
        var ends: [Int32] = [0, 0]
        try #require(treadle_pipe(&ends) == 0)
        let bytes = [UInt8](repeating: 0, count: 4096)
        while write(ends[1], bytes, bytes.count) > 0 {}
        while write(ends[1], bytes, 1) > 0 {}
        // The box is to meet a pipe as a shell makes it.
        try #require(fcntl(ends[1], F_SETFL, 0) == 0)
        return ends
    }

    @Test func boxWithUnreadOutputRoutesAndEnds() throws {
        let ends = try fullPipe()
        defer { for end in ends { close(end) } }
        let bench = try Bench(saysTo: ends[1])
        try #require(bench.answers)
        for number in [SIGUSR1, SIGHUP] { kill(bench.process.processIdentifier, number) }
        bench.input.send([0x90, 60, 100])
        #expect(bench.output.receive(3) == [0x90, 60, 100])
        // The box has written all its output by then.
        try #require(bench.answers)
        #expect(bench.end() == 0)
    }

    /// SIGHUP and SIGUSR1 come whenever somebody sends them, such as while the configuration is still read.
    @Test func signalsAreBlockedBeforeTheFirstOutput() throws {
        let ends = try fullPipe()
        defer { for end in ends { close(end) } }
        let bench = try Bench(saysTo: ends[1])
        let wanted: UInt64 = [SIGHUP, SIGINT, SIGUSR1, SIGTERM].reduce(0) { $0 | 1 << UInt64($1 - 1) }
        try #require(bench.becomes { bench.heldSignals & wanted == wanted })
        for number in [SIGUSR1, SIGHUP] { kill(bench.process.processIdentifier, number) }
        #expect(bench.answers && bench.end() == 0)
    }

    @Test func closedOutputDoesNotEndTheBox() throws {
        var ends: [Int32] = [0, 0]
        try #require(treadle_pipe(&ends) == 0 && fcntl(ends[1], F_SETFL, 0) == 0)
        let bench = try Bench(saysTo: ends[1])
        close(ends[1])
        try #require(bench.answers)
        bench.input.send([0x90, 60, 100])
        #expect(bench.output.receive(3) == [0x90, 60, 100])
        close(ends[0])
        for number in [SIGUSR1, SIGHUP] { kill(bench.process.processIdentifier, number) }
        try #require(bench.answers)
        bench.input.send([0x80, 60, 64])
        #expect(bench.output.receive(3) == [0x80, 60, 64])
        #expect(bench.end() == 0)
    }

    /// A box that was stopped takes no connection once as many wait as it has room for.
    @Test func stoppedBoxDelaysNoProgram() throws {
        let path = FileManager.default.temporaryDirectory.path + "/treadle-\(UUID().uuidString).sock"
        let listener = treadle_socket_listen(path)
        try #require(listener >= 0)
        defer {
            close(listener)
            unlink(path)
        }
        var waiting: [Int32] = []
        defer { for one in waiting { close(one) } }
        while true {
            let one = treadle_socket_connect(path, 1)
            if one < 0 {
                #expect(one == -EAGAIN)
                break
            }
            waiting.append(one)
        }
        #expect(ControlServer(path) == nil)
        #expect(access(path, F_OK) == 0, "it is the other box's")
    }
}
