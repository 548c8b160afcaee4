import CPlatform
import Synchronization

// E3: the loop watches the control thread, which watches the loop. A separate timer costs the loop nothing while both
// run.
extension Loop {
    /// Why the loop has ended without a stop command.
    package enum Failure {
        /// The control thread hangs.
        case controlHangs
        /// The program has no memory left.
        case outOfMemory
    }

    /// Restarts the timer, because the control thread has just asked for a sign of life and so shows its own.
    func hearControl(at now: UInt64) {
        state.isControlLate = false
        _ = treadle_timer_set(controlTimer, now &+ LoopLimits.controlTime)
    }

    /// Ends the loop if the control thread hangs or the program has no memory. `end` then ends all notes (E5).
    @inline(never)
    func missControl(at now: UInt64) {
        if isOutOfMemory.pointee.load(ordering: .acquiring) {
            state.failure = .outOfMemory
        } else if state.isControlLate {
            state.failure = .controlHangs
        } else {
            // The whole machine or process may have stood still. If so, the control thread shows life within
            // `controlGrace`.
            state.isControlLate = true
            _ = treadle_timer_set(controlTimer, now &+ LoopLimits.controlGrace)
            return
        }
        state.isStopped = true
    }

    /// Ends the loop because there is no memory left. For any thread; allocates nothing and returns at once.
    package func endWithoutMemory() {
        isOutOfMemory.pointee.store(true, ordering: .releasing)
        _ = treadle_timer_set(controlTimer, 0)
    }
}
