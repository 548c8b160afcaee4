import Engine
import Routing
import CPlatform
import Devices
import Panel
import Program

// What others tell the loop.
extension Loop {
    /// Everything that waits in the rings, in order.
    package func obey(at now: UInt64) {
        while let motion = motions.pop() {
            switch motion {
            case .sample(let x, let y, let z, let time):
                engine.motion(answers: true, at: now)
                engine.motion(x, y, z, at: time)
            case .lost: engine.motion(answers: false, at: now)
            }
        }
        while let command = commands.pop() { obey(command, at: now) }
    }

    /// What programs play and send, as long as there is room for the longest SysEx in the outbox; else they wait.
    func takeInjections(at now: inout UInt64) {
        while engine.router.pointee.room >= LoopLimits.injectionRoom, let first = injections.pop() {
            engine.inject(first, at: now)
            var isUnfinished = first.isUnfinished
            while isUnfinished, let next = injections.pop() {
                engine.inject(next, at: now)
                isUnfinished = next.isUnfinished
            }
            sendDue(&now)
        }
    }

    private func obey(_ command: LoopCommand, at now: UInt64) {
        switch command {
        case .perform(let action): engine.perform(action, at: now)
        case .contact(let index, let closed): engine.contact(Int(index), closed: closed, at: now)
        case .attach(let port): attach(port, at: now)
        case .detach(let port): detach(port, isLost: true, at: now)
        case .adopt(let new, let preset):
            take(new, at: now) { engine.router.pointee.adopt(new.program, loading: preset, at: now) }
            engine.forgetFaults()
            engine.notices.pointee.backlight.event(at: now)
        case .renew(let new, let preset, let old, let keepsAssignments):
            take(new, at: now) {
                engine.router.pointee.renew(
                    new.program, preset: preset, insteadOf: old, keepsAssignments: keepsAssignments, at: now)
            }
            engine.forgetFaults()
            engine.notices.pointee.backlight.event(at: now)
        case .exchange(let new, let change):
            take(new, at: now) { engine.router.pointee.exchange(new.program, change, at: now) }
        case .answer(let answer):
            engine.recorder?.breakOff(at: now)
            engine.answer(answer, at: now)
        case .recorded(let text): engine.recorded(text, at: now)
        case .watch(let isWatched): watch(isWatched)
        case .store(let states, let preset):
            engine.recorder?.breakOff(at: now)
            engine.router.pointee.store(states, of: preset)
        // What a replay saves is written at once, so the flight recorder goes on.
        case .wrote(let states, let preset): engine.router.pointee.wrote(states, of: preset, at: now)
        case .cannotWrite(let preset):
            engine.recorder?.breakOff(at: now)
            engine.router.pointee.cannotWrite(preset, at: now)
        case .beginCalibration(let axis): engine.beginCalibration(axis: axis)
        case .endCalibration: report(engine.tilt.pointee.endCalibration(), in: reports.calibrated)
        case .tiltIsLost: engine.motion(answers: false, at: now)
        case .tiltRanges(let ranges):
            engine.recorder?.breakOff(at: now)
            engine.tilt.pointee.ranges = ranges
        case .beat:
            state.pointee.counters.answers &+= 1
            publishCounters()
        case .count:
            count()
            report(true, in: reports.counted)
        case .stop: state.pointee.isStopped = true
        }
    }

    /// Runs another program. What was saved of the one before is published first, while its presets are known.
    private func take(_ new: HandedProgram, at now: UInt64, _ exchange: () -> Void) {
        engine.recorder?.breakOff(at: now)
        publishSaves()
        exchange()
        state.pointee.saves = new.saves
        state.pointee.isDisplayNew = true
        publishRunning()
    }

    package func count() {
        state.pointee.counters.bytesOut = outputs.pointee.written.pointee
        state.pointee.counters.allocations = treadle_thread_allocations()
        state.pointee.counters.pageFaults = treadle_thread_faults() &- state.pointee.faultsBefore
        state.pointee.counters.dropped = UInt64(engine.displayState.drops)
        if let lost = sequencer?.lost {
            state.pointee.counters.lostToPrograms = UInt64(lost.output)
            state.pointee.counters.lostFromPrograms = UInt64(lost.input)
        }
        state.pointee.counters.processorTime = treadle_thread_time()
        publishCounters()
    }

    private func publishCounters() {
        state.pointee.counters.tempo = engine.router.pointee.ownTempo
        state.pointee.counters.tempoByFiles = engine.router.pointee.tempoByFiles
        counters.publish(state.pointee.counters)
    }

    /// Contacts come before anything else that lets time pass until `now`.
    @inline(__always)
    func hearContacts(_ hasEdges: Bool, by now: UInt64) {
        let isDue = engine.contactsDeadline <= now
        if hasEdges || isDue { readContacts() }
        // A lock-out may be over by now that only began with what was just read.
        if isDue || engine.switches.pointee.nextDeadline <= now { readBackContacts() }
    }

    /// The edges that the kernel has kept of all lines, each at its own time and in the order of those (F1): what one of
    /// them lets end of another switch must know all that came before.
    private func readContacts() {
        var next = InlineArray<16, GPIOInput.Edge?>(repeating: nil)
        for index in 0..<contacts.count { next[index] = contacts[index]?.readEdge() }
        while true {
            var first = -1
            var time = UInt64.max
            for index in 0..<contacts.count {
                guard let edge = next[index], edge.time < time else { continue }
                first = index
                time = edge.time
            }
            guard first >= 0, let edge = next[first] else { return }
            engine.contact(first, closed: edge.closed, at: time)
            next[first] = contacts[first]?.readEdge()
        }
    }

    /// What lines really are is what counts after a lock-out (F1): the kernel keeps only 16 edges of each, or
    /// as many as gpio.c asks for. Comes before anything else that lets time pass.
    private func readBackContacts() {
        for index in 0..<contacts.count {
            guard let value = contacts[index]?.value, value >= 0 else { continue }
            engine.level(index, closed: value == 1)
        }
    }

    /// How contacts are found at the start: what is down then was not pressed.
    func findContacts() {
        for index in 0..<contacts.count {
            guard let value = contacts[index]?.value, value >= 0 else { continue }
            engine.switches.pointee.begin(index, closed: value == 1)
        }
    }
}
