import CPlatform
import Devices
import Routing

// What others tell the loop.
extension Loop {
    /// Everything that waits in the rings, in order.
    func obey(at now: UInt64) {
        while let sample = motions.pop() {
            engine.motion(sample.x, sample.y, sample.z, at: min(sample.at, now))
        }
        while let command = commands.pop() { obey(command, at: now) }
    }

    private func obey(_ command: LoopCommand, at now: UInt64) {
        switch command {
        case .perform(let action): engine.perform(action, at: now)
        case .attach(let port): attach(port, at: now)
        case .detach(let port): detach(port, isLost: true, at: now)
        case .adopt(let program, let preset):
            let old = engine.router.pointee.runningProgram
            engine.router.pointee.adopt(program, loading: preset, at: now)
            report(.retired(old))
        case .motionAnswers(let answers): engine.motion(answers: answers)
        case .stop: state.pointee.isStopped = true
        }
    }

    /// The edges the kernel has kept, each at its own time (F1).
    func readContacts() {
        guard let contacts else { return }
        while let edge = contacts.readEvent() {
            engine.contact(edge.line, closed: edge.closed, at: edge.at)
        }
    }

    /// After a lock-out the level that the line really has is what counts (F1).
    func readBackContacts() {
        guard let contacts else { return }
        for index in 0..<engine.switches.pointee.count {
            if let closed = contacts.value(of: index) { engine.level(index, closed: closed) }
        }
    }
}
