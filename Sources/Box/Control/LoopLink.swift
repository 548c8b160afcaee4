import CPlatform
import Host
import Loop

/// The control thread's link to the loop: sends commands, owns the loop's thread and watches its signs of life.
final class LoopLink {
    let loopAddress: UnsafeMutablePointer<Loop>
    /// Commands that did not fit into the loop's ring yet, in order.
    private var pending: [LoopCommand] = []
    /// Closures to run when the loop has handled `counts` of the `count` commands, in order.
    private var waits: [(counts: UInt64, body: () -> Void)] = []
    /// Number of `count` commands that were sent.
    private var asked: UInt64 = 0
    private var watchdog = LoopWatchdog()
    private var thread = pthread_t()

    /// Milliseconds between requests for a sign of life.
    static let beatTime: Int32 = 500

    init(_ loop: Loop) {
        loopAddress = .allocate(capacity: 1)
        loopAddress.initialize(to: loop)
    }

    var loop: Loop {
        @inline(__always) unsafeAddress { UnsafePointer(loopAddress) }
        @inline(__always) unsafeMutableAddress { loopAddress }
    }

    /// Event that the loop signals when it has a report.
    var descriptor: Int32 { loop.controlWake }

    /// Clears the loop's wake-up, so that `descriptor` is quiet until the next report.
    func clear() { treadle_event_clear(loop.controlWake) }

    func wake() { treadle_event_signal(loop.wake) }

    /// The loop's counters.
    var counters: LoopCounters { loop.counters.read() }

    /// The plan and preset that the loop runs.
    var running: LoopReports.Running { loop.reports.running.read() }
}

// MARK: - Commands

extension LoopLink {
    /// Sends a command to the loop. If the loop's ring is full, the command waits in order.
    func tell(_ command: LoopCommand) {
        pending.append(command)
        tellPending()
    }

    /// Sends the waiting commands that fit into the loop's ring now.
    func tellPending() {
        var told = 0
        while told < pending.count && loop.commands.push(pending[told]) { told += 1 }
        if told == 0 { return }
        pending.removeFirst(told)
        wake()
    }

    /// Runs a closure when the loop has handled all commands so far and published their results.
    func afterwards(_ body: @escaping () -> Void) {
        asked += 1
        waits.append((asked, body))
        tell(.count)
    }

    /// Runs the closures whose `count` commands the loop has handled.
    func finishCounts() {
        let counts = counters.counts
        while let next = waits.first, next.counts <= counts {
            waits.removeFirst()
            next.body()
        }
    }

    /// Milliseconds until waiting commands are tried again; the loop does not signal room in its ring.
    var retryTime: Int32 { pending.isEmpty ? Int32.max : 2 }
}

// MARK: - Life and end

extension LoopLink {
    /// Starts the loop's thread.
    func start(isRealtime: Bool) {
        loop.isRealtime = isRealtime
        endsWithoutMemory()
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            let loop = context!.assumingMemoryBound(to: Loop.self)
            if loop.pointee.isRealtime { Realtime.claim() }
            loop.pointee.run()
            if loop.pointee.state.failure == .controlHangs { LoopLink.endWithoutControl() }
            return nil
        }
        let error = treadle_thread_start(&thread, body, loopAddress, 128 * 1024)
        if error != 0 { Console.error("treadle: the loop: \(String(cString: treadle_error_message(error)))\n") }
    }

    /// Ends the process for a control thread that hangs (E3). The loop has ended all notes; process 1 or systemd starts
    /// another box.
    private static func endWithoutControl() -> Never {
        treadle_count_allocations(0)
        Console.error("treadle: the control thread has not answered for \(controlSeconds) seconds\n")
        QueuedOutput.flush()
        _exit(ExitStatus.unusable.rawValue)
    }

    private static let controlSeconds = (LoopLimits.controlTime + LoopLimits.controlGrace) / 1_000_000_000

    /// Installs a handler for failed allocations: the loop ends all notes, then the process exits instead of trapping.
    private func endsWithoutMemory() {
        LoopLink.running = loopAddress
        treadle_when_out_of_memory {
            guard let loop = LoopLink.running else { return }
            loop.pointee.endWithoutMemory()
            // Only a stuck loop takes longer.
            let limit = treadle_now() + 2 * Loop.endTime
            while !loop.pointee.reports.ended.read() && treadle_now() < limit { treadle_pause_us(1000) }
            let words: StaticString = "treadle: no memory is left\n"
            _ = treadle_write(2, words.utf8Start, words.utf8CodeUnitCount)
            _exit(ExitStatus.unusable.rawValue)
        }
    }

    /// The loop that `endsWithoutMemory` ends. Set once, before other threads start.
    nonisolated(unsafe) private static var running: UnsafeMutablePointer<Loop>?

    /// Asks the loop for a sign of life and returns whether the loop is stuck (E3). A stuck loop cannot be stopped, so
    /// the process has to end, and process 1 starts another process.
    func isStuck(at now: UInt64) -> Bool {
        let counters = counters
        switch watchdog.look(counters.answers, LoopWatchdog.Thread(counters.thread), at: now) {
        case .ask: tell(.beat)
        case .wait: break
        case .stuck: return true
        }
        return false
    }

    /// Forgets the last request for a sign of life, because the process was suspended by hand.
    func forgetRequest() { watchdog.forget() }

    /// Waits until the loop has ended. The loop has `Loop.endTime` to send the rest. After that, a loop that does
    /// not answer for a second is stuck.
    ///
    /// - Returns: false if the loop is stuck.
    func ends() -> Bool {
        var watchdog = LoopWatchdog()
        let isDue = treadle_now() + Loop.endTime
        while !loop.reports.ended.read() {
            if PollSet.isReadable(descriptor, within: min(LoopLink.beatTime, retryTime)) { clear() }
            tellPending()
            let now = treadle_now()
            let counters = counters
            if now >= isDue, watchdog.look(counters.answers, LoopWatchdog.Thread(counters.thread), at: now) == .stuck {
                return false
            }
        }
        return true
    }

    /// Joins the loop's thread after the loop has ended, and closes the ports.
    func close() {
        _ = treadle_thread_join(thread)
        loop.closePorts()
    }
}
