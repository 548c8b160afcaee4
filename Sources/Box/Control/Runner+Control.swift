import Devices
import CPlatform
import Configuration
import Loop

extension Runner {
    /// What wakes the control thread.
    enum Wake: Equatable {
        case signals, loop, hotplug, sequencer
        case simulator(Simulator.Wake)
        case server(ControlServer.Wake)
    }

    /// Serves everything but the loop until the box is told to stop.
    func control() -> TreadleCommand.Exit {
        let simulator = clients.simulator
        defer { simulator?.end() }
        simulator?.begin(places: ports.places)
        watchIfWanted()
        while true {
            let ready = waited.wait(waitingTime)
            serveClients(ready)
            if ready.contains(.signals) && serveSignals() { break }
            if ready.contains(.loop) { link.clear() }
            link.tellAgain()
            takeReports()
            clients.show(running)
            if let simulator {
                if simulator.serve(ready) { break }
                if simulator.suspendIfDue() { link.forgetLife() }
            }
            let now = treadle_now()
            servePorts(ready, at: now)
            keepLast(at: now)
            threads.watchTilt(link, at: now)
            recorder.keepMoment(of: configuration)
            if link.isStuck(at: now) {
                Console.error("treadle: the loop has made no progress for a second\n")
                last.end()
                return .unusable
            }
        }
        simulator?.end()
        return stop()
    }

    private var waited: PollSet<Wake> {
        var set = PollSet<Wake>()
        set.add(.signals, signals)
        set.add(.loop, link.descriptor)
        if let descriptors = ports.finder?.descriptors {
            set.add(.hotplug, descriptors.hotplug)
            set.add(.sequencer, descriptors.watch)
        }
        clients.simulator?.add(to: &set)
        clients.server?.add(to: &set)
        return set
    }

    /// Milliseconds to wait: until devices have settled or a value that is learnt has rested, else until the loop is asked for a
    /// sign of life again. What is missing is so looked for twice a second; E2 wants it once.
    private var waitingTime: Int32 {
        let now = treadle_now()
        var wait = min(LoopLink.beatTime, link.tellingTime, clients.waitingTime)
        let due = min(ports.finder?.deadline ?? UInt64.max, running.learning.deadline)
        if due < now + UInt64(wait) * 1_000_000 { wait = Int32(due > now ? (due - now) / 1_000_000 + 1 : 0) }
        return wait
    }

    private func servePorts(_ ready: [Wake], at now: UInt64) {
        if ready.contains(.hotplug) { ports.finder?.readHotplug(at: now) }
        let hasNews = ready.contains(.sequencer)
        if hasNews { _ = ports.finder?.watch?.drain() }
        ports.serve(hasNews: hasNews, at: now)
    }

    /// True when the box is to stop. HUP reloads the configuration, USR1 prints what the loop counted.
    private func serveSignals() -> Bool {
        while true {
            switch treadle_signal_next(signals) {
            case 0: return false
            case SIGHUP: running.reload()
            case let number where clients.simulator?.takes(number) ?? false: link.forgetLife()
            case SIGUSR1: link.tell(.count)  // printed once the loop has counted
            default: return true
            }
        }
    }

    /// Ends the threads, the loop when everything rests, closes the ports and prints what the loop counted (E5).
    ///
    /// - Returns: `.unusable` when the loop stands: the process then ends without its thread (E3).
    func stop() -> TreadleCommand.Exit {
        link.tell(.stop)
        clients.server?.end()
        threads.stop()
        guard link.ends() else {
            Console.error("treadle: the loop has not ended\n")
            last.end()
            return .unusable
        }
        link.close()
        takeReports()
        keepLast(at: treadle_now())
        last.end()
        Console.out(link.counters.text(times))
        return .done
    }
}
