import CPlatform
import Foundation
import Testing

/// E3 on a running box: a loop that truly stands.
@Suite struct StandingLoopTests {
    private typealias Trace = @convention(c) (Int, pid_t, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int

    private static let seize = 0x4206
    private static let interrupt = 0x4207
    private static let allThreads: Int32 = 0x4000_0000

    /// Its thread is stopped as a debugger does it; all others go on.
    @Test func endsTheBoxSoThatAnotherIsStarted() throws {
        let trace = unsafeBitCast(try #require(dlsym(nil, "ptrace")), to: Trace.self)
        let (input, output) = (try #require(Line()), try #require(Line()))
        let file = try TemporaryFile(
            """
            treadle: 1
            ports: { keys: { uart: "\(input.path)", direction: in }, out: { uart: "\(output.path)", direction: out } }
            presets: [{ name: A, number: 1, routings: [{ from: [keys], to: [out] }] }]

            """)
        let box = try RunningBox(["run", "--no-realtime", file.path])
        #expect(box.says("keys: in at", "out: out at"), "\(box.said)")
        input.send([0x90, 60, 100])
        #expect(output.receive(3) == [0x90, 60, 100])
        let thread = try #require(loopThread(of: box.number))
        try #require(trace(StandingLoopTests.seize, thread, nil, nil) == 0)
        try #require(trace(StandingLoopTests.interrupt, thread, nil, nil) == 0)
        // The kernel keeps a traced thread until its tracer has heard of its end.
        let isGone = (0..<6000).contains { _ in
            var status: Int32 = 0x7F
            let heard = waitpid(thread, &status, StandingLoopTests.allThreads | WNOHANG)
            if heard == 0 { usleep(10_000) }
            // Stopped, as it was told to be, is not gone.
            return heard < 0 || heard == thread && status & 0x7F != 0x7F
        }
        try #require(isGone)
        let end = box.ended()
        #expect(end.status == 3 && end.errors.contains("the loop has made no progress for a second"), "\(end)")
    }

    /// The only one that waits in epoll_pwait2(2), 441: with that number `/proc/PID/task/TID/syscall` begins.
    private func loopThread(of process: Int32) -> Int32? {
        let folder = "/proc/\(process)/task"
        for _ in 0..<6000 {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                let call = (try? String(contentsOfFile: "\(folder)/\(name)/syscall", encoding: .utf8)) ?? ""
                if call.hasPrefix("441 ") { return Int32(name) }
            }
            usleep(10_000)
        }
        return nil
    }
}
