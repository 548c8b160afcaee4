import CPlatform
import Loop

/// The control thread's end of the loop: its commands, its thread and its signs of life.
final class LoopLink {
    let loop: UnsafeMutablePointer<Loop>
    /// Commands for which the loop had no room yet, in order.
    private var untold: [LoopCommand] = []
    private var life = LoopLife()
    private var thread = pthread_t()

    /// Milliseconds between questions for a sign of life.
    static let beatTime: Int32 = 500

    init(_ loop: Loop) {
        self.loop = .allocate(capacity: 1)
        self.loop.initialize(to: loop)
    }

    /// Signalled when the loop has something to tell.
    var descriptor: Int32 { loop.pointee.controlWake }

    /// Reads the signal of `descriptor`.
    func clear() { treadle_event_clear(loop.pointee.controlWake) }

    func wake() { treadle_event_signal(loop.pointee.wake) }

    /// What the loop counts.
    var counters: LoopCounters { loop.pointee.counters.read() }

    /// The program and preset that run.
    var running: LoopReports.Running { loop.pointee.reports.running.read() }
}

// MARK: - Commands

extension LoopLink {
    /// Gives the loop a command; while its ring is full, later and in order.
    func tell(_ command: LoopCommand) {
        untold.append(command)
        tellAgain()
    }

    /// Gives the loop the commands for which it has room now.
    func tellAgain() {
        var told = 0
        while told < untold.count && loop.pointee.commands.push(untold[told]) { told += 1 }
        if told == 0 { return }
        untold.removeFirst(told)
        wake()
    }

    /// Milliseconds after which there may be room for commands: the loop does not say so.
    var tellingTime: Int32 { untold.isEmpty ? Int32.max : 2 }
}

// MARK: - Life and end

extension LoopLink {
    /// Starts the loop's thread.
    func start(isRealtime: Bool) {
        loop.pointee.isRealtime = isRealtime
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
            let loop = context!.assumingMemoryBound(to: Loop.self)
            if loop.pointee.isRealtime { Realtime.claim() }
            loop.pointee.run()
            return nil
        }
        let error = treadle_thread_start(&thread, body, loop, 128 * 1024)
        if error != 0 { Console.error("treadle: the loop: \(String(cString: treadle_error_message(error)))\n") }
    }

    /// Asks the loop for a sign of life twice a second (E3). A loop that is stuck cannot be stopped, so the process ends, and
    /// process 1 starts another.
    func isStuck(at now: UInt64) -> Bool {
        let counters = counters
        switch life.look(counters.answers, LoopLife.Thread(counters.thread), at: now) {
        case .ask: tell(.beat)
        case .wait: break
        case .stuck: return true
        }
        return false
    }

    /// Forgets what was asked before the process was suspended by hand.
    func forgetLife() { life.forget() }

    /// Waits until the loop has ended. The ports have `Loop.endTime` to take what is left; then a loop that makes no progress
    /// for a second counts as stuck.
    ///
    /// - Returns: false when it is stuck.
    func ends() -> Bool {
        var life = LoopLife()
        let isDue = treadle_now() + Loop.endTime
        while !loop.pointee.reports.ended.read() {
            if PollSet.isReadable(descriptor, within: min(LoopLink.beatTime, tellingTime)) { clear() }
            tellAgain()
            let now = treadle_now()
            let counters = counters
            if now >= isDue, life.look(counters.answers, LoopLife.Thread(counters.thread), at: now) == .stuck {
                return false
            }
        }
        return true
    }

    /// Waits for the loop's thread, which has ended, and closes the ports.
    func close() {
        _ = treadle_thread_join(thread)
        loop.pointee.closePorts()
    }
}
