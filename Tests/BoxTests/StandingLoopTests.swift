import CPlatform
import Foundation
import Testing

/// E3: a stuck loop, or a stuck control thread, in a running box.
@Suite struct StandingLoopTests {
    private typealias Trace = @convention(c) (Int, pid_t, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int

    private static let seize = 0x4206
    private static let interrupt = 0x4207
    private static let allThreads: Int32 = 0x4000_0000
    /// The call in which the control thread waits: poll(2), on machines without it ppoll(2).
    #if arch(x86_64)
        private static let controlWait = "7 "
    #else
        private static let controlWait = "73 "
    #endif

    /// The watchdog finds it (E3).
    @Test func stuckLoopEndsTheBox() throws {
        let bench = try HoldingBox()
        let thread = try #require(loopThread(of: bench.box.number))
        try stop(thread)
        try #require(isGone(thread))
        let end = bench.box.ended()
        #expect(end.status == 3 && end.errors.contains("the loop has not answered for a second"), "\(end)")
    }

    /// E5: a box that has to end waits for its loop no longer than the watchdog does.
    @Test(arguments: [SIGTERM, SIGINT]) func stuckLoopDoesNotPreventTheEnd(signal: Int32) throws {
        let bench = try HoldingBox()
        let thread = try #require(loopThread(of: bench.box.number))
        try stop(thread)
        bench.box.signal(signal)
        try #require(isGone(thread))
        let end = bench.box.ended()
        #expect(end.status == 3 && end.errors.contains("the loop has not ended"), "\(end)")
    }

    /// E3: the loop finds it. It ends what sounds before it ends the box, which is not stopped from outside.
    @Test func hangingControlThreadEndsTheBox() throws {
        let bench = try HoldingBox()
        // The first thread has the number of its process. It waits once it has asked the loop: before its first
        // question the loop does not miss it.
        let wait = StandingLoopTests.controlWait
        _ = try #require(thread(of: bench.box.number, inCall: wait, named: "\(bench.box.number)"))
        try stop(bench.box.number)
        #expect(bench.output.receive(3) == [0x80, 60, 64])
        let end = bench.box.ended()
        #expect(end.status == 3 && end.errors.contains("the control thread has not answered for 10 seconds"), "\(end)")
    }

    /// Stops a thread as a debugger does it, and returns once it stands; all other threads go on.
    private func stop(_ thread: Int32) throws {
        let trace = unsafeBitCast(try #require(dlsym(nil, "ptrace")), to: Trace.self)
        try #require(trace(StandingLoopTests.seize, thread, nil, nil) == 0)
        try #require(trace(StandingLoopTests.interrupt, thread, nil, nil) == 0)
        var status: Int32 = 0
        try #require(waitpid(thread, &status, StandingLoopTests.allThreads) == thread && status & 0x7F == 0x7F)
    }

    /// Waits for the end of a thread, for a minute: the kernel keeps a traced one until its tracer has heard of its
    /// end.
    private func isGone(_ thread: Int32) -> Bool {
        (0..<6000).contains { _ in
            var status: Int32 = 0
            let heard = waitpid(thread, &status, StandingLoopTests.allThreads | WNOHANG)
            if heard == 0 { usleep(10_000) }
            return heard != 0
        }
    }

    /// The only one that waits in epoll_pwait2(2), 441: with that number `/proc/PID/task/TID/syscall` begins.
    private func loopThread(of process: Int32) -> Int32? { thread(of: process, inCall: "441 ") }

    /// Waits, for a minute, for a thread that waits in a system call.
    private func thread(of process: Int32, inCall number: String, named only: String? = nil) -> Int32? {
        let folder = "/proc/\(process)/task"
        for _ in 0..<6000 {
            for name in only.map({ [$0] }) ?? (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                let call = (try? String(contentsOfFile: "\(folder)/\(name)/syscall", encoding: .utf8)) ?? ""
                if call.hasPrefix(number) { return Int32(name) }
            }
            usleep(10_000)
        }
        return nil
    }
}
