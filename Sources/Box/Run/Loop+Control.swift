import CPlatform
import Devices
import Panel
import Routing

// What others tell the loop.
extension Loop {
    /// Everything that waits in the rings, in order.
    func obey(at now: UInt64) {
        while let motion = motions.pop() {
            switch motion {
            case .sample(let x, let y, let z, let time):
                engine.motion(answers: true)
                engine.motion(x, y, z, at: time)
            case .lost: engine.motion(answers: false)
            }
        }
        while let command = commands.pop() { obey(command, at: now) }
    }

    /// What programs play and send, as long as there is room for the longest SysEx in the outbox; else they wait.
    func takeInjections(at now: UInt64) {
        while engine.router.pointee.room >= Loop.injectionRoom, let first = injections.pop() {
            engine.inject(first, at: now)
            var isUnfinished = first.isUnfinished
            while isUnfinished, let next = injections.pop() {
                engine.inject(next, at: now)
                isUnfinished = next.isUnfinished
            }
        }
    }

    private static let injectionRoom = Limits.injections + Limits.waitingReserve

    private func obey(_ command: LoopCommand, at now: UInt64) {
        switch command {
        case .perform(let action): engine.perform(action, at: now)
        case .contact(let index, let closed): engine.contact(Int(index), closed: closed, at: now)
        case .attach(let port): attach(port, at: now)
        case .detach(let port): detach(port, isLost: true, at: now)
        case .adopt(let program, let preset):
            let old = engine.router.pointee.runningProgram
            engine.router.pointee.adopt(program, loading: preset, at: now)
            report(.retired(old))
        case .exchange(let program, let preset):
            let old = engine.router.pointee.runningProgram
            engine.router.pointee.exchange(program, learntIn: preset, at: now)
            report(.retired(old))
        case .answer(let answer): engine.answer(answer, at: now)
        case .watch(let isWatched): watch(isWatched)
        case .store(let states, let preset): engine.router.pointee.store(states, of: preset)
        case .cannotWrite(let preset): engine.router.pointee.cannotWrite(preset)
        case .beginCalibration(let axis): engine.beginCalibration(axis: axis)
        case .endCalibration: report(.calibrated(engine.tilt.pointee.endCalibration()))
        case .tiltIsLost: engine.motion(answers: false)
        case .tiltRanges(let ranges): engine.tilt.pointee.ranges = ranges
        case .beat: publishCounters()
        case .count:
            count()
            report(.counted)
        case .stop:
            count()
            state.pointee.isStopped = true
        }
    }

    private func count() {
        state.pointee.counters.bytesOut = outputs.written.pointee
        state.pointee.counters.allocations = treadle_thread_allocations()
        state.pointee.counters.pageFaults = treadle_thread_faults() &- state.pointee.faultsBefore
        state.pointee.counters.dropped = UInt64(engine.displayState.drops)
        publishCounters()
    }

    private func publishCounters() {
        state.pointee.counters.tempo = engine.router.pointee.ownTempo
        state.pointee.counters.tempoByFiles = engine.router.pointee.tempoByFiles
        counters.publish(state.pointee.counters)
    }

    /// The edges the kernel has kept of a line, each at its own time (F1).
    func readContact(_ index: Int) {
        guard let line = contacts[index] else { return }
        while let edge = line.readEdge() { engine.contact(index, closed: edge.closed, at: edge.time) }
    }

    /// After a lock-out the level that the line really has is what counts (F1).
    func readBackContacts() {
        for index in 0..<contacts.count {
            if let line = contacts[index], line.value >= 0 { engine.level(index, closed: line.value == 1) }
        }
    }
}
