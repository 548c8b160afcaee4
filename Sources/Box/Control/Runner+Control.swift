import Loop
import CPlatform
import Configuration
import Devices

extension Runner {
    /// Serves hotplug, signals, the loop's reports and the programs that talk to the box until it is told to stop.
    func control() -> TreadleCommand.Exit {
        defer { simulator?.end() }
        simulator?.begin(places: placesOfPorts)
        watchIfWanted()
        while true {
            var ready: UInt32 = 0
            let own = [signals, loop.pointee.controlWake, hotplug?.fd ?? -1, watch?.fd ?? -1]
            let simulated = simulator?.descriptors ?? []
            let all = own + simulated + (server?.descriptors ?? [])
            let before = UInt32(own.count + simulated.count)
            let writing = (simulator?.writing ?? 0) << UInt32(own.count) | (server?.writing ?? 0) << before
            _ = treadle_poll(all, Int32(all.count), writing, waitingTime, &ready)
            serveClients(ready >> before)
            if ready & 1 != 0 && serveSignals() { break }
            if ready & 2 != 0 { treadle_event_clear(loop.pointee.controlWake) }
            tellAgain()
            takeReports()
            showClients()
            if let simulator {
                if simulator.serve(ready >> UInt32(own.count)) { break }
                if simulator.suspendIfDue() { life.forget() }
            }
            let now = treadle_now()
            if ready & 4 != 0 { hotplug?.read(at: now) }
            if ready & 8 != 0 { _ = watch?.drain() }
            let changes = hotplug?.take(at: now) ?? []
            let isDue = now >= lookAt && attached.contains { $0 == nil }
            if !changes.isEmpty || ready & 8 != 0 || isDue { connectPorts() }
            keepLast(at: now)
            watchTilt(at: now)
            keepMoment()
            if isLoopStuck(at: now) {
                Console.error("treadle: the loop has made no progress for a second\n")
                last.end()
                return .unusable
            }
        }
        simulator?.end()
        return stop()
    }

    /// E3: the loop is asked for a sign of life twice a second. One that is stuck cannot be stopped, so the process ends, and
    /// process 1 starts another.
    private func isLoopStuck(at now: UInt64) -> Bool {
        let counters = loop.pointee.counters.read()
        switch life.look(counters.answers, LoopLife.Thread(counters.thread), at: now) {
        case .ask: tell(.beat)
        case .wait: break
        case .stuck: return true
        }
        return false
    }

    /// F5: who hangs in the middle of a transfer cannot say so. When it ends the sensor says itself how it is.
    private func watchTilt(at now: UInt64) {
        let hangs = tilt?.hangs(at: now) ?? false
        if hangs == isTiltHanging { return }
        isTiltHanging = hangs
        if !hangs { return }
        Console.error("treadle: motion: the bus \(tilt?.bus ?? "") hangs\n")
        tell(.tiltIsLost)
    }

    /// Milliseconds between questions for a sign of life.
    static let beatTime: Int32 = 500

    /// Milliseconds to wait: until devices have settled or a value that is learnt has rested, else until the loop is asked for a sign of life again. What
    /// is missing is so looked for twice a second; E2 wants it once.
    private var waitingTime: Int32 {
        let now = treadle_now()
        var wait = min(Runner.beatTime, tellingTime, server?.waitingTime ?? Int32.max)
        let due = min(hotplug?.deadline ?? UInt64.max, learning?.deadline ?? UInt64.max)
        if due < now + UInt64(wait) * 1_000_000 { wait = Int32(due > now ? (due - now) / 1_000_000 + 1 : 0) }
        return wait
    }

    /// True when the box is to stop. HUP reloads the configuration, USR1 prints what the loop counted.
    private func serveSignals() -> Bool {
        while true {
            switch treadle_signal_next(signals) {
            case 0: return false
            case SIGHUP: reload()
            case let number where simulator?.takes(number) ?? false: life.forget()
            case SIGUSR1: tell(.count)  // printed once the loop has counted
            default: return true
            }
        }
    }
}
