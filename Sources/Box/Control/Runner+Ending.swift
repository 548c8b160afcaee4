import Loop
import CPlatform

// The end of the box (E5), as the control thread sees it.
extension Runner {
    /// Ends the threads, the loop when everything rests, closes the ports and prints what the loop counted.
    ///
    /// - Returns: `.unusable` when the loop stands: the process then ends without its thread (E3).
    func stop() -> TreadleCommand.Exit {
        tell(.stop)
        server?.end()
        tilt?.stop(tiltThread)
        panel?.stop(panelThread)
        guard loopEnds() else {
            Console.error("treadle: the loop has not ended\n")
            last.end()
            return .unusable
        }
        _ = treadle_thread_join(loopThread)
        loop.pointee.closePorts()
        takeReports()
        keepLast(at: treadle_now())
        last.end()
        Console.out(counterText)
        return .done
    }

    /// Waits until the loop has ended. The ports have `Loop.endTime` to take what is left; then a loop that makes no progress
    /// for a second counts as stuck.
    ///
    /// - Returns: false when it is stuck.
    private func loopEnds() -> Bool {
        var life = LoopLife()
        let isDue = treadle_now() + Loop.endTime
        while !loop.pointee.reports.ended.read() {
            var ready: UInt32 = 0
            _ = treadle_poll([loop.pointee.controlWake], 1, 0, min(Runner.beatTime, tellingTime), &ready)
            if ready & 1 != 0 { treadle_event_clear(loop.pointee.controlWake) }
            tellAgain()
            let now = treadle_now()
            let counters = loop.pointee.counters.read()
            if now >= isDue, life.look(counters.answers, LoopLife.Thread(counters.thread), at: now) == .stuck {
                return false
            }
        }
        return true
    }
}
