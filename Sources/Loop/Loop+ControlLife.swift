import CPlatform
import Synchronization

// E3: the loop watches the thread that watches it. A timer of its own costs the loop nothing while both live.
extension Loop {
    /// Why a loop has ended that nobody has stopped.
    package enum Failure {
        /// The control thread hangs.
        case controlHangs
        /// The program has no memory left.
        case outOfMemory
    }

    /// The control thread shows life: it has asked for a sign of life.
    func hearControl(at now: UInt64) {
        state.pointee.isControlLate = false
        _ = treadle_timer_set(controlTimer, now &+ LoopLimits.controlTime)
    }

    /// Ends the loop if the control thread hangs or the program has no memory. What sounds is ended then (E5).
    @inline(never)
    func missControl(at now: UInt64) {
        if isOutOfMemory.pointee.load(ordering: .acquiring) {
            state.pointee.failure = .outOfMemory
        } else if state.pointee.isControlLate {
            state.pointee.failure = .controlHangs
        } else {
            // The whole machine or process may have stood still. Then the control thread shows life within this time.
            state.pointee.isControlLate = true
            _ = treadle_timer_set(controlTimer, now &+ LoopLimits.controlGrace)
            return
        }
        state.pointee.isStopped = true
    }

    /// Ends the loop because there is no memory left. For any thread; allocates nothing and returns at once.
    package func endWithoutMemory() {
        isOutOfMemory.pointee.store(true, ordering: .releasing)
        _ = treadle_timer_set(controlTimer, 0)
    }
}
